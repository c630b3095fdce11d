import { DAY_SECONDS, type Day, type Seconds } from '../../src/ledger/quantities.ts'

/** The last day of every simulated world: 2026-03-01. */
export const LAST_DAY: Day = 20_513

/** Seconds between two blocks. */
export const BLOCK_SECONDS = 2

/** The start of a world of `days` days; its hours count from here. */
export function worldStart(days: number): Seconds {
  return (LAST_DAY - days + 1) * DAY_SECONDS
}

/** The block of a time: block 1 is the first of 2020, and one follows every two seconds, regardless of the world's length. */
export function blockAt(time: Seconds): number {
  return Math.floor((time - 1_577_836_800) / BLOCK_SECONDS) + 1
}
