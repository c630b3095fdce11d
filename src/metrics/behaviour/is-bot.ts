import type { MetricDefinition } from '../metric-definition.ts'

/** The flag that boards filter by. */
export const IS_BOT = {
  id: 'isBot',
  title: 'Bot',
  formula: 'True when the bot probability is 0.70 or more.',
  unit: 'flag',
  range: 'true or false',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** Returns true from a bot probability of 0.70; false for null. */
export function isBot(probability: number | null): boolean {
  return probability !== null && probability >= 0.7
}
