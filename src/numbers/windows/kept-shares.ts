import { defined } from '../../checks.ts'
import type { Day, MicroShares } from '../../ledger/quantities.ts'
import { addTo, emptySum, totalOf } from '../../metrics/running-sum.ts'
import type { ConvictionRecord } from '../../metrics/skill/high-conviction.ts'
import { isResolved, type TokenFacts, UNRESOLVED } from '../inputs/marks.ts'
import { eachPosition, type TraderDays } from './trader-days.ts'

/**
 * How many of the shares that a trader bought were let go or have come to their market's resolution by a day's close, and
 * how many of those were held until then (methodology §9). Shares of a token are alike: as far as any are held, they are
 * the bought ones. Purchases after the day of the resolution do not count.
 */
export function keptShares(
  days: TraderDays,
  facts: TokenFacts,
  upTo: Day,
): Pick<ConvictionRecord, 'kept' | 'settled'> {
  const sums = { kept: emptySum(), settled: emptySum() }
  eachPosition(days, (first, end) => {
    const token = defined(days.columns.token_id[first])
    const isKnown = isResolved(facts, token, upTo)
    const resolvedOn = isKnown ? (facts.resolvedOn[token] ?? UNRESOLVED) : null
    const { bought, held } = boughtAndHeld(days, { first, end }, resolvedOn, upTo)
    const left = Math.min(bought, held)
    addTo(sums.settled, isKnown ? bought : bought - left)
    if (isKnown) addTo(sums.kept, left)
  })
  return { kept: totalOf(sums.kept), settled: totalOf(sums.settled) }
}

/** Shares bought of a token up to a day or its resolution's, and those held then. */
function boughtAndHeld(
  { columns }: TraderDays,
  { first, end }: { first: number; end: number },
  resolvedOn: Day | null,
  upTo: Day,
): { bought: MicroShares; held: MicroShares } {
  let [bought, held] = [0, 0]
  for (let row = first; row < end && defined(columns.day[row]) <= (resolvedOn ?? upTo); row++) {
    bought += defined(columns.buy_shares[row])
    const isEnd = columns.day[row] === resolvedOn
    held = isEnd ? heldToTheEnd(columns, row, held) : defined(columns.shares[row])
  }
  return { bought, held }
}

/**
 * Shares held when the outcome became known. Of that day only the close is known, and by then shares may have been paid
 * out: they count as held, and what was sold on the day counts as sold before.
 */
function heldToTheEnd(columns: TraderDays['columns'], row: number, before: MicroShares): MicroShares {
  const bought = defined(columns.buy_shares[row])
  const sold = defined(columns.traded[row]) - bought
  return Math.max(defined(columns.shares[row]), before + bought + defined(columns.split_shares[row]) - sold)
}
