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
}

const TRADERS_AT_ONCE = 2_000

/**
 * Moves the profit of traders whose holdings are worth more or less at the cutoff, and of whom nothing else changed:
 * by the change, in every period, and the last point of the series with it. Their stats and history stay as written;
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
      'SELECT trader_id, volume, fills, change FROM trader_closes ' +
        `WHERE ${tx.isIn('trader_id', 'int')} AND until_snapshot = ${FOR_EVER}`,
      [tx.list(some)],
    )
    const closes = new Map(valid.map((close) => [close.trader_id, close]))
    const fresh = some.map((trader_id) => {
      const { volume, fills, change } = closes.get(trader_id) ?? NO_CLOSE
      return { trader_id, volume, fills, change: change + (changes.get(trader_id) ?? 0) }
    })
    await replaceValid(tx, CLOSES.table, snapshot, fresh)
    await setImmediate()
  }
  for (const ofPeriod of standings.now.values())
    for (const [trader, change] of changes) moveStanding(ofPeriod, trader, change)
}

const NO_CLOSE = { volume: 0, fills: 0, change: 0 }
