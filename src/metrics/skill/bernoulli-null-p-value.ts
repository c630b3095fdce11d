import type { Address } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { isBeyondLuck } from './is-beyond-luck.ts'
import { seededRandom } from './seeded-random.ts'
import { sequentialPValue } from './sequential-p-value.ts'
import { MINIMUM_STAKED_UNITS, type StakedColumns, type StakedUnit, stakedUnits } from './staked-units.ts'

export const EDGE_P_VALUE = {
  id: 'edgePValue',
  title: 'Edge, p-value',
  formula:
    'Share of redraws of every unit that did at least as well, including the trader: a unit wins all its shares with the probability paid, cost over shares, or nothing. 1,000 redraws; if at most 10 did as well, further redraws until the eleventh, 100,000 at most. Where a bound proves luck negligible, the further redraws are skipped.',
  unit: 'probability',
  range: '1/100001 to 1',
  minimumSample: { count: MINIMUM_STAKED_UNITS, of: 'decided units with a cost' },
  direction: 'LOWER_IS_BETTER',
  nullWhen: null,
  source: 'methodology §5',
} as const satisfies MetricDefinition

/**
 * One-sided p-value of the trader's profit when every price paid was fair, by {@link sequentialPValue}: never 0. Each redraw has mean profit 0, fees being part of the price paid; a unit at a price of 1 or more
 * cannot surprise and stays at 0. Units that were sold before resolution are redrawn as if held, which spreads the
 * redraws wider and makes the test more careful. Costs stay the same in every redraw, so comparing profits compares
 * edges. The same units and address give the same bits, in any order. Exact while a trader's shares stay below 2^53
 * millionths. Null under 30 units with a cost.
 */
export function bernoulliNullPValue(units: readonly StakedUnit[], address: Address): number | null {
  const columns = stakedUnits(units)
  if (columns.pnl.length < MINIMUM_STAKED_UNITS) return null
  const { threshold, payout, target } = betsOf(columns)
  const random = seededRandom(`null:${address}`)
  const numbers = new Uint32Array(payout.length)
  const redraw = (most: number, enough: number) => {
    let [redraws, asGood] = [0, 0]
    while (redraws < most && asGood < enough) {
      redraws += 1
      if (paidOut(random(numbers), threshold, payout) >= target) asGood += 1
    }
    return { redraws, asGood }
  }
  const chance = Float64Array.from(threshold, (below) => below / 2 ** 32)
  return sequentialPValue({ redraw, isBeyondLuck: () => isBeyondLuck({ chance, payout }, target) })
}

/**
 * Returns the payout of all units together when each wins on a number below its threshold. It has no branch
 * on the winner, which a processor could only guess: the floor is −1 for a unit that wins, and 0 for one that
 * loses.
 */
function paidOut(numbers: Uint32Array, threshold: Float64Array, payout: Float64Array): number {
  let paid = 0
  for (let i = 0; i < numbers.length; i += 1)
    paid -= Math.floor(((numbers[i] ?? 0) - (threshold[i] ?? 0)) / 2 ** 32) * (payout[i] ?? 0)
  return paid
}

/**
 * Returns for each unit the 32-bit number below which it wins and its payout then, and the sum that matches
 * the trader. A unit without risk never wins and has no cost to win back: its profit is 0 in every redraw.
 */
function betsOf({ pnl, cost, shares }: StakedColumns) {
  const threshold = new Float64Array(pnl.length)
  let target = 0
  for (let i = 0; i < pnl.length; i += 1) {
    const paid = cost[i] ?? 0
    const full = shares[i] ?? 0
    const certain = paid >= full
    threshold[i] = certain ? 0 : Math.floor((paid / full) * 2 ** 32)
    target += (pnl[i] ?? 0) + (certain ? 0 : paid)
  }
  return { threshold, payout: shares, target }
}
