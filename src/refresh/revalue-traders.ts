import { setImmediate } from 'node:timers/promises'
import type { Day, MicroUsd } from '../ledger/quantities.ts'
import { roi } from '../metrics/roi.ts'
import type { Sql } from '../store/database.ts'
import { TRADER_SERIES, TRADER_STATS } from '../store/tables.ts'
import type { ValueChanges } from './read-value-changes.ts'
import { revaluePoints } from './revalue-points.ts'
import { FOR_EVER, replaceValid } from './versioned-rows.ts'

/** A valid row of `trader_stats`. */
type Stats = Record<Exclude<keyof typeof TRADER_STATS.columns, 'roi' | 'win_rate'>, number> &
  Record<'roi' | 'win_rate', number | null>

interface Series {
  trader_id: number
  points: string
}

/** What revaluing some traders did. */
export interface Revalued {
  /** Their new rows of the newest snapshot. */
  stats: Stats[]
  /** Traders whose rows do not say enough: they must be computed, and nothing of theirs was written. */
  left: number[]
}

const TRADERS_AT_ONCE = 500

/**
 * Writes the rows of traders whose holdings are worth more or less at the cutoff, and of whom nothing else changed. The
 * valid rows hold all that it takes: profit moves by the change, in every period, and the last point with it.
 */
export async function revalueTraders(
  tx: Sql,
  snapshot: number,
  cutoffDay: Day,
  changes: ValueChanges,
): Promise<Revalued> {
  const revalued: Revalued = { stats: [], left: [] }
  const ids = [...changes.keys()].sort((a, b) => a - b)
  for (let from = 0; from < ids.length; from += TRADERS_AT_ONCE) {
    const some = ids.slice(from, from + TRADERS_AT_ONCE)
    const valid = `${tx.isIn('trader_id', 'int')} AND until_snapshot = ${FOR_EVER}`
    const stats = await tx.all<Stats>(`SELECT * FROM trader_stats WHERE ${valid}`, [tx.list(some)])
    const series = await tx.all<Series>(`SELECT trader_id, points FROM trader_series WHERE ${valid}`, [
      tx.list(some),
    ])
    const fresh = revalueRows(some, stats, series, changes, cutoffDay)
    await replaceValid(tx, TRADER_STATS, snapshot, fresh.stats)
    await replaceValid(tx, TRADER_SERIES, snapshot, fresh.series)
    for (const row of fresh.stats) revalued.stats.push(row)
    revalued.left.push(...fresh.left)
    await setImmediate()
  }
  return revalued
}

function revalueRows(
  ids: readonly number[],
  stats: readonly Stats[],
  series: readonly Series[],
  changes: ValueChanges,
  cutoffDay: Day,
) {
  const points = new Map(series.map((row) => [row.trader_id, row.points]))
  // The drivers read integers beyond 2^53 as the nearest double: such a row cannot be written again.
  const isInexact = (row: Stats) =>
    [row.volume, row.share_volume, row.bought].some((n) => !Number.isSafeInteger(n))
  const left = new Set(stats.filter(isInexact).map((row) => row.trader_id))
  const shown = new Set(stats.map((row) => row.trader_id))
  const freshSeries = ids.flatMap((trader_id) => {
    const fresh = revaluePoints(points.get(trader_id) ?? null, cutoffDay, changes.get(trader_id) ?? 0)
    if (fresh === undefined || !shown.has(trader_id)) left.add(trader_id)
    return fresh === undefined ? [] : [{ trader_id, points: fresh }]
  })
  const isDone = (row: { trader_id: number }) => !left.has(row.trader_id)
  return {
    stats: stats.filter(isDone).map((row) => revalueRow(row, changes.get(row.trader_id) ?? 0)),
    series: freshSeries.filter(isDone),
    left,
  }
}

/** The start of a window and its flows stay; only the holdings at its end are worth something else. */
function revalueRow(row: Stats, change: MicroUsd): Stats {
  const pnl = row.pnl + change
  return {
    ...row,
    pnl,
    unrealized: row.unrealized + change,
    roi: roi(pnl, row.start_value, row.bought),
  }
}
