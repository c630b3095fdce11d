import type { Seconds } from '../ledger/quantities.ts'
import type { OpenMarket } from './open-markets.ts'
import type { WeekRecords } from './read-chain.ts'

/** The current version of the rules for writing a week; version 1, written as null, kept ended markets in. */
export const WEEK_RULES = 2

/**
 * Decides whether an unresolved market has ended (methodology §9): DECIDED by its price, or the end time in its
 * metadata; null for an open market.
 */
export type EndOf = (
  market: Pick<OpenMarket, 'condition' | 'endsAt' | 'isDecided'>,
) => 'DECIDED' | Seconds | null

/** Ended markets at a moment, by current metadata. */
export function endedAt(at: Seconds): EndOf {
  return ({ endsAt, isDecided }) => (isDecided ? 'DECIDED' : upTo(at, endsAt))
}

/** Ended markets at the start of a written week, by the signal chain: later metadata changes nothing. */
export function endedAsWritten({ head, ended }: WeekRecords, at: Seconds): EndOf {
  if (head === null || head.rules === null) return () => null
  const times = new Map(ended.map(({ condition, detail }) => [condition, Number(detail)]))
  return ({ condition, isDecided }) => (isDecided ? 'DECIDED' : upTo(at, times.get(condition) ?? null))
}

function upTo(at: Seconds, time: Seconds | null): Seconds | null {
  return time !== null && time <= at ? time : null
}
