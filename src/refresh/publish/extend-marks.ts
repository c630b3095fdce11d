import type { Day } from '../../ledger/quantities.ts'
import { type Marks, type TokenFacts, UNRESOLVED } from '../inputs/marks.ts'

/** True for a token without a price before the last day: whatever becomes known of it changes no past. */
function isOfLastDay({ start, resolvedOn }: Marks, token: number, lastDay: Day): boolean {
  return (start[token + 1] ?? 0) - (start[token] ?? 0) === 1 && (resolvedOn[token] ?? 0) >= lastDay
}

/**
 * Marks with the tokens that are new, and those resolved on the last day; null where anything else about a token is not what
 * it was: then its whole past may be another.
 */
export function extendMarks(marks: Marks, facts: TokenFacts, lastDay: Day): Marks | null {
  const known = marks.condition.length
  for (let token = 0; token < known; token++) {
    const [was, is] = [marks.resolvedOn[token] ?? UNRESOLVED, facts.resolvedOn[token] ?? UNRESOLVED]
    const isSame =
      isOfLastDay(marks, token, lastDay) ||
      (marks.condition[token] === facts.condition[token] &&
        marks.sibling[token] === facts.sibling[token] &&
        marks.unit[token] === facts.unit[token] &&
        (was === is ? was === UNRESOLVED || marks.payout[token] === facts.payout[token] : is === lastDay))
    if (!isSame) return null
  }
  const fresh = facts.condition.length - known
  if (fresh === 0) return { ...marks, ...facts }
  const used = marks.start[known] ?? 0
  const extended = {
    ...facts,
    start: new Int32Array(facts.condition.length + 1),
    day: new Int32Array(used + fresh).fill(UNRESOLVED, used),
    price: new Int32Array(used + fresh),
  }
  extended.start.set(marks.start)
  extended.day.set(marks.day)
  extended.price.set(marks.price)
  for (let n = 1; n <= fresh; n++) extended.start[known + n] = used + n
  return extended
}
