import type { Day, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { lockTable } from '../engine/locks.ts'
import { statement } from '../engine/statement.ts'
import type { RowOf } from '../engine/table.ts'
import { BOARD_SCORES, SCREENS, SHOWN_NUMBERS, STANDINGS } from './snapshot-columns.ts'
import { SNAPSHOT_ANALYTICS, SNAPSHOT_GAPS, SNAPSHOTS } from './snapshot-tables.ts'

export type StoredSnapshot = RowOf<typeof SNAPSHOTS>

/** In `taken_back`: some block, of a snapshot that was published after an undo that it did not know. */
export const UNKNOWN_BLOCK = 1

const HEAD = statement((from) =>
  from(SNAPSHOTS).select('*').whereNull('as_of').orderBy('id', 'desc').limit(1),
)
const NEWEST_AS_OF = statement((from, { day }: { day: Day }) =>
  from(SNAPSHOTS).select('*').where('as_of', day).orderBy('id').limit(1),
)
const BY_ID = statement((from, { id }: { id: number }) => from(SNAPSHOTS).select('*').where('id', id))
const ANY = statement((from) => from(SNAPSHOTS).select('id').limit(1))
const RANGE = statement((from) => from(SNAPSHOTS).max('id as highest').min('id as lowest'))
const HEADS = statement((from) => from(SNAPSHOTS).select('*').whereNull('as_of').orderBy('id', 'desc'))
const TAKE_BACK = statement((from, { block }: { block: number }) =>
  from(SNAPSHOTS)
    .whereNull('as_of')
    .where('cutoff_block', '>=', block)
    .where((rows) => rows.whereNull('taken_back').orWhere('taken_back', '>', block))
    .update({ taken_back: block }),
)
const OTHERS_AS_OF = statement((from, { day, id }: { day: Day; id: number }) =>
  from(SNAPSHOTS).select('*').where('as_of', day).where('id', '<>', id),
)
const ALL_AS_OF = statement((from) => from(SNAPSHOTS).select('*').whereNotNull('as_of').orderBy('id'))
const DROP = statement((from, { ids }: { ids: readonly number[] }) =>
  from(SNAPSHOTS).whereAnyOf('id', 'int', ids).delete(),
)
/** Drops what only some snapshots use, of each table with a row, or some, a snapshot. */
const DROP_PARTS = [STANDINGS, BOARD_SCORES, SHOWN_NUMBERS, SCREENS, SNAPSHOT_GAPS, SNAPSHOT_ANALYTICS].map(
  (table) =>
    statement((from, { ids }: { ids: readonly number[] }) =>
      from(table).whereAnyOf('snapshot_id', 'int', ids).delete(),
    ),
)

/** The newest head snapshot; undefined before the first one. By primary key. */
export function newestHead(sql: Sql): Promise<StoredSnapshot | undefined> {
  return HEAD.get(sql)
}

const NEWEST_STANDING = statement((from) =>
  from(SNAPSHOTS)
    .select('cutoff_time as time', 'cutoff_block as block', 'taken_back')
    .whereNull('as_of')
    .where((rows) => rows.whereNull('taken_back').orWhere('taken_back', '>', UNKNOWN_BLOCK))
    .orderBy('id', 'desc')
    .limit(1),
)

/**
 * The cutoff of the newest head snapshot, its block before the first one that was taken back of it; null before the first snapshot.
 * By primary key.
 */
export async function newestStandingCutoff(sql: Sql) {
  const newest = await NEWEST_STANDING.get(sql)
  if (newest === undefined) return null
  const { time, block, takenBack } = newest
  return { time, block: takenBack === null ? block : takenBack - 1 }
}

/** The newest snapshot as of a day: their ids count down. */
export function newestAsOf(sql: Sql, day: Day): Promise<StoredSnapshot | undefined> {
  return NEWEST_AS_OF.get(sql, { day })
}

/** A snapshot, if it is still there. */
export function snapshotById(sql: Sql, id: number): Promise<StoredSnapshot | undefined> {
  return BY_ID.get(sql, { id })
}

/** Whether any snapshot is published, a head or a past day's. */
export async function hasSnapshot(sql: Sql): Promise<boolean> {
  return (await ANY.get(sql)) !== undefined
}

/** The highest id and the lowest; 0 without one. */
export async function snapshotIds(sql: Sql): Promise<{ highest: number; lowest: number }> {
  const { highest, lowest } = (await RANGE.get(sql)) ?? { highest: null, lowest: null }
  return { highest: highest ?? 0, lowest: lowest ?? 0 }
}

/** The seconds for which a store keeps snapshots, if they are fewer than a delay needs; null if they are enough, or unknown. */
export async function shorterKept(sql: Sql, delay: Seconds): Promise<Seconds | null> {
  const keptFor = (await newestHead(sql))?.keptFor ?? null
  return keptFor !== null && keptFor < delay ? keptFor : null
}

/** Warns of it in one sentence. */
export function shorterKeptText(keptFor: Seconds, delay: Seconds): string {
  const [kept, needed] = [keptFor / 60, delay / 60]
  return `Snapshots are kept for ${kept} minutes, less than the delay of ${needed} here, so callers without Pro may see an older one, or the close of an earlier day`
}

export const KEEP_LONGER =
  'Set the same WHALE_DELAY_MINUTES for the process that publishes (`follow` or `refresh`).'

/** All head snapshots, newest first. */
export function headSnapshots(sql: Sql): Promise<StoredSnapshot[]> {
  return HEADS.all(sql)
}

/** Marks head snapshots that hold a block or a later one, in the transaction that takes the block back. */
export async function takeBackHeads(tx: Sql, block: number): Promise<void> {
  await lockTable(tx, SNAPSHOTS)
  await TAKE_BACK.run(tx, { block })
}

/** All past days' snapshots except one. */
export function othersAsOf(sql: Sql, day: Day, id: number): Promise<StoredSnapshot[]> {
  return OTHERS_AS_OF.all(sql, { day, id })
}

/** All snapshots as of a day, newest first. */
export function snapshotsAsOf(sql: Sql): Promise<StoredSnapshot[]> {
  return ALL_AS_OF.all(sql)
}

/** Drops snapshots with the rows that only they use. */
export async function dropSnapshots(tx: Sql, snapshots: readonly StoredSnapshot[]): Promise<void> {
  if (snapshots.length === 0) return
  const ids = snapshots.map(({ id }) => id)
  for (const drop of [DROP, ...DROP_PARTS]) await drop.run(tx, { ids })
}
