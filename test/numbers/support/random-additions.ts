import fc from 'fast-check'
import type { LedgerEvent, SourceRecord } from '../../../src/ledger/event.ts'
import { randomLedger, randomMarkets } from '../../store/support/random-ledger.ts'
import { inGroup } from './in-group.ts'

/** How many times a ledger is added to, the first time included. */
const STEPS = 4
/** Blocks of the small world: its seconds a block, those that are crowded together, and the last day's first. */
const BLOCK_SECONDS = 8_000
const CROWDED_FROM = 40
const LAST_DAY_FROM = 96

/** A ledger that comes bit by bit: each step brings records of any time, and may take blocks back before. */
export interface Addition {
  records: SourceRecord[]
  /** The first of the undone blocks, or null. */
  undo: number | null
}

/** The small world with three times the wallets, larger amounts, and most events on its last day. */
const widerLedger = randomLedger.chain((events) =>
  fc
    .array(fc.nat({ max: 2 }), { minLength: events.length, maxLength: events.length })
    .map((groups) =>
      events
        .map((event, i) => onLastDay(inGroup(event, groups[i] ?? 0)))
        .sort((a, b) => a.time - b.time || (a.logIndex ?? 0) - (b.logIndex ?? 0)),
    ),
)

/** Records and the step that brings each; mostly the newest event comes first, so that the cutoff's day holds still. */
export const randomAdditions: fc.Arbitrary<Addition[]> = fc
  .tuple(widerLedger, randomMarkets)
  .chain(([events, markets]) => {
    const count = events.length + markets.length
    const step = fc.oneof(
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.nat(STEPS - 1) },
    )
    const undo = fc.oneof(
      { weight: 9, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 20, max: 99 }) },
    )
    return fc
      .record({
        steps: fc.array(step, { minLength: count, maxLength: count }),
        undos: fc.array(undo, { minLength: STEPS, maxLength: STEPS }),
        isNewestFirst: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
      })
      .map(({ steps, undos, isNewestFirst }) => {
        const stepOf = (i: number) => (isNewestFirst && i === count - 1 ? 0 : (steps[i] ?? 0))
        const records: SourceRecord[] = [...markets, ...events]
        return Array.from({ length: STEPS }, (_, n) => ({
          records: records.filter((_, i) => stepOf(i) === n),
          undo: n === 0 ? null : (undos[n] ?? null),
        }))
      })
  })

function onLastDay(event: LedgerEvent): LedgerEvent {
  const from = event.block ?? 0
  if (from < CROWDED_FROM) return event
  const block = LAST_DAY_FROM + (from % 5)
  return { ...event, block, time: event.time + (block - from) * BLOCK_SECONDS }
}
