/** Redraws that everybody gets. */
const FIRST = 1_000
/** Redraws, in all, that the best get. */
const MOST = 100_000
/** Whoever has so many redraws that did as well needs no more of them. */
const ENOUGH = 11

/** Redraws that were made, and how many of them did at least as well as the trader. */
export interface Redraws {
  redraws: number
  asGood: number
}

/** How a trader's luck is redrawn. */
export interface Redrawing {
  /** Makes so many further redraws, or fewer: the last is then the one with which `enough` of these did as well. */
  redraw(most: number, enough: number): Redraws
  /** Asked once, after the first redraws: true if the chance of one to do as well is proved to be under 1 in 10⁷. */
  isBeyondLuck(): boolean
}

/**
 * The p-value of a test by redraws, 1/100,001 to 1: (1 + redraws that did at least as well) ÷ (1 + redraws) of 1,000;
 * where at most 10 did as well, further ones are made until the eleventh, and p is 11 ÷ redraws; where it does not come
 * among 100,000, p is (1 + redraws as good) ÷ 100,001. 1,000 cannot tell 1 in 1,000 from 1 in 100,000, and among thousands
 * of traders only the latter says something; most traders do not need more.
 *
 * It is a p-value, P(p ≤ α) ≤ α when the null holds. From 12/1,001 on it is at most α where the first 1,000 alone say so,
 * which are a p-value (Phipson and Smyth 2010, doi:10.2202/1544-6115.1585); below that, where the eleventh as good comes
 * late enough, and so it is a p-value, too (Besag and Clifford 1991, doi:10.1093/biomet/78.2.301).
 *
 * Where luck is proved to do as well less than once in 10⁷ times, the redraws are left out that would find nothing at
 * least 99 times in 100, and p is the least. With n redraws and such a trader's chance u, P(p ≤ 1/(1 + n)) grows by less
 * than n·u²/2: by one in twenty thousand of itself.
 */
export function sequentialPValue({ redraw, isBeyondLuck }: Redrawing): number {
  const { asGood } = redraw(FIRST, Number.POSITIVE_INFINITY)
  if (asGood >= ENOUGH) return (1 + asGood) / (1 + FIRST)
  if (isBeyondLuck()) return 1 / (1 + MOST)
  const more = redraw(MOST - FIRST, ENOUGH - asGood)
  const all = asGood + more.asGood
  return all === ENOUGH ? ENOUGH / (FIRST + more.redraws) : (1 + all) / (1 + MOST)
}
