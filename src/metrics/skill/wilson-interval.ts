/** A range of plausible values: lower end, upper end. */
export type Interval = readonly [low: number, high: number]

/** The normal distribution's 97.5% point: two-sided 95%. */
export const Z_95 = 1.959963984540054

/**
 * Wilson's score interval for a share of successes among n trials, both ends in [0, 1]. With the default `z`
 * it covers 95%. `successes` and `n` may be fractional, as effective sample sizes are. Null when n is 0.
 * Throws a RangeError unless 0 ≤ successes ≤ n. Wilson 1927, doi:10.1080/01621459.1927.10502953.
 */
export function wilsonInterval(successes: number, n: number, z: number = Z_95): Interval | null {
  if (!(successes >= 0 && successes <= n)) {
    throw new RangeError(`Successes must lie between 0 and the number of trials, not ${successes} of ${n}`)
  }
  if (n === 0) return null
  const rate = successes / n
  const shrink = 1 + (z * z) / n
  const centre = (rate + (z * z) / (2 * n)) / shrink
  const half = (z / shrink) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n))
  // The formula gives exactly 0 and 1 at the extremes, which rounding would miss slightly.
  const low = successes === 0 ? 0 : Math.max(0, centre - half)
  const high = successes === n ? 1 : Math.min(1, centre + half)
  return [low, high]
}
