import type { Sql } from '../store/database.ts'
import { dropPast } from '../store/past/drop-past.ts'
import type { Cutoff } from './cutoff.ts'

/** Head snapshots that stay readable besides the newest. */
const KEPT_BEFORE_NEWEST = 2

/** The tables with a row, or some, a snapshot. */
export const SNAPSHOT_TABLES = ['boards', 'snapshot_gaps', 'snapshot_analytics'] as const

/** A snapshot that tells all that the ledger holds up to a cutoff. */
export interface PublishedSnapshot {
  id: number
  traders: number
  boards: number
}

/** The published snapshot of this cutoff at the ledger's version, or null where there is none yet. */
export async function findPublished(tx: Sql, cutoff: Cutoff): Promise<PublishedSnapshot | null> {
  const newest = await tx.get<PublishedSnapshot & { version: number }>(
    'SELECT id, traders, ledger_version AS version, ' +
      '(SELECT COUNT(*) FROM boards WHERE snapshot_id = snapshots.id) AS boards FROM snapshots ' +
      `WHERE ${cutoff.asOf === null ? 'as_of IS NULL ORDER BY id DESC' : 'as_of = ? ORDER BY id'} LIMIT 1`,
    cutoff.asOf === null ? [] : [cutoff.asOf],
  )
  if (!newest || newest.version !== cutoff.version) return null
  return { id: newest.id, traders: newest.traders, boards: newest.boards }
}

/** The id of the next snapshot: head snapshots count up from 1, those as of a day down from −1. */
export async function nextSnapshotId(tx: Sql, cutoff: Cutoff): Promise<number> {
  const used = await tx.get<{ highest: number | null; lowest: number | null }>(
    'SELECT MAX(id) AS highest, MIN(id) AS lowest FROM snapshots',
  )
  return cutoff.asOf === null ? Math.max(0, used?.highest ?? 0) + 1 : Math.min(0, used?.lowest ?? 0) - 1
}

/** Drops what the new snapshot makes needless: old head snapshots, or an earlier answer for the same day; and what they alone read. */
export async function dropOldSnapshots(tx: Sql, snapshot: number, cutoff: Cutoff): Promise<void> {
  const [those, values] =
    cutoff.asOf === null
      ? ['id > 0 AND id < ?', [snapshot - KEPT_BEFORE_NEWEST]]
      : ['as_of = ? AND id <> ?', [cutoff.asOf, snapshot]]
  const old = await tx.get<{ version: number | null }>(
    `SELECT MIN(ledger_version) AS version FROM snapshots WHERE ${those}`,
    values,
  )
  if (old?.version == null) return
  if (cutoff.asOf === null) await dropHeads(tx, snapshot - KEPT_BEFORE_NEWEST)
  else await dropAsOf(tx, snapshot, cutoff.asOf)
  await dropPast(tx, old.version)
}

async function dropHeads(tx: Sql, oldest: number): Promise<void> {
  await tx.run('DELETE FROM snapshots WHERE id > 0 AND id < ?', [oldest])
  for (const table of SNAPSHOT_TABLES)
    await tx.run(`DELETE FROM ${table} WHERE snapshot_id > 0 AND snapshot_id < ?`, [oldest])
}

async function dropAsOf(tx: Sql, snapshot: number, asOf: number): Promise<void> {
  const old = await tx.all<{ id: number }>('SELECT id FROM snapshots WHERE as_of = ? AND id <> ?', [
    asOf,
    snapshot,
  ])
  for (const { id } of old) {
    for (const table of SNAPSHOT_TABLES) await tx.run(`DELETE FROM ${table} WHERE snapshot_id = ?`, [id])
    await tx.run('DELETE FROM snapshots WHERE id = ?', [id])
  }
}
