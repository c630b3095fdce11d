import type { Day } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { dropSnapshots, snapshotsAsOf } from '../../store/snapshot/stored-snapshots.ts'
import { dropUnnamedColumns } from '../../store/snapshot/write-columns.ts'
import { refresh } from '../publish/refresh.ts'

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
  await dropSnapshots(tx, (await snapshotsAsOf(tx)).slice(kept))
}
