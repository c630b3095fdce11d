import { defined } from '../../checks.ts'
import { valueAt } from '../../ledger/holding.ts'
import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import { benjaminiHochberg } from '../../metrics/skill/edge.ts'
import { dropViews } from '../../smart-money/views.ts'
import { writeViews } from '../../smart-money/write-head-views.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { undoneCount } from '../../store/ledger/ledger-state.ts'
import { lastWholeDay } from '../../store/markets/day-facts.ts'
import {
  keptHeads,
  SNAPSHOT_ANALYTICS,
  SNAPSHOTS,
  writeSkills,
  writeSnapshotGaps,
} from '../../store/snapshot/snapshot-tables.ts'
import { bytesOf, changedRows } from '../../store/snapshot/standings.ts'
import {
  dropSnapshots,
  headSnapshots,
  newestAsOf,
  newestHead,
  othersAsOf,
  type StoredSnapshot,
  snapshotIds,
  UNKNOWN_BLOCK,
} from '../../store/snapshot/stored-snapshots.ts'
import {
  type MadeColumns,
  nameColumns,
  publishColumns,
  type WrittenColumns,
} from '../../store/snapshot/write-columns.ts'
import { baselinesText } from '../analytics/read-analytics.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { dropLease, endLease } from '../days/publisher-lease.ts'
import { isResolved, markAt } from '../inputs/marks.ts'
import { buildShownColumns, buildSnapshotColumns } from './build-standings.ts'
import { HELD_NOW, type Publication, type PublishedColumns, type PublisherState } from './publisher-state.ts'

interface Written extends PublishedSnapshot {
  written: readonly WrittenColumns[]
  /** True if another process published it. */
  isThere: boolean
}

export interface HowWritten {
  /** Beside an equal one. */
  isFull: boolean
  /** Seconds after which it becomes public: older ones are kept for so long. */
  delay: Seconds
}

/**
 * Writes a snapshot, and drops those that it makes needless: its columns first, which nobody reads until one short
 * transaction makes them a snapshot's. Where another process has published the same, or more, its snapshot is answered.
 * @returns null if the columns that it goes on from are not there any more
 */
export function writeSnapshot(db: Database, made: Publication, how: HowWritten): Promise<Written | null> {
  const { cutoff, state, standings, shown, before, dayBefore, closing } = made
  const now = buildSnapshotColumns(cutoff.day, standings.now, state.scores, false, made)
  const ofDayBefore =
    dayBefore === null
      ? asWritten(before)
      : buildSnapshotColumns(cutoff.day, standings.dayBefore ?? [], dayBefore.scores, true, {
          before: closing,
          changed: (standings.dayBefore ?? []).map(
            (own, i) => closing && changedRows(defined(closing.standings[i]), own),
          ),
        })
  const columns = [...now, ...ofDayBefore, ...buildShownColumns(cutoff.day, shown, before)]
  return publishColumns(db, columns, (tx, written) => nameSnapshot(tx, made, written, how))
}

/** The columns of the day before, to which nothing is added. */
function asWritten(before: PublishedColumns | null): MadeColumns[] {
  const none = { count: 0, bytesEach: 1, pack: () => Buffer.alloc(0) }
  const ofDayBefore = before?.written.filter(({ key }) => key.day_before === 1) ?? []
  return ofDayBefore.map((after) => ({ ...after, after, rows: () => none }))
}

async function nameSnapshot(
  tx: Sql,
  made: Publication,
  written: readonly WrittenColumns[],
  { isFull, delay }: HowWritten,
): Promise<Written> {
  const { cutoff, lease, state, gaps, views } = made
  // The days of foresight are complete up to the version in every process.
  if (lease !== null)
    await (cutoff.asOf === null ? endLease(tx, lease, cutoff.version) : dropLease(tx, lease))
  const published = await findPublishedSince(tx, cutoff)
  if (published && (!isFull || published.version > cutoff.version))
    return { ...published, written: [], isThere: true }
  const id = await nextSnapshotId(tx, cutoff)
  await nameColumns(tx, id, written)
  await writeShared(tx, id, state)
  // Today's are requested most, so an answer as of a day does not replace them.
  if (cutoff.asOf === null) await writeSkills(tx, state.freshSkills)
  const counts = countsOf(state, gaps)
  await tx.upsert(
    SNAPSHOTS,
    {
      id: [id],
      as_of: [cutoff.asOf],
      cutoff_time: [cutoff.time],
      cutoff_block: [cutoff.block],
      first_day: [cutoff.firstDay],
      generated_at: [Math.floor(Date.now() / 1000)],
      ledger_version: [cutoff.version],
      traders: [counts.traders],
      partial_traders: [counts.partial],
      new_traders: [counts.fresh],
      open_interest: [openInterestOf(state)],
      events: [cutoff.events],
      // A block that was taken back since the ledger was read may be in it.
      taken_back: [cutoff.asOf === null && (await undoneCount(tx)) !== cutoff.undone ? UNKNOWN_BLOCK : null],
      kept_for: [delay],
    },
    1,
  )
  await writeSnapshotGaps(tx, id, { traders: counts.gaps, partialToo: counts.partialToo })
  if (cutoff.asOf === null) await writeViews(tx, id, views)
  await dropViews(tx, await dropOldSnapshots(tx, id, cutoff, delay))
  return { id, traders: counts.traders, boards: LEADERBOARDS.length, written, isThere: false }
}

/** Values that all analytics of a snapshot share: the q-values of all traders with a p-value, and the baselines. */
async function writeShared(tx: Sql, snapshot: number, { pValues, baselines }: PublisherState): Promise<void> {
  const family = [...pValues].sort(([a], [b]) => a - b)
  const columns = {
    snapshot_id: [snapshot],
    traders: [bytesOf(Int32Array.from(family, ([trader]) => trader))],
    q_values: [bytesOf(benjaminiHochberg(family.map(([, pValue]) => pValue)))],
    baselines: [baselinesText(baselines)],
  }
  await tx.upsert(SNAPSHOT_ANALYTICS, columns, 1)
}

function countsOf({ known, firstDay, partialFrom, cutoff }: PublisherState, gaps: ReadonlySet<number>) {
  const isPartial = (trader: number) => (partialFrom[trader] ?? 0) <= cutoff.day
  const wholeDay = cutoff.asOf ?? lastWholeDay(cutoff.time)
  let [traders, partial, fresh] = [0, 0, 0]
  for (let trader = 0; trader < known.length; trader++) {
    if (known[trader] !== 1) continue
    traders += 1
    if (firstDay[trader] === wholeDay) fresh += 1
    if (isPartial(trader)) partial += 1
  }
  const shown = new Set([...gaps].filter((trader) => known[trader] === 1))
  return { traders, partial, fresh, gaps: shown, partialToo: [...shown].filter(isPartial).length }
}

/** The value of all shares held in unresolved markets, as a market's own; null of a past day, whose state keeps no positions. */
export function openInterestOf({ positions, marks, cutoff }: PublisherState): MicroUsd | null {
  if (cutoff.asOf !== null) return null
  const supply = new Float64Array(marks.condition.length)
  const { token, shares, closes } = positions.columns
  for (let slot = 0; slot < positions.size; slot++)
    if (defined(positions.trader[slot]) >= 0 && (defined(closes[slot]) & HELD_NOW) !== 0) {
      const held = defined(token[slot])
      supply[held] = (supply[held] ?? 0) + defined(shares[slot])
    }
  return supply.reduce((sum, held, of) => {
    const isOpen = held > 0 && marks.condition[of] !== 0 && !isResolved(marks, of, cutoff.day)
    return sum + (isOpen ? valueAt(held, markAt(marks, of, cutoff.day) ?? 0) : 0)
  }, 0)
}

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
async function findPublishedSince(
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
