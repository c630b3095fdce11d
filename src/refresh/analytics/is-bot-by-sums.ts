import { isBot } from '../../metrics/behaviour/is-bot.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import type { BehaviourSums } from '../../store/snapshot/trader-record.ts'
import { botAssessment } from './bot-assessment.ts'

/** True for a bot by all its fills; `volume` is of the same, in micro-dollars. False without fills. */
export function isBotBySums(sums: BehaviourSums, volume: ExactTotal): boolean {
  return isBot(botAssessment(sums, volume)?.probability ?? null)
}
