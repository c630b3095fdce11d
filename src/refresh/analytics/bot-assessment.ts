import { type BotAssessment, botProbability } from '../../metrics/behaviour/bot-probability.ts'
import { makerRatio } from '../../metrics/behaviour/maker-ratio.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import type { BehaviourSums } from '../../store/snapshot/trader-record.ts'

/** How much a trader traded like a machine; null without fills. `volume` is of the same fills, in micro-dollars. */
export function botAssessment(
  behaviour: Omit<BehaviourSums, 'entryUsd' | 'lots' | 'holdingTime'>,
  volume: ExactTotal,
): BotAssessment | null {
  const { fills, activeDays, hours, usdSquares } = behaviour
  return botProbability({
    fills,
    activeDays,
    usdSum: volume,
    usdSquareSum: usdSquares,
    makerRatio: ownMakerRatio(behaviour),
    hourHistogram: hours,
  })
}

/** Maker fills divided by fills whose role is known; null if there is none. */
export function ownMakerRatio({
  makerFills,
  knownRoleFills,
}: Pick<BehaviourSums, 'makerFills' | 'knownRoleFills'>): number | null {
  return makerRatio(makerFills, knownRoleFills - makerFills)
}
