import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { dropSnapshots, newestHead, snapshotsAsOf } from '../../store/snapshot/stored-snapshots.ts'
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

/** Days before the newest head's own that stay: where no head is public, the close of one of them is, for a delay is at most a day. */
const CLOSED_DAYS = 2

/**
 * Drops all snapshots as of a day but the newest `kept` and those of the last closed days. Their ids count down: the highest are the
 * oldest.
 * @returns the days that stay
 */
export async function dropSnapshotsAsOf(tx: Sql, kept: number): Promise<Day[]> {
  const head = await newestHead(tx)
  const closedFrom = dayOf(head?.cutoffTime ?? 0) - CLOSED_DAYS
  const all = (await snapshotsAsOf(tx)).map((snapshot) => ({ snapshot, day: snapshot.asOf ?? 0 }))
  const stays = all.filter(({ day }, place) => place < kept || day >= closedFrom)
  const old = all.filter((one) => !stays.includes(one))
  await dropSnapshots(
    tx,
    old.map(({ snapshot }) => snapshot),
  )
  return stays.map(({ day }) => day)
}
