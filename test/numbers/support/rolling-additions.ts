import fc from 'fast-check'
import type { LedgerEvent, SourceRecord } from '../../../src/ledger/event.ts'
import { MARKET_LINES, randomLedger } from '../../store/support/random-ledger.ts'
import { inGroup } from './in-group.ts'
import type { Addition } from './random-additions.ts'

/** The first block of the steps after the first, and how many blocks a step brings. */
const STEPS_FROM = 56
const BLOCKS_A_STEP = 15
const STEPS = 4
/** Seconds of a block of the small world. */
const BLOCK_SECONDS = 8_000

/**
 * A ledger of up to four months that arrives in order, its last days in steps that mostly reach another day each: in
 * months of history traders become inactive, and windows' starts pass their activity. Some records come late.
 */
export const rollingAdditions: fc.Arbitrary<Addition[]> = fc
  .record({
    events: randomLedger,
    historySeconds: fc.constantFrom(8_000, 50_000, 200_000),
    stepSeconds: fc.constantFrom(2_000, 5_000, 6_000, 8_000, 30_000),
  })
  .chain(({ events, historySeconds, stepSeconds }) => {
    const { length } = events
    return fc
      .record({
        groups: fc.array(fc.nat({ max: 5 }), { minLength: length, maxLength: length }),
        late: fc.array(fc.nat({ max: 11 }), { minLength: length, maxLength: length }),
        metadata: fc.array(fc.nat({ max: 11 }), {
          minLength: MARKET_LINES.length,
          maxLength: MARKET_LINES.length,
        }),
        undo: fc.option(fc.integer({ min: 50, max: 99 }), { freq: 8 }),
      })
      .map(({ groups, late, metadata, undo }) => {
        const stretched = events.map((event, i) =>
          inGroup(stretch(event, historySeconds, stepSeconds), groups[i] ?? 0),
        )
        const steps: SourceRecord[][] = Array.from({ length: STEPS }, () => [])
        for (const [i, line] of MARKET_LINES.entries()) steps[lateness(metadata[i])]?.push(line)
        for (const [i, event] of stretched.entries())
          steps[Math.min(STEPS - 1, stepOf(event) + lateness(late[i]))]?.push(event)
        return steps.map((records, n) => ({ records, undo: n === STEPS - 1 ? undo : null }))
      })
  })

/** One in four comes late, by one to three steps. */
function lateness(drawn = 0): number {
  return drawn <= 3 ? drawn : 0
}

function stepOf({ block }: LedgerEvent): number {
  return Math.max(0, Math.floor(((block ?? 0) - STEPS_FROM) / BLOCKS_A_STEP) + 1)
}

/** Keeps the order of blocks, with other times between them. */
function stretch(event: LedgerEvent, historySeconds: number, stepSeconds: number): LedgerEvent {
  const block = event.block ?? 0
  const history = Math.min(block, STEPS_FROM) * historySeconds
  const steps = Math.max(0, block - STEPS_FROM) * stepSeconds
  return { ...event, time: event.time - block * BLOCK_SECONDS + history + steps }
}
