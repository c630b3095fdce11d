import DataLoader from 'dataloader'
import { defined } from '../../checks.ts'
import type { Address, Day } from '../../ledger/quantities.ts'
import { periodNamed } from '../../metrics/leaderboards.ts'
import {
  type SeriesPoint,
  type Snapshot,
  type SnapshotReader,
  type StatsScope,
  type TraderRow,
  type TraderStats,
  wholePeriod,
} from '../../store/snapshot/snapshot-reader.ts'
import type { SnapshotGaps } from '../../store/snapshot/snapshot-tables.ts'
import type { TraderPosition } from '../../store/snapshot/trader-record.ts'
import type { FillEffect } from '../../store/trades/fill-effects.ts'
import type { StoredTrade } from '../../store/trades/trade-filter.ts'
import { traced } from '../../trace.ts'

/** A trader with numbers in a snapshot: who it is, and its numbers over all time. */
export interface TraderProfile {
  readonly snapshot: Snapshot
  readonly row: TraderRow
  readonly numbers: TraderStats
}

/** The part of the reader that analytics need. */
export type FactReader = Pick<SnapshotReader, 'analytics' | 'shared' | 'labels' | 'markets' | 'stats'>

/** Reads that are batched over a tick, one set for each request and snapshot. */
export interface Loaders {
  /** A trader's identity by id, null if unknown. */
  readonly identities: DataLoader<number, TraderRow | null>
  /** A trader's identity by address, null if unknown. */
  readonly addresses: DataLoader<Address, TraderRow | null>
  /** The effect of each fill on its position, null if unknown. */
  readonly effects: DataLoader<StoredTrade, FillEffect | null, number>
  /** A trader's profile, by id; null where the snapshot counts no event of it. */
  readonly profiles: DataLoader<number, TraderProfile | null>
  /** Traders' all-time series by id, in a category or (null) in all; empty if there is no point. */
  series(category: string | null): DataLoader<number, readonly SeriesPoint[]>
  /** A trader's numbers in a scope by id, null if it has none there. */
  stats(scope: StatsScope): DataLoader<number, TraderStats | null>
  /**
   * A trader's positions in each token up to a day of the snapshot, by id; null for a trader who is not
   * shown.
   * @param category only those of a category; null: all. @default null
   */
  positions(upTo: Day, category?: string | null): DataLoader<number, readonly TraderPosition[] | null>
  /** The reads that analytics need, batched as well. */
  readonly facts: FactReader
  /** Traders whose coverage is GAP in the snapshot. */
  gaps(): Promise<SnapshotGaps>
  /** The number of rows of each board of the snapshot. */
  entryCounts(): Promise<ReadonlyMap<string, number>>
}

/** Ids that go into one statement: enough for any page, few enough to keep a statement short. */
const MAX_BATCH = 500
/** Fills whose traders' days are read together: those of the largest page. */
const MAX_FILLS = 100

/** Returns the loaders of one request: a set for each snapshot that it reads, with names shared by all. */
export function createLoaders(reader: SnapshotReader): (snapshot: Snapshot) => Loaders {
  const names: Names = {
    identities: batched('traders by id', (ids) => reader.tradersById(ids)),
    addresses: batched('traders by address', (addresses) => reader.tradersByAddress(addresses)),
    labels: collected(batched('labels', (ids) => reader.labels(ids))),
    markets: collected(batched('markets', (ids) => reader.markets(ids))),
    effects: new DataLoader(
      readBatch('effects of fills', async (fills: readonly StoredTrade[]) => {
        const found = await reader.trades.effectsOf(fills)
        return fills.map(({ key }) => found.get(key) ?? null)
      }),
      { maxBatchSize: MAX_FILLS, cacheKeyFn: ({ key }) => key },
    ),
  }
  const sets = new Map<Snapshot, Loaders>()
  return (snapshot) => {
    const known = sets.get(snapshot)
    if (known) return known
    const fresh = loadersOf(reader, snapshot, names)
    sets.set(snapshot, fresh)
    return fresh
  }
}

type Names = Pick<Loaders, 'identities' | 'addresses' | 'effects'> & Pick<FactReader, 'labels' | 'markets'>

function loadersOf(reader: SnapshotReader, snapshot: Snapshot, names: Names): Loaders {
  const stats = new Map<string, DataLoader<number, TraderStats | null>>()
  const statsOf = (scope: StatsScope) => {
    const name = JSON.stringify(scope)
    const known =
      stats.get(name) ?? batched('stats', (ids: readonly number[]) => reader.stats(snapshot, scope, ids))
    stats.set(name, known)
    return known
  }
  const records = collected(batched('analytics', (ids: readonly number[]) => reader.analytics(snapshot, ids)))
  const positions = new Map<string, DataLoader<number, readonly TraderPosition[] | null>>()
  const positionsOf = (upTo: Day, category: string | null = null) => {
    const name = `${upTo} ${category}`
    const known =
      positions.get(name) ??
      batched('positions', (ids: readonly number[]) => reader.positions(snapshot, upTo, ids, category))
    positions.set(name, known)
    return known
  }
  const series = new Map<string | null, DataLoader<number, readonly SeriesPoint[]>>()
  const seriesOf = (category: string | null) => {
    const known =
      series.get(category) ??
      new DataLoader<number, readonly SeriesPoint[]>(
        readBatch('series', async (ids) => {
          const found = await reader.series(snapshot, ids, category)
          return ids.map((id) => found.get(id) ?? [])
        }),
        { maxBatchSize: MAX_BATCH },
      )
    series.set(category, known)
    return known
  }
  let counts: Promise<ReadonlyMap<string, number>> | null = null
  return {
    identities: names.identities,
    addresses: names.addresses,
    effects: names.effects,
    profiles: batched<number, TraderProfile>('profiles', (ids) =>
      readProfiles(ids, names.identities, statsOf(wholePeriod(periodNamed('ALL'))), snapshot),
    ),
    series: seriesOf,
    stats: statsOf,
    positions: positionsOf,
    facts: {
      analytics: (_snapshot, ids) => records(ids),
      stats: (_snapshot, scope, ids) => collected(statsOf(scope))(ids),
      shared: reader.shared,
      labels: names.labels,
      markets: names.markets,
    },
    gaps: () => reader.gaps(snapshot),
    entryCounts() {
      counts ??= readEntryCounts(reader, snapshot)
      return counts
    },
  }
}

/** Reads batches, each within a span while tracing is on. */
export function readBatch<Key, Row>(
  name: string,
  read: (keys: readonly Key[]) => Promise<Row[]>,
): (keys: readonly Key[]) => Promise<Row[]> {
  return (keys) =>
    traced(`load ${name}`, { isPart: true, attributes: { 'pequod.keys': keys.length } }, () => read(keys))
}

function batched<Key, Row>(
  name: string,
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): DataLoader<Key, Row | null> {
  return new DataLoader<Key, Row | null>(
    readBatch(name, async (keys) => {
      const found = await read(keys)
      return keys.map((key) => found.get(key) ?? null)
    }),
    { maxBatchSize: MAX_BATCH },
  )
}

/** Batches the reads of a list and omits rows that are not found. */
function collected<Key, Row>(
  loader: DataLoader<Key, Row | null>,
): (keys: readonly Key[]) => Promise<Map<Key, Row>> {
  return async (keys) => {
    const rows = await Promise.all(keys.map((key) => loader.load(key)))
    const found = new Map<Key, Row>()
    for (const [i, key] of keys.entries()) {
      const row = defined(rows[i])
      if (row !== null) found.set(key, row)
    }
    return found
  }
}

async function readProfiles(
  ids: readonly number[],
  identities: DataLoader<number, TraderRow | null>,
  stats: DataLoader<number, TraderStats | null>,
  snapshot: Snapshot,
): Promise<Map<number, TraderProfile>> {
  const [rows, numbers] = await Promise.all([
    Promise.all(ids.map((id) => identities.load(id))),
    Promise.all(ids.map((id) => stats.load(id))),
  ])
  const profiles = new Map<number, TraderProfile>()
  for (const [i, id] of ids.entries()) {
    const row = rows[i]
    const own = numbers[i]
    if (row && own) profiles.set(id, { snapshot, row, numbers: own })
  }
  return profiles
}

async function readEntryCounts(
  reader: SnapshotReader,
  snapshot: Snapshot,
): Promise<ReadonlyMap<string, number>> {
  const boards = await reader.boards(snapshot)
  return new Map(boards.map(({ board, entryCount }) => [board, entryCount]))
}
