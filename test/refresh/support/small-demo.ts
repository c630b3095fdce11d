import { demoWorld } from '../../../seeds/world/world.ts'
import type { SourceRecord } from '../../../src/ledger/event.ts'

/** A demo world small enough for a test in which every board has rows: its records in order. */
export function smallDemo(): SourceRecord[] {
  return [...demoWorld({ traders: 40, markets: 120, days: 75 })]
}
