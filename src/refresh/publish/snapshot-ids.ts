import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import type { Sql, Value } from '../../store/engine/database.ts'
import type { Cutoff } from '../boards/cutoff.ts'

/** Head snapshots that stay readable besides the newest. */
const KEPT_BEFORE_NEWEST = 2

/** The tables with a row, or some, a snapshot. */
export const SNAPSHOT_TABLES = ['standings', 'board_scores', 'snapshot_gaps', 'snapshot_analytics'] as const

/** A snapshot of everything in the ledger up to a cutoff. */
export interface PublishedSnapshot {
  id: number
  traders: number
  boards: number
}

/** The published snapshot of this cutoff at the ledger's version, or null if there is none yet. */
export async function findPublished(sql: Sql, cutoff: Cutoff): Promise<PublishedSnapshot | null> {
  const newest = await findPublishedSince(sql, cutoff)
  return newest?.version === cutoff.version ? newest : null
}

/** The newest snapshot of this cutoff at the ledger's version or a later one, or null if there is none yet. */
export async function findPublishedSince(
  sql: Sql,
  { asOf, version }: Cutoff,
): Promise<(PublishedSnapshot & { version: number }) | null> {
  const newest = await sql.get<{ id: number; traders: number; version: number }>(
    'SELECT id, traders, ledger_version AS version FROM snapshots ' +
      `WHERE ${asOf === null ? 'as_of IS NULL ORDER BY id DESC' : 'as_of = ? ORDER BY id'} LIMIT 1`,
    asOf === null ? [] : [asOf],
  )
  return newest && newest.version >= version ? { ...newest, boards: LEADERBOARDS.length } : null
}

/** The id of the next snapshot: head snapshots count up from 1, those as of a day down from −1. */
export async function nextSnapshotId(tx: Sql, cutoff: Cutoff): Promise<number> {
  const used = await tx.get<{ highest: number | null; lowest: number | null }>(
    'SELECT MAX(id) AS highest, MIN(id) AS lowest FROM snapshots',
  )
  return cutoff.asOf === null ? Math.max(0, used?.highest ?? 0) + 1 : Math.min(0, used?.lowest ?? 0) - 1
}

/**
 * Drops what the new snapshot makes needless: old head snapshots, or an earlier answer for the same day.
 * @returns the lowest ledger version of those that were dropped; null if there was none
 */
export async function dropOldSnapshots(tx: Sql, snapshot: number, cutoff: Cutoff): Promise<number | null> {
  const oldest = snapshot - KEPT_BEFORE_NEWEST
  return cutoff.asOf === null
    ? dropSnapshots(tx, 'id > 0 AND id < ?', [oldest])
    : dropSnapshots(tx, 'as_of = ? AND id <> ?', [cutoff.asOf, snapshot])
}

/** Drops snapshots with the rows that only they use; likewise. */
export async function dropSnapshots(
  tx: Sql,
  where: string,
  values: readonly Value[],
): Promise<number | null> {
  const rows = await tx.all<{ id: number; version: number }>(
    `SELECT id, ledger_version AS version FROM snapshots WHERE ${where}`,
    values,
  )
  if (rows.length === 0) return null
  const ids = tx.list(rows.map(({ id }) => id))
  await tx.run(`DELETE FROM snapshots WHERE ${tx.isIn('id', 'int')}`, [ids])
  for (const table of SNAPSHOT_TABLES)
    await tx.run(`DELETE FROM ${table} WHERE ${tx.isIn('snapshot_id', 'int')}`, [ids])
  return Math.min(...rows.map(({ version }) => version))
}
