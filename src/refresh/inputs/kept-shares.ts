import type { Day, MicroShares } from '../../ledger/quantities.ts'
import { addTo, emptySum, totalOf } from '../../metrics/running-sum.ts'
import type { ConvictionRecord } from '../../metrics/skill/high-conviction.ts'
import { isResolved, type TokenFacts, UNRESOLVED } from './marks.ts'
import type { BetDay, LedgerOf } from './trader-ledger.ts'

/**
 * How many of the shares that a trader bought were let go or have come to their market's resolution by a day's close, and
 * how many of those were held until then (methodology §9). Shares of a token are alike: as far as any are held, they are
 * the bought ones. What was bought after the day of the resolution does not count.
 */
export function keptShares(
  { positions }: LedgerOf<BetDay>,
  facts: TokenFacts,
  upTo: Day,
): Pick<ConvictionRecord, 'kept' | 'settled'> {
  const sums = { kept: emptySum(), settled: emptySum() }
  for (const position of positions) {
    const token = position[0]?.token ?? 0
    const isKnown = isResolved(facts, token, upTo)
    const end = isKnown ? (facts.resolvedOn[token] ?? UNRESOLVED) : null
    const { bought, held } = boughtAndHeld(position, end, upTo)
    const left = Math.min(bought, held)
    addTo(sums.settled, isKnown ? bought : bought - left)
    if (isKnown) addTo(sums.kept, left)
  }
  return { kept: totalOf(sums.kept), settled: totalOf(sums.settled) }
}

/** What was bought of a token up to a day or its resolution's, and what of it was held then. */
function boughtAndHeld(
  position: readonly BetDay[],
  resolvedOn: Day | null,
  upTo: Day,
): { bought: MicroShares; held: MicroShares } {
  let [bought, held] = [0, 0]
  for (const row of position) {
    if (row.day > (resolvedOn ?? upTo)) break
    bought += row.buyShares
    held = row.day === resolvedOn ? heldToTheEnd(row, held) : row.shares
  }
  return { bought, held }
}

/**
 * What was held when the outcome became known. Of that day only the close is known, and by then shares may have been paid
 * out: they count as held, and what was sold on the day counts as sold before.
 */
function heldToTheEnd(row: BetDay, before: MicroShares): MicroShares {
  const sold = row.traded - row.buyShares
  return Math.max(row.shares, before + row.buyShares + row.splitShares - sold)
}
