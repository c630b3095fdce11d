import type { Seconds } from '../../ledger/quantities.ts'
import { type Sql, upsert } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { RowOf, Table } from '../engine/table.ts'
import { keepNewest } from './keep-newest.ts'
import type { SkillRecord } from './trader-record.ts'

/** The dictionary of categories and tags in analytics. */
export const LABELS = {
  name: 'labels',
  key: ['id'],
  notNull: 'all',
  unique: [['name']],
  columns: { id: 'int', name: 'text' },
} as const satisfies Table

/**
 * The facts that a snapshot's analytics share: traders with a p-value as 32-bit integers, ascending, their q-values as
 * doubles, and everybody's decided units by period and label, summed, as JSON.
 */
export const SNAPSHOT_ANALYTICS = {
  name: 'snapshot_analytics',
  key: ['snapshot_id'],
  notNull: 'all',
  columns: { snapshot_id: 'int', traders: 'blob', q_values: 'blob', baselines: 'text' },
} as const satisfies Table

/** One immutable answer to everything, published whole. */
export const SNAPSHOTS = {
  name: 'snapshots',
  key: ['id'],
  notNull: [
    'cutoff_time',
    'first_day',
    'generated_at',
    'ledger_version',
    'traders',
    'partial_traders',
    'events',
  ],
  columns: {
    id: 'int',
    as_of: 'int',
    cutoff_time: 'int',
    cutoff_block: 'int',
    first_day: 'int',
    generated_at: 'int',
    ledger_version: 'int',
    traders: 'int',
    partial_traders: 'int',
    /** Traders whose first position began on the last whole day up to the cutoff. */
    new_traders: 'int',
    /** In micro-dollars; null of a past day. */
    open_interest: 'int',
    events: 'int',
    /** The first block up to the cutoff that was taken back, 1 for some block: the snapshot never becomes public. */
    taken_back: 'int',
    /** Seconds for which its publisher keeps snapshots: the delay that it was started with. */
    kept_for: 'int',
  },
} as const satisfies Table

/** The snapshot of a row of snapshots and the ledger's word on what it holds. */
export function snapshotOf({
  cutoffBlock,
  cutoffTime,
  simulated,
  ...row
}: RowOf<typeof SNAPSHOTS> & { simulated: number }) {
  return { ...row, cutoff: { block: cutoffBlock, time: cutoffTime }, simulated: simulated === 1 }
}

/**
 * The number in analytics of a name of the table `labels` as a category: a tag of the same name is another group, with
 * units of its own.
 */
export function categoryLabel(name: number): number {
  return 2 * name
}

/** The number in analytics of a name as a tag. */
export function tagLabel(name: number): number {
  return 2 * name + 1
}

/** The name's number in the table, of either. */
export function labelName(label: number): number {
  return Math.floor(label / 2)
}

/**
 * The traders of a snapshot with coverage GAP, as 32-bit integers by id, one blob a snapshot; no row if there are none.
 */
export const SNAPSHOT_GAPS = {
  name: 'snapshot_gaps',
  key: ['snapshot_id'],
  notNull: 'all',
  columns: { snapshot_id: 'int', traders: 'blob', partial_too: 'int' },
} as const satisfies Table

/** Traders whose coverage is GAP in a snapshot. */
export interface SnapshotGaps {
  /** Trader ids; of those that have numbers in the snapshot. */
  traders: ReadonlySet<number>
  /** How many of them have untracked shares as well. */
  partialToo: number
}

/** Writes the gaps of a snapshot that is being published. */
export async function writeSnapshotGaps(tx: Sql, snapshot: number, gaps: SnapshotGaps): Promise<void> {
  if (gaps.traders.size === 0) return
  const ids = Int32Array.from(gaps.traders).sort()
  const columns = {
    snapshot_id: [snapshot],
    traders: [new Uint8Array(ids.buffer)],
    partial_too: [gaps.partialToo],
  }
  await tx.upsert(SNAPSHOT_GAPS, columns, 1)
}

/** Snapshots whose gaps are kept in memory. */
const KEPT = 8

/** A reader of gaps, one statement a snapshot: a snapshot's gaps never change, so they are cached. */
export function createGapReader(sql: Sql): (snapshot: { id: number }) => Promise<SnapshotGaps> {
  const gaps = keepNewest((snapshot: number) => readGaps(sql, snapshot), KEPT)
  return ({ id }) => gaps(id)
}

const GAPS = statement((from, { snapshot }: { snapshot: number }) =>
  from(SNAPSHOT_GAPS).select('traders', 'partial_too').where('snapshot_id', snapshot),
)

async function readGaps(sql: Sql, snapshot: number): Promise<SnapshotGaps> {
  const row = await GAPS.get(sql, { snapshot })
  if (!row) return { traders: new Set(), partialToo: 0 }
  // Copied: a driver's buffer need not be aligned.
  const traders = new Set(new Int32Array(Uint8Array.from(row.traders).buffer))
  return { traders, partialToo: row.partialToo }
}

/**
 * The newest tests of skill of traders with enough decided units: `print` identifies the units, so that the tests never
 * run twice for the same ones.
 */
export const TRADER_SKILL = {
  name: 'trader_skill',
  key: ['trader_id'],
  notNull: ['units', 'print'],
  clustered: true,
  columns: {
    trader_id: 'int',
    units: 'int',
    edge: 'float',
    low: 'float',
    high: 'float',
    p_value: 'float',
    print: 'text',
  },
} as const satisfies Table

const SKILLS = statement((from, { traders }: { traders: readonly number[] }) =>
  from(TRADER_SKILL)
    .select('trader_id', 'units', 'edge', 'low', 'high', 'p_value', 'print')
    .whereAnyOf('trader_id', 'int', traders),
)

/** The newest test results of some traders, by trader id. */
export async function readSkills(sql: Sql, traders: readonly number[]): Promise<Map<number, SkillRecord>> {
  const rows = await SKILLS.all(sql, { traders })
  return new Map(
    rows.map(({ traderId, units, edge, low, high, pValue, print }) => {
      const interval: SkillRecord['interval'] = low === null || high === null ? null : [low, high]
      return [traderId, { units, edge, interval, pValue, print }]
    }),
  )
}

/** Keeps what tests gave; records without a print are not worth it. */
export async function writeSkills(tx: Sql, skills: ReadonlyMap<number, SkillRecord>): Promise<void> {
  const rows = [...skills].filter(([, { print }]) => print !== null).sort(([a], [b]) => a - b)
  await upsert(
    tx,
    TRADER_SKILL,
    rows.map(([traderId, { units, edge, interval, pValue, print }]) => ({
      traderId,
      units,
      edge,
      low: interval?.[0] ?? null,
      high: interval?.[1] ?? null,
      pValue,
      print: print ?? '',
    })),
  )
}

/** The newest head snapshots, which stay: the one that is read, and two for requests that began before it. */
export const NEWEST_KEPT = 3
/** The delay is divided into these parts; the last head of each stays, and is public once its part was over a delay ago. */
const PARTS = 6

/** The seconds of one part. */
export function partOf(delay: Seconds): Seconds {
  return delay / PARTS
}

/** The facts that decide whether a head stays. */
interface Head {
  cutoffTime: Seconds
  /** Null unless a block of it was taken back. */
  takenBack: number | null
}

/**
 * The heads that stay once the first of them is published: the newest, the one that is public at its cutoff, the one before
 * that, and the last of each sixth of the delay since. Cutoffs alone decide: a clock that is ahead of the newest event finds the
 * public head among them that it would find among all.
 * @param heads newest first
 * @param delay seconds after which a head becomes public
 */
export function keptHeads<H extends Head>(heads: readonly H[], delay: Seconds): Set<H> {
  const kept = new Set(heads.slice(0, NEWEST_KEPT))
  const valid = heads.filter(({ takenBack }) => takenBack === null)
  const place = valid.findIndex(publicAt((heads[0]?.cutoffTime ?? 0) - delay, delay))
  for (const head of place < 0 ? [] : valid.slice(place, place + 2)) kept.add(head)
  const ends = new Set<Seconds>()
  for (const head of place < 0 ? valid : valid.slice(0, place)) {
    const end = endOfPart(head, delay)
    if (!ends.has(end)) kept.add(head)
    ends.add(end)
  }
  return kept
}

/**
 * Whether a head is public where events up to a time are; of several the one with the highest id is read. A head waits for the end
 * of its part, so that no later head takes its place, and which one is public tells nothing of later events.
 */
export function publicAt(upTo: Seconds, delay: Seconds): (head: Head) => boolean {
  return (head) => head.takenBack === null && endOfPart(head, delay) <= upTo
}

/** The time from which what a head first shows is public. */
export function publicFrom(cutoffTime: Seconds, delay: Seconds): Seconds {
  return endOfPart({ cutoffTime }, delay) + delay
}

/** The time of the events with which the first of some heads becomes public; null if none can. */
export function firstPublicAt(heads: readonly Head[], delay: Seconds): Seconds | null {
  const ends = heads.filter(({ takenBack }) => takenBack === null).map((head) => endOfPart(head, delay))
  return ends.length === 0 ? null : Math.min(...ends)
}

/** The last second of a head's part of the delay. */
function endOfPart({ cutoffTime }: Pick<Head, 'cutoffTime'>, delay: Seconds): Seconds {
  const part = partOf(delay)
  return delay === 0 ? cutoffTime : (Math.floor(cutoffTime / part) + 1) * part - 1
}
