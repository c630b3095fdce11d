import { demoWorld } from '../../../seeds/world/world.ts'
import type { SourceRecord } from '../../../src/ledger/event.ts'

/** A small demo world with rows on every board: its records in order. */
export function smallDemo(): SourceRecord[] {
  return [...demoWorld({ traders: 40, markets: 120, days: 75 })]
}
