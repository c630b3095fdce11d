import { defined } from '../../checks.ts'
import { type Day, weekStart } from '../../ledger/quantities.ts'
import { MINIMUM_UNITS } from '../../metrics/behaviour/copyable.ts'
import { MINIMUM_WEEKS } from '../../metrics/skill/consistent.ts'
import { MINIMUM_FORESIGHT_FILLS } from '../../metrics/skill/prescience.ts'
import type { TraderDays } from '../windows/trader-days.ts'

/** Fewest fills of a bot: below, entropy is 0 (methodology §6), and the other parts do not reach the threshold. */
const LEAST_BOT_FILLS = 50
/** With fewer fills only a score by weeks is possible. */
const LEAST_FILLS = Math.min(LEAST_BOT_FILLS, MINIMUM_FORESIGHT_FILLS)

/**
 * Whether a trader has enough fills up to a day's close for a score by fills, or to be a bot. Scores by decided units depend on the number of
 * positions instead ({@link LEAST_POSITIONS}).
 */
export function hasEnoughFills(days: TraderDays, upTo: Day): boolean {
  const { day, fills } = days.columns
  let count = 0
  for (let row = 0; row < days.count; row++) if (defined(day[row]) <= upTo) count += defined(fills[row])
  if (count >= LEAST_FILLS || count < MINIMUM_WEEKS) return count >= LEAST_FILLS
  const weeks = new Set<number>()
  for (let row = 0; row < days.count; row++)
    if (defined(fills[row]) > 0 && defined(day[row]) <= upTo) weeks.add(weekStart(defined(day[row])))
  return weeks.size >= MINIMUM_WEEKS
}

/** Fewest positions for a board's score by decided units. (`high-conviction`, which is no board, needs fewer.) */
export const LEAST_POSITIONS = MINIMUM_UNITS
