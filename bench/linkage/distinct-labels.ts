import type { Labels } from '../../src/access/accounts/labels.ts'

/**
 * Labels that never coincide, for attacks on what is shown. The service's labels are numbers out of 990,000: two of the
 * demo world's 308 public alerts have the same number by chance under one secret in 24. An attack that takes
 * them for one trader's rules out the right one, so this one is told which labels coincide by chance.
 */
export const DISTINCT_LABELS: Labels = {
  of: (what, day) => `${what} of day ${day}`,
  mark: 'distinct',
}
