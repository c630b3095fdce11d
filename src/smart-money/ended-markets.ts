import type { Seconds } from '../ledger/quantities.ts'
import type { OpenMarket } from '../store/smart-money/open-markets.ts'
import type { WeekRecords } from '../store/smart-money/week-records.ts'

/** The number of the rules by which a week is written now; the first, without a number, left no ended market out. */
export const WEEK_RULES = 2

/**
 * Whether a market that is not resolved has ended (methodology §9): DECIDED by its price, or the time at which metadata
 * says that it ended; null if it counts.
 */
export type EndOf = (
  market: Pick<OpenMarket, 'condition' | 'endsAt' | 'isDecided'>,
) => 'DECIDED' | Seconds | null

/** How markets have ended at a moment, by what metadata says now. */
export function endedAt(at: Seconds): EndOf {
  return ({ endsAt, isDecided }) => (isDecided ? 'DECIDED' : upTo(at, endsAt))
}

/** How markets had ended at the start of a written week, by the signal chain: later metadata changes nothing. */
export function endedAsWritten({ head, ended }: WeekRecords, at: Seconds): EndOf {
  if (head === null || head.rules === null) return () => null
  const times = new Map(ended.map(({ condition, detail }) => [condition, Number(detail)]))
  return ({ condition, isDecided }) => (isDecided ? 'DECIDED' : upTo(at, times.get(condition) ?? null))
}

function upTo(at: Seconds, time: Seconds | null): Seconds | null {
  return time !== null && time <= at ? time : null
}
