/** The fewest redraws. */
const FIRST = 1_000
/** Redraws, in all, that the best get. */
const MOST = 100_000
/** The number of redraws as good as the trader's result after which no more are needed. */
const ENOUGH = 11

/** The number of redraws, and of those at least as good as the trader's result. */
export interface Redraws {
  redraws: number
  asGood: number
}

/** The redraws of a trader's luck. */
export interface Redrawing {
  /** Makes up to `most` further redraws, and stops at the one with which `enough` of them were as good. */
  redraw(most: number, enough: number): Redraws
  /** Asked once, after the first redraws: true if the chance of one to do as well is proved to be under 1 in 10⁷. */
  isBeyondLuck(): boolean
}

/**
 * Returns the p-value of a test by redraws, 1/100,001 to 1: (1 + redraws at least as good) ÷ (1 + redraws) of
 * 1,000. If at most 10 were as good, further ones are made until the eleventh, and p is 11 ÷ redraws; if it
 * does not come among 100,000, p is (1 + redraws as good) ÷ 100,001. 1,000 redraws cannot distinguish 1 in
 * 1,000 from 1 in 100,000, and among thousands of traders only the latter is evidence; most traders do not
 * need more. It is a p-value, P(p ≤ α) ≤ α when the null holds. From 12/1,001 on it is at most α if the first
 * 1,000 alone give that, which is a p-value (Phipson and Smyth 2010, doi:10.2202/1544-6115.1585); below that,
 * if the eleventh comes late enough, which is a p-value too (Besag and Clifford 1991,
 * doi:10.1093/biomet/78.2.301). If luck is proved to do as well less than once in 10⁷ times, redraws that
 * would find nothing at least 99 times in 100 are skipped, and p is the least. With n redraws and such a
 * trader's chance u, P(p ≤ 1/(1 + n)) grows by less than n·u²/2: by one in twenty thousand of itself.
 */
export function sequentialPValue({ redraw, isBeyondLuck }: Redrawing): number {
  const { asGood } = redraw(FIRST, Number.POSITIVE_INFINITY)
  if (asGood >= ENOUGH) return (1 + asGood) / (1 + FIRST)
  if (isBeyondLuck()) return 1 / (1 + MOST)
  const more = redraw(MOST - FIRST, ENOUGH - asGood)
  const all = asGood + more.asGood
  return all === ENOUGH ? ENOUGH / (FIRST + more.redraws) : (1 + all) / (1 + MOST)
}
