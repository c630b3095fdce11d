import type { Day, Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { SAVED_SCREENS, SCREEN_CLOSES } from './screen-tables.ts'

/** The members of a screen as they were recorded after a day's close. */
export interface ScreenClose {
  day: Day
  /** They were not known before. */
  time: Seconds
  /** Ids, the first first. */
  traders: readonly number[]
}

/** Screens without a record of a day, the oldest first. */
export const UNRECORDED_SCREENS = statement((from, { day, most }: { day: Day; most: number }) =>
  from(as(SAVED_SCREENS, 's'))
    .select('s.id', 's.question', 's.top')
    .whereNotExists(
      from(as(SCREEN_CLOSES, 'c')).select('c.day').where(from.raw('c.screen_id = s.id')).where('c.day', day),
    )
    .orderBy('s.created_at')
    .orderBy('s.id')
    .limit(most),
)
const CLOSES = statement((from, given: { id: string; since: Day; upTo: Day }) =>
  from(SCREEN_CLOSES)
    .select('day', 'time', 'traders')
    .where('screen_id', given.id)
    .where('day', '>=', given.since)
    .where('day', '<=', given.upTo)
    .orderBy('day'),
)

/** Forgets the records of a deleted screen. */
export const FORGET_CLOSES = statement((from, { id }: { id: string }) =>
  from(SCREEN_CLOSES).where('screen_id', id).delete(),
)

/** Records the members of a screen after a day's close, unless another process has. */
export async function recordClose(sql: Sql, id: string, { day, time, traders }: ScreenClose): Promise<void> {
  const row = { screen_id: [id], day: [day], time: [time], traders: [JSON.stringify(traders)] }
  await sql.insertNew(SCREEN_CLOSES, row, 1)
}

/** The records of a screen on some days, in order. */
export async function screenCloses(sql: Sql, id: string, since: Day, upTo: Day): Promise<ScreenClose[]> {
  const rows = await CLOSES.all(sql, { id, since, upTo })
  return rows.map(({ traders, ...row }) => ({ ...row, traders: JSON.parse(traders) }))
}
