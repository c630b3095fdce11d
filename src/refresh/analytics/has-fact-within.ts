import type { Day } from '../../ledger/quantities.ts'
import type { TraderFacts } from './trader-facts.ts'

/** Those of a trader's facts that belong to days. */
export type DatedFacts = Pick<TraderFacts, 'closes' | 'behaviour' | 'tokens'>

/**
 * True if anything that a trader's records are computed from lies on a day from `first` to `last`: an event, a new
 * mark of something held, a result. Windows that differ by such days alone have the same records where it is false.
 */
export function hasFactWithin({ closes, behaviour, tokens }: DatedFacts, first: Day, last: Day): boolean {
  if (hasDayWithin(closes, first, last) || hasDayWithin(behaviour, first, last)) return true
  for (const { closedOn, lastFill, resolution } of tokens) {
    if (closedOn !== null && closedOn >= first && closedOn <= last) return true
    if (lastFill !== null && lastFill >= first && lastFill <= last) return true
    if (resolution !== null && resolution.day >= first && resolution.day <= last) return true
  }
  return false
}

/** Ascending by day. */
function hasDayWithin(rows: readonly { readonly day: Day }[], first: Day, last: Day): boolean {
  for (let i = rows.length - 1; i >= 0; i--) {
    const day = rows[i]?.day ?? first
    if (day < first) return false
    if (day <= last) return true
  }
  return false
}
