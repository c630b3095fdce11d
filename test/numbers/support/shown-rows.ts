import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { type Snapshot, wholePeriod } from '../../../src/store/snapshot/snapshot-reader.ts'
import { snapshotOf } from '../../../src/store/snapshot/snapshot-tables.ts'
import { snapshotById } from '../../../src/store/snapshot/stored-snapshots.ts'

/** The readers' view of every trader in a snapshot: stats by the columns of `trader_stats`, series as arrays. */
export interface ShownRows {
  /** By trader, then period. */
  stats: Record<string, unknown>[]
  /** By trader; those without a point are not there. */
  series: { trader_id: number; points: number[][] }[]
}

/** Reads them as a server does. */
export async function shownRows(db: Database, snapshot: number): Promise<ShownRows> {
  const shown = await snapshotNamed(db, snapshot)
  const rows = await db.all<{ id: number }>('SELECT id FROM traders ORDER BY id')
  const ids = rows.map(({ id }) => id)
  const reader = createReader(db)
  const series = await reader.series(shown, ids)
  const stats = []
  for (const period of PERIODS.toSorted((a, b) => a.code - b.code))
    stats.push(...(await reader.stats(shown, wholePeriod(period), ids)).values())
  return {
    stats: stats
      .sort((a, b) => a.trader - b.trader || (a.period ?? 0) - (b.period ?? 0))
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value]))),
    series: [...series]
      .sort(([a], [b]) => a - b)
      .map(([trader_id, points]) => ({
        trader_id,
        points: points.map(({ day, pnl, realized, volume }) => [day, pnl, realized, volume]),
      })),
  }
}

/** A snapshot by its id. Throws for an unknown one. */
export async function snapshotNamed(db: Database, id: number): Promise<Snapshot> {
  const row = await snapshotById(db, id)
  if (!row) throw new Error(`there is no snapshot ${id}`)
  return snapshotOf({ ...row, simulated: 0 })
}

/** The name of a number as a column has it. */
export function columnOf(name: string): string {
  if (name === 'trader') return 'trader_id'
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
