import type { Day } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { dropPast } from '../../store/past/drop-past.ts'
import { dropUnnamedColumns } from '../../store/snapshot/write-columns.ts'
import { refresh } from '../publish/refresh.ts'
import { dropSnapshots } from '../publish/snapshot-ids.ts'

/** Snapshots as of a day that are kept, unless more or fewer are asked for. */
const KEPT = 30

/**
 * Publishes the snapshot as of a day if there is none for the current ledger, and drops the oldest of
 * those as of a day.
 * @param kept snapshots as of a day that stay, 1 or more
 * @throws PequodError as `refresh` does
 */
export async function publishAsOf(db: Database, day: Day, kept: number = KEPT): Promise<void> {
  await refresh(db, { asOf: day })
  await db.transaction((tx) => dropSnapshotsAsOf(tx, kept))
  await dropUnnamedColumns(db)
}

/** Drops all snapshots as of a day but the newest `kept`. Their ids count down: the highest are the oldest. */
export async function dropSnapshotsAsOf(tx: Sql, kept: number): Promise<void> {
  const rows = await tx.all<{ id: number }>('SELECT id FROM snapshots WHERE as_of IS NOT NULL ORDER BY id')
  const old = rows.slice(kept).map(({ id }) => id)
  if (old.length === 0) return
  const dropped = await dropSnapshots(tx, tx.isIn('id', 'int'), [tx.list(old)])
  if (dropped !== null) await dropPast(tx, dropped)
}
