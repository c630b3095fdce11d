import { defined } from '../../checks.ts'

/** Bets that pay all or nothing. */
export interface Bets {
  /** Each bet's chance of winning, 0 to 1. */
  readonly chance: Float64Array
  /** The payout of each if it wins, 0 or more. */
  readonly payout: Float64Array
}

/** The logarithm of the chance below which luck is excluded: one in ten million. */
const BEYOND = Math.log(1e-7)
const STEPS = 30
/** e to this power is near the largest double. */
const LARGEST_EXPONENT = 600

/**
 * Returns true if the chance that bets pay `target` or more together is proved to be under 1 in 10⁷; false if
 * it is not proved. By Chernoff's bound, P(sum ≥ target) ≤ E[exp(t · sum)] ÷ exp(t · target) for every t > 0.
 * Newton's steps search for t, and the bound holds at any t they end with.
 */
export function isBeyondLuck({ chance, payout }: Bets, target: number): boolean {
  if (target > payout.reduce((sum, one) => sum + one, 0)) return true
  const largest = payout.reduce((most, one) => Math.max(most, one), 0)
  if (largest === 0) return false
  const weight = payout.map((one) => one / largest)
  let t = 0
  for (let step = 0; step < STEPS; step += 1) {
    const at = boundAt(chance, weight, target / largest, t)
    if (at.bound < BEYOND) return true
    if (at.slope >= 0 && t === 0) return false
    const next = Math.min(LARGEST_EXPONENT, Math.max(0, t - at.slope / at.curve))
    if (!(Math.abs(next - t) > 1e-9 * next)) return false
    t = next
  }
  return false
}

/** The logarithm of the bound at t, and its first and second derivative. */
function boundAt(chance: Float64Array, weight: Float64Array, target: number, t: number) {
  let bound = -t * target
  let slope = -target
  let curve = 0
  for (let i = 0; i < chance.length; i += 1) {
    const [q, w] = [defined(chance[i]), defined(weight[i])]
    const grown = Math.exp(t * w)
    const moment = 1 - q + q * grown
    const tilted = (q * grown) / moment
    bound += Math.log(moment)
    slope += w * tilted
    curve += w * w * tilted * (1 - tilted)
  }
  return { bound, slope, curve }
}
