/** The least k that a binomial count of `n` trials with this chance exceeds with a probability below `error`. */
export function binomialLimit(n: number, chance: number, error: number): number {
  // In logarithms: the first weights of many trials are too small for a double.
  let logWeight = n * Math.log1p(-chance)
  let below = Math.exp(logWeight)
  let k = 0
  while (k < n && 1 - below >= error) {
    logWeight += Math.log((n - k) / (k + 1)) + Math.log(chance / (1 - chance))
    below += Math.exp(logWeight)
    k += 1
  }
  return k
}
