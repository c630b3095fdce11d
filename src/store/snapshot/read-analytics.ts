import type { Database, Sql } from '../engine/database.ts'
import { labelName } from '../engine/label-numbers.ts'
import { as, statement } from '../engine/statement.ts'
import { CONDITIONS, MARKETS } from '../engine/tables.ts'
import { keepNewest } from './keep-newest.ts'
import type { SharedAnalytics, SnapshotReader } from './snapshot-reader.ts'
import { LABELS, SNAPSHOT_ANALYTICS } from './snapshot-tables.ts'

/** Snapshots whose shared part is kept in memory. */
const KEPT = 4

const NAMES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(LABELS).select('id', 'name').whereAnyOf('id', 'int', ids),
)
const MARKET_NAMES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(CONDITIONS, 'c'))
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .select('c.id', 'c.condition', 'm.question', 'm.slug')
    .whereAnyOf('c.id', 'int', ids),
)
const SHARED = statement((from, { snapshot }: { snapshot: number }) =>
  from(SNAPSHOT_ANALYTICS).select('traders', 'q_values', 'baselines').where('snapshot_id', snapshot),
)

/** Reads of what analytics are composed from. */
export function createAnalyticsReader(db: Database): Pick<SnapshotReader, 'shared' | 'labels' | 'markets'> {
  const shared = keepNewest((snapshot: number) => readShared(db, snapshot), KEPT)
  return {
    shared: (snapshot) => shared(snapshot.id),
    async labels(ids) {
      const rows = await NAMES.all(db, { ids: [...new Set(ids.map(labelName))] })
      const names = new Map(rows.map(({ id, name }) => [id, name]))
      return new Map(ids.map((label) => [label, names.get(labelName(label)) ?? '']))
    },
    async markets(ids) {
      const rows = await MARKET_NAMES.all(db, { ids: ids.filter((id) => id > 0) })
      return new Map(rows.map(({ id, ...market }) => [id, market]))
    },
  }
}

async function readShared(sql: Sql, snapshot: number): Promise<SharedAnalytics> {
  const row = await SHARED.get(sql, { snapshot })
  if (!row) return { qValues: new Map(), baselines: null }
  // Copied: a driver's buffer need not be aligned.
  const traders = new Int32Array(Uint8Array.from(row.traders).buffer)
  const values = new Float64Array(Uint8Array.from(row.qValues).buffer)
  return { qValues: new Map(Array.from(traders, (id, i) => [id, values[i] ?? 1])), baselines: row.baselines }
}
