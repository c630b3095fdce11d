import { setImmediate } from 'node:timers/promises'
import type { Sql } from '../store/database.ts'
import type { AllStandings } from './basis.ts'
import type { ValueChanges } from './read-value-changes.ts'
import { moveStanding } from './standings.ts'
import { CLOSES, FOR_EVER, replaceValid } from './versioned-rows.ts'

interface Close {
  trader_id: number
  volume: number
  fills: number
  change: number
  official_change: number
}

const TRADERS_AT_ONCE = 2_000

/**
 * Moves the profit, by either rule, of traders whose holdings are worth more or less at the cutoff, and of whom nothing
 * else changed: by the change, in every period, and the last point of the series with it. Their stats and history stay as written;
 * the close of the day tells the change, and readers add it.
 */
export async function revalueTraders(
  tx: Sql,
  snapshot: number,
  changes: ValueChanges,
  standings: AllStandings,
): Promise<void> {
  const ids = [...changes.keys()].sort((a, b) => a - b)
  for (let from = 0; from < ids.length; from += TRADERS_AT_ONCE) {
    const some = ids.slice(from, from + TRADERS_AT_ONCE)
    const valid = await tx.all<Close>(
      'SELECT trader_id, volume, fills, change, official_change FROM trader_closes ' +
        `WHERE ${tx.isIn('trader_id', 'int')} AND until_snapshot = ${FOR_EVER}`,
      [tx.list(some)],
    )
    const closes = new Map(valid.map((close) => [close.trader_id, close]))
    const fresh = some.map((trader_id) => {
      const close = closes.get(trader_id) ?? NO_CLOSE
      const more = changes.get(trader_id)
      const change = close.change + (more?.value ?? 0)
      const official_change = close.official_change + (more?.official ?? 0)
      return { trader_id, volume: close.volume, fills: close.fills, change, official_change }
    })
    await replaceValid(tx, CLOSES.table, snapshot, fresh)
    await setImmediate()
  }
  for (const ofPeriod of standings.now.values())
    for (const [trader, { value }] of changes) if (value !== 0) moveStanding(ofPeriod, trader, value)
}

const NO_CLOSE = { volume: 0, fills: 0, change: 0, official_change: 0 }
