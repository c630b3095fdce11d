import type { MetricDefinition } from './metric-definition.ts'
import { seededRandom } from './seeded-random.ts'
import { type StakedColumns, type StakedUnit, stakedUnits } from './staked-units.ts'

/** How easily luck explains the edge. */
export const EDGE_P_VALUE = {
  id: 'edgePValue',
  title: 'Edge, p-value',
  formula:
    'Share of 1,000 redraws of every unit that did at least as well, the trader counted among them: a unit wins all its shares with the probability paid, cost over shares, or nothing.',
  unit: 'probability',
  range: '1/1001 to 1',
  minimumSample: { count: 1, of: 'decided units with a cost' },
  direction: 'LOWER_IS_BETTER',
  nullWhen: 'no decided unit cost anything',
  source: 'methodology §5',
} as const satisfies MetricDefinition

const REDRAWS = 1000

/**
 * One-sided p-value of the trader's profit when every price paid was fair: (1 + redraws that did at least as well) /
 * 1,001, never 0. Each redraw has mean profit 0, fees being part of the price paid; a unit at a price of 1 or more
 * cannot surprise and stays at 0. Units that were sold before resolution are redrawn as if held, which spreads the
 * redraws wider and makes the test more careful. Costs stay the same in every redraw, so comparing profits compares
 * edges. The same units and address give the same bits, in any order. Exact while a trader's shares stay below 2^53
 * millionths. Null when no unit has a cost.
 */
export function bernoulliNullPValue(units: readonly StakedUnit[], address: string): number | null {
  const columns = stakedUnits(units)
  if (columns.pnl.length === 0) return null
  const { threshold, payout, target } = betsOf(columns)
  const random = seededRandom(`null:${address}`)
  let atLeastAsGood = 1
  for (let redraw = 0; redraw < REDRAWS; redraw += 1) {
    let paid = 0
    for (let i = 0; i < payout.length; i += 1) if (random() < (threshold[i] ?? 0)) paid += payout[i] ?? 0
    if (paid >= target) atLeastAsGood += 1
  }
  return atLeastAsGood / (REDRAWS + 1)
}

/** For each unit the 32-bit number below which it wins, what it then pays, and what all must pay to match. */
function betsOf({ pnl, cost, shares }: StakedColumns) {
  const threshold = new Float64Array(pnl.length)
  const payout = new Float64Array(pnl.length)
  let target = 0
  for (let i = 0; i < pnl.length; i += 1) {
    const paid = cost[i] ?? 0
    const full = shares[i] ?? 0
    const certain = paid >= full
    threshold[i] = certain ? 2 ** 32 : (paid / full) * 2 ** 32
    payout[i] = certain ? paid : full
    target += (pnl[i] ?? 0) + paid
  }
  return { threshold, payout, target }
}
