import type { MetricDefinition } from '../metric-definition.ts'
import { type Interval, wilsonInterval } from '../skill/wilson-interval.ts'
import type { WinsAndLosses } from './win-rate.ts'

export const WIN_RATE_INTERVAL = {
  id: 'winRateInterval',
  title: 'Win rate, 95% interval',
  formula: "Wilson's 95% score interval of the win rate.",
  unit: 'fraction',
  range: '0 to 1 at both ends',
  minimumSample: { count: 1, of: 'decided units with a profit or a loss' },
  direction: 'NEUTRAL',
  nullWhen: 'no unit was decided with a profit or a loss',
  source: 'methodology §4',
  shape: 'INTERVAL',
} as const satisfies MetricDefinition

/** Wilson's 95% interval of the win rate, both ends in [0, 1]; null when no unit won or lost. */
export function winRateInterval({ wins, losses }: WinsAndLosses): Interval | null {
  return wilsonInterval(wins, wins + losses)
}
