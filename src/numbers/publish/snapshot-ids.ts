import type { Seconds } from '../../ledger/quantities.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import type { Sql } from '../../store/engine/database.ts'
import { keptHeads } from '../../store/snapshot/kept-heads.ts'
import {
  dropSnapshots,
  headSnapshots,
  newestAsOf,
  newestHead,
  othersAsOf,
  type StoredSnapshot,
  snapshotIds,
} from '../../store/snapshot/stored-snapshots.ts'
import type { Cutoff } from '../boards/cutoff.ts'

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
  const newest = await (asOf === null ? newestHead(sql) : newestAsOf(sql, asOf))
  if (newest === undefined || newest.ledgerVersion < version) return null
  const { id, traders, ledgerVersion } = newest
  return { id, traders, version: ledgerVersion, boards: LEADERBOARDS.length }
}

/** The id of the next snapshot: head snapshots count up from 1, those as of a day down from −1. */
export async function nextSnapshotId(tx: Sql, cutoff: Cutoff): Promise<number> {
  const { highest, lowest } = await snapshotIds(tx)
  return cutoff.asOf === null ? Math.max(0, highest) + 1 : Math.min(0, lowest) - 1
}

/**
 * Drops snapshots that a new one replaces: heads that nobody reads any more, or an earlier answer for the same day.
 * @param delay seconds after which heads become public
 * @returns the ids that are gone
 */
export async function dropOldSnapshots(
  tx: Sql,
  snapshot: number,
  { asOf }: Cutoff,
  delay: Seconds,
): Promise<number[]> {
  const old = asOf === null ? await unkeptHeads(tx, delay) : await othersAsOf(tx, asOf, snapshot)
  await dropSnapshots(tx, old)
  return old.map(({ id }) => id)
}

async function unkeptHeads(tx: Sql, delay: Seconds): Promise<StoredSnapshot[]> {
  const heads = await headSnapshots(tx)
  const kept = keptHeads(heads, delay)
  return heads.filter((head) => !kept.has(head))
}
