import { DELAY_MINUTES } from '../../clock.ts'
import { type Address, type Day, dayOf } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { holdsEvents } from '../../store/ledger/ledger-state.ts'
import { addOptOut, removeOptOut } from '../../store/opted-out.ts'
import { dropSnapshots, newestHead, snapshotsAsOf } from '../../store/snapshot/stored-snapshots.ts'
import { dropUnnamedColumns } from '../../store/snapshot/write-columns.ts'
import { LEDGER_STATE, TOUCHED_TRADERS, TRADERS } from '../../store/tables.ts'
import { NEVER } from '../days/publisher-lease.ts'
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

/**
 * Takes a trader off every board, search, rank and percentile, at every day, and publishes a snapshot without it; readers
 * exclude the trader until then. The ledger keeps its events: other traders' numbers do not change.
 * @returns false if the address had opted out before
 */
export function optOut(db: Database, address: Address, delayMinutes?: number): Promise<boolean> {
  return change(db, address, addOptOut, delayMinutes)
}

/** Takes an {@link optOut} back. @returns false if the address had not opted out */
export function optIn(db: Database, address: Address, delayMinutes?: number): Promise<boolean> {
  return change(db, address, removeOptOut, delayMinutes)
}

async function change(
  db: Database,
  address: Address,
  make: (tx: Sql, address: Address) => Promise<boolean>,
  delayMinutes: number = DELAY_MINUTES,
): Promise<boolean> {
  const kept = await db.transaction(async (tx) => {
    if (!(await make(tx, address))) return null
    await touch(tx, address)
    return dropSnapshotsAsOf(tx, 0)
  })
  if (kept === null) return false
  if (await holdsEvents(db)) await refresh(db, { delayMinutes })
  for (const asOf of kept) await refresh(db, { asOf, delayMinutes })
  return true
}

const NEW_VERSION = statement((from) =>
  from(LEDGER_STATE)
    .where('id', 1)
    .update({ version: from.raw('version + 1') })
    .returning(['version']),
)
const TRADER = statement((from, { address }: { address: Address }) =>
  from(TRADERS).select('id').where('address', address),
)

/** Has the trader computed again, where the ledger knows it; what it did by day stays as it is. */
async function touch(tx: Sql, address: Address): Promise<void> {
  const state = await NEW_VERSION.get(tx)
  const trader = await TRADER.get(tx, { address })
  if (!trader || !state) return
  const columns = { trader_id: [trader.id], version: [state.version], since: [NEVER] }
  await tx.upsert(TOUCHED_TRADERS, columns, 1, { since: 'min' })
}
