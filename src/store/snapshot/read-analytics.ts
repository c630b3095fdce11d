import type { ConditionId } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { labelName } from '../engine/label-numbers.ts'
import { keepNewest } from './keep-newest.ts'
import type { MarketName, SharedAnalytics, SnapshotReader } from './snapshot-reader.ts'

/** Snapshots whose shared part is kept in memory. */
const KEPT = 4

/** Reads of what analytics are composed from. */
export function createAnalyticsReader(db: Database): Pick<SnapshotReader, 'shared' | 'labels' | 'markets'> {
  const shared = keepNewest((snapshot: number) => readShared(db, snapshot), KEPT)
  return {
    shared: (snapshot) => shared(snapshot.id),
    async labels(ids) {
      const rows = await db.all<{ id: number; name: string }>(
        `SELECT id, name FROM labels WHERE ${db.isIn('id', 'int')}`,
        [db.list([...new Set(ids.map(labelName))])],
      )
      const names = new Map(rows.map(({ id, name }) => [id, name]))
      return new Map(ids.map((label) => [label, names.get(labelName(label)) ?? '']))
    },
    async markets(ids) {
      const rows = await db.all<MarketName & { id: number; condition: ConditionId }>(
        'SELECT c.id, c.condition, m.question, m.slug FROM conditions c LEFT JOIN markets m ON m.condition_id = c.id ' +
          `WHERE ${db.isIn('c.id', 'int')}`,
        [db.list(ids.filter((id) => id > 0))],
      )
      return new Map(rows.map(({ id, ...market }) => [id, market]))
    },
  }
}

async function readShared(sql: Sql, snapshot: number): Promise<SharedAnalytics> {
  const row = await sql.get<{ traders: Uint8Array; q_values: Uint8Array; baselines: string }>(
    'SELECT traders, q_values, baselines FROM snapshot_analytics WHERE snapshot_id = ?',
    [snapshot],
  )
  if (!row) return { qValues: new Map(), baselines: null }
  // Copied: a driver's buffer need not be aligned.
  const traders = new Int32Array(Uint8Array.from(row.traders).buffer)
  const values = new Float64Array(Uint8Array.from(row.q_values).buffer)
  return { qValues: new Map(Array.from(traders, (id, i) => [id, values[i] ?? 1])), baselines: row.baselines }
}
