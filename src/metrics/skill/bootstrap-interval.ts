import { defined } from '../../checks.ts'
import type { Address } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { MINIMUM_STAKED_UNITS, type StakedColumns, type StakedUnit, stakedUnits } from './decided-units.ts'
import { type RandomFill, seededRandom, seedOf } from './seeded-random.ts'
import type { Interval } from './wilson-interval.ts'

export const EDGE_INTERVAL = {
  id: 'edgeInterval',
  title: 'Edge, 95% interval',
  formula:
    "The 25th smallest and the 25th largest edge of 1,000 bootstrap draws of the trader's decided units, with a seed fixed by the address.",
  unit: 'fraction',
  range: 'any values, the lower end first',
  minimumSample: { count: MINIMUM_STAKED_UNITS, of: 'decided units with a cost' },
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §5',
  shape: 'INTERVAL',
} as const satisfies MetricDefinition

const DRAWS = 1000
/** 2.5% of the draws lie at or beyond each end. */
const TAIL = 25

/**
 * Returns the 95% percentile-bootstrap interval of {@link edge}: 1,000 samples, with replacement, of the size
 * of the units. The same units and address give the same bits, in any order of the units; sums are exact
 * below 2^53 micro-dollars. Null under 30 units with a cost.
 */
export function bootstrapInterval(units: readonly StakedUnit[], address: Address): Interval | null {
  const columns = stakedUnits(units)
  if (columns.pnl.length < MINIMUM_STAKED_UNITS) return null
  const edges = drawnEdges(columns, seededRandom(seedOf('bootstrap', address))).sort()
  return [defined(edges[TAIL - 1]), defined(edges[DRAWS - TAIL])]
}

function drawnEdges({ pnl, cost }: StakedColumns, random: RandomFill): Float64Array {
  const edges = new Float64Array(DRAWS)
  const n = pnl.length
  const numbers = new Uint32Array(n)
  const scale = n / 2 ** 32
  for (let draw = 0; draw < DRAWS; draw += 1) {
    random(numbers)
    let pnlSum = 0
    let costSum = 0
    for (let i = 0; i < n; i += 1) {
      // The floor of a number from 0 to below 2^31, in less than half the time of Math.floor.
      const pick = (defined(numbers[i]) * scale) | 0
      pnlSum += defined(pnl[pick])
      costSum += defined(cost[pick])
    }
    edges[draw] = pnlSum / costSum
  }
  return edges
}
