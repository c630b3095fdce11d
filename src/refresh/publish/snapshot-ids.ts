import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import type { Sql } from '../../store/engine/database.ts'
import {
  dropSnapshots,
  headsBefore,
  newestAsOf,
  newestHead,
  othersAsOf,
  snapshotIds,
} from '../../store/snapshot/stored-snapshots.ts'
import type { Cutoff } from '../boards/cutoff.ts'

/** Head snapshots that stay readable besides the newest. */
const KEPT_BEFORE_NEWEST = 2

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

/** Drops what the new snapshot makes needless: old head snapshots, or an earlier answer for the same day. */
export async function dropOldSnapshots(tx: Sql, snapshot: number, cutoff: Cutoff): Promise<void> {
  const oldest = snapshot - KEPT_BEFORE_NEWEST
  const { asOf } = cutoff
  await dropSnapshots(tx, await (asOf === null ? headsBefore(tx, oldest) : othersAsOf(tx, asOf, snapshot)))
}
