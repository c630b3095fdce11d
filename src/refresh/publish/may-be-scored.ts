import { weekStart } from '../../ledger/quantities.ts'
import { MINIMUM_WEEKS } from '../../metrics/skill/consistent.ts'
import { MINIMUM_FORESIGHT_FILLS } from '../../metrics/skill/prescience.ts'
import type { TraderDays } from '../days/trader-days.ts'

/** Fills below which nobody can be told to be a bot: their hours say nothing (methodology §6), and the rest is too little. */
const LEAST_BOT_FILLS = 50
/** With fewer fills only their weeks can give a score. */
const LEAST_FILLS = Math.min(LEAST_BOT_FILLS, MINIMUM_FORESIGHT_FILLS)

/**
 * Whether a trader's fills can give a score or make a bot. Others can have a score by their decided units, which their
 * positions tell ({@link LEAST_POSITIONS}).
 */
export function mayBeScored(days: TraderDays): boolean {
  const [day, fills] = [days.column('day'), days.column('fills')]
  let count = 0
  for (let row = 0; row < days.count; row++) count += fills[row] ?? 0
  if (count >= LEAST_FILLS || count < MINIMUM_WEEKS) return count >= LEAST_FILLS
  const weeks = new Set<number>()
  for (let row = 0; row < days.count; row++) if ((fills[row] ?? 0) > 0) weeks.add(weekStart(day[row] ?? 0))
  return weeks.size >= MINIMUM_WEEKS
}

/** Positions below which no score of decided units counts: the least is that of `high-conviction`, which is on no board. */
export const LEAST_POSITIONS = 20
