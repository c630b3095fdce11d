import { DAY_SECONDS, dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { Value } from '../database.ts'

/**
 * SQL for what a row `v` of `volume_days` counts up to a time: all of it, but on the last day not the fills after that
 * time, which are looked up in the fills' index by token and time. Few are: those that came since a snapshot's cutoff. It
 * takes the values of {@link volumeUpTo}, and the rows of later days are left out beside it.
 */
export const VOLUME_UP_TO =
  'v.usd - CASE WHEN v.day < ? THEN 0 ELSE (SELECT COALESCE(SUM(f.usd), 0) FROM fills f ' +
  'WHERE f.token_id = v.token_id AND f.time > ? AND f.time < ? AND f.role = 1) END'

/** The values that {@link VOLUME_UP_TO} takes. */
export function volumeUpTo(time: Seconds): Value[] {
  const day = dayOf(time)
  return [day, time, (day + 1) * DAY_SECONDS]
}
