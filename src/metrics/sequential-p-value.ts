/** Redraws in all after each round. */
const ROUNDS = [1_000, 10_000, 100_000]
/** Another round follows where at most so many redraws did as well. */
const FEW = 10

/**
 * The p-value of a test by redraws, in at most three rounds: (1 + redraws that did at least as well) ÷ (1 + redraws),
 * 1/100,001 to 1. Few redraws cannot tell 1 in 1,000 from 1 in 100,000, and among thousands of traders only the latter
 * says something; most traders do not need more than the first round.
 *
 * It is a p-value, P(p ≤ α) ≤ α when the null holds: with n redraws it is known to be one (Phipson and Smyth 2010,
 * doi:10.2202/1544-6115.1585), whoever goes on is already among the 11 best of 1,001 (then 10,001), and whoever stops
 * has more than that. So at each α either a stopped trader can lie below it, and everyone who goes on would have too,
 * or only a trader of a later round can.
 * @param countAsGood makes so many further redraws and counts those that did at least as well as the trader
 */
export function sequentialPValue(countAsGood: (redraws: number) => number): number {
  let redraws = 0
  let asGood = 0
  for (const until of ROUNDS) {
    asGood += countAsGood(until - redraws)
    redraws = until
    if (asGood > FEW) break
  }
  return (1 + asGood) / (1 + redraws)
}
