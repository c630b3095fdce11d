import { LRUCache } from 'lru-cache'
import { DAY_SECONDS, type Day, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Value } from '../engine/table-types.ts'
import { LEDGER_STATE, MARKETS, MOVEMENTS, TOKENS, VOLUME_DAYS } from '../tables.ts'
import { historyOf } from './history.ts'

/** A snapshot as of a day. */
interface AsOfDay {
  readonly id: number
  readonly generatedAt: Seconds
  readonly ledgerVersion: number
}

/** Snapshots whose last look is remembered: as many as are kept as of a day. */
const REMEMBERED = 30

const STATE = statement((from) => from(LEDGER_STATE).select('version', 'pinned').where('id', 1))

/**
 * A question to snapshots as of a day: whether metadata has since described a market otherwise that was traded by the day's close.
 * It remembers up to where it looked, so that the next look reads only what has changed after it.
 */
export function createRedescribed(): (sql: Sql, snapshot: AsOfDay, day: Day) => Promise<boolean> {
  const looked = new LRUCache<string, { version: number; pinned: number }>({ max: REMEMBERED })
  return async (sql, { id, generatedAt, ledgerVersion }, day) => {
    const { version = 0, pinned = null } = (await STATE.get(sql)) ?? {}
    if (version === ledgerVersion) return false
    // A store that was deleted and filled again counts from 1: the time distinguishes them.
    const key = `${id} ${generatedAt} ${ledgerVersion}`
    const last = looked.get(key)
    if (last?.version === version) return false
    // A change after the last look is kept under the version that was pinned then, or a later one.
    if (await isRedescribed(sql, last?.pinned ?? ledgerVersion, day)) return true
    if (pinned !== null) looked.set(key, { version, pinned })
    return false
  }
}

/** Relies on the indexes of histories by `pin`: it costs what has changed, not what there is. */
async function isRedescribed(sql: Sql, since: number, day: Day): Promise<boolean> {
  const isAny = async (text: string, values: readonly Value[]) =>
    (await sql.get(`SELECT 1 AS found FROM ${text} LIMIT 1`, values)) !== undefined
  // A market whose shares were split has positions before its first fill.
  const isMarket = await isAny(
    `${historyOf(MARKETS).name} p WHERE p.pin >= ? AND (EXISTS (SELECT 1 FROM ${TOKENS.name} t JOIN ${VOLUME_DAYS.name} v ` +
      `ON v.token_id = t.id WHERE t.condition_id = p.condition_id AND v.day <= ?) OR ` +
      `EXISTS (SELECT 1 FROM ${MOVEMENTS.name} m WHERE m.condition_id = p.condition_id AND m.time < ?))`,
    [since, day, (day + 1) * DAY_SECONDS],
  )
  if (isMarket) return true
  return isAny(
    `${historyOf(TOKENS).name} p JOIN ${TOKENS.name} t ON t.id = p.id JOIN ${VOLUME_DAYS.name} v ON v.token_id = p.id ` +
      'WHERE p.pin >= ? AND p.present = 1 AND p.outcome_name IS DISTINCT FROM t.outcome_name AND v.day <= ?',
    [since, day],
  )
}
