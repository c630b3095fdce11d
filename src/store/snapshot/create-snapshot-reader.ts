import { defined } from '../../checks.ts'
import { PequodError } from '../../errors.ts'
import type { Database, Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { createMarketStore } from '../markets/market-store.ts'
import { CONDITIONS, MARKETS } from '../tables.ts'
import { createTradeStore } from '../trades/trade-store.ts'
import { FRESH_FOR, keepNewest } from './keep-newest.ts'
import { type ComputeAsOf, createAsOfReader } from './read-as-of.ts'
import { createBoardReader, type PublicClock } from './read-boards.ts'
import { createTraderReader } from './read-traders.ts'
import { createScreenReader } from './screen-table.ts'
import type { SharedAnalytics, SnapshotReader, TraderAsker } from './snapshot-reader.ts'
import { createGapReader, LABELS, labelName, SNAPSHOT_ANALYTICS } from './snapshot-tables.ts'

/** How a reader comes by what is not published. */
export interface SnapshotReaderOptions {
  asker: TraderAsker
  /** Publishes a past day's snapshot. @default none: only published days can be read */
  computeAsOf?: ComputeAsOf
  /** The clock of a reader of what is public. @default null: it reads everything */
  publicClock?: PublicClock | null
  /** Milliseconds from any start, never going back. @default performance.now */
  clock?: () => number
}

/** A reader on the store's committed rows. */
export function createSnapshotReader(db: Database, options: SnapshotReaderOptions): SnapshotReader {
  const clock = options.clock ?? (() => performance.now())
  const compute = options.computeAsOf ?? refuseToCompute
  const publicClock = options.publicClock ?? null
  const { hidden, ...boards } = createBoardReader(db, clock, { compute, publicClock })
  const traders = createTraderReader(db, boards.order)
  const trades = createTradeStore(db)
  const marketStore = createMarketStore(db, publicClock !== null)
  const asked = shownBy(options.asker, hidden)
  return {
    ...boards,
    ...createAsOfReader(db, boards.current, compute, publicClock !== null),
    ...traders,
    ...createScreenReader(db, compute, hidden),
    ...asked,
    tradersById: keepNames(traders.tradersById, clock),
    ...createAnalyticsReader(db),
    gaps: createGapReader(db),
    trades: { ...trades, tokens: keepNames(trades.tokens, clock) },
    marketStore: { ...marketStore, byId: keepNames(marketStore.byId, clock) },
  }
}

/** Hides traders who opted out. */
function shownBy(asker: TraderAsker, hidden: () => Promise<ReadonlySet<number>>): TraderAsker {
  const shown = async (ids: readonly number[]) => {
    const out = await hidden()
    return out.size === 0 ? ids : ids.filter((id) => !out.has(id))
  }
  return {
    stats: async (snapshot, scope, ids) => asker.stats(snapshot, scope, await shown(ids)),
    series: async (snapshot, ids, category) => asker.series(snapshot, await shown(ids), category),
    analytics: async (snapshot, ids) => asker.analytics(snapshot, await shown(ids)),
    positions: async (snapshot, upTo, ids, category) =>
      asker.positions(snapshot, upTo, await shown(ids), category),
  }
}

async function refuseToCompute(): Promise<never> {
  throw new PequodError('SERVICE_UNAVAILABLE', 'The answer as of this day is not computed yet: retry.')
}

/** Rows that are kept at a time, some 0.3 KB each. */
const KEPT_ROWS = 20_000

/** A read of rows by id; without those that are not there. */
type ReadRows<Row> = (ids: readonly number[], version: number) => Promise<ReadonlyMap<number, Row>>

/**
 * Caches names of traders, tokens and markets for a second: the same first hundred of the same boards are requested all
 * day, and names may change at any time.
 * @param clock milliseconds from any start, monotonic
 * @param most maximum rows
 * @returns the read. `version`, of the ledger: a row cached for another version is read again. @default the same always
 */
export function keepNames<Row>(
  read: ReadRows<Row>,
  clock: () => number,
  most = KEPT_ROWS,
): (ids: readonly number[], version?: number) => Promise<Map<number, Row>> {
  let rows = new Map<number, Row | null>()
  let since = Number.NEGATIVE_INFINITY
  let readFor = 0
  return (ids, version = 0) => {
    const now = clock()
    if (now - since >= FRESH_FOR || rows.size > most || version !== readFor) {
      rows = new Map()
      since = now
      readFor = version
    }
    return readMissing(rows, ids, (missing) => read(missing, version))
  }
}

/**
 * Rows by id, from memory if cached. Adds the rows that it reads, and null for missing ones.
 * @param known the memory, which is changed
 */
export async function readMissing<Row>(
  known: Map<number, Row | null>,
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): Promise<Map<number, Row>> {
  const found = new Map<number, Row>()
  const missing: number[] = []
  for (const id of ids) {
    const row = known.get(id)
    if (row === undefined) missing.push(id)
    else if (row !== null) found.set(id, row)
  }
  if (missing.length === 0) return found
  const fresh = await read(missing)
  for (const id of missing) {
    const row = fresh.get(id) ?? null
    known.set(id, row)
    if (row !== null) found.set(id, row)
  }
  return found
}

/** Snapshots whose shared part is kept in memory. */
const KEPT = 4

const NAMES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(LABELS).select('id', 'name').whereAnyOf('id', 'int', ids),
)
const MARKET_NAMES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(CONDITIONS, 'c'))
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .select('c.id', 'c.condition', 'm.question', 'm.slug')
    .whereAnyOf('c.id', 'int', ids),
)
const SHARED = statement((from, { snapshot }: { snapshot: number }) =>
  from(SNAPSHOT_ANALYTICS).select('traders', 'q_values', 'baselines').where('snapshot_id', snapshot),
)

/** Reads of the parts of analytics. */
export function createAnalyticsReader(db: Database): Pick<SnapshotReader, 'shared' | 'labels' | 'markets'> {
  const shared = keepNewest((snapshot: number) => readShared(db, snapshot), KEPT)
  return {
    shared: (snapshot) => shared(snapshot.id),
    async labels(ids) {
      const rows = await NAMES.all(db, { ids: [...new Set(ids.map(labelName))] })
      const names = new Map(rows.map(({ id, name }) => [id, name]))
      return new Map(ids.map((label) => [label, names.get(labelName(label)) ?? '']))
    },
    async markets(ids) {
      const rows = await MARKET_NAMES.all(db, { ids: ids.filter((id) => id > 0) })
      return new Map(rows.map(({ id, ...market }) => [id, market]))
    },
  }
}

async function readShared(sql: Sql, snapshot: number): Promise<SharedAnalytics> {
  const row = await SHARED.get(sql, { snapshot })
  if (!row) return { qValues: new Map(), baselines: null }
  // Copied: a driver's buffer need not be aligned.
  const traders = new Int32Array(Uint8Array.from(row.traders).buffer)
  const values = new Float64Array(Uint8Array.from(row.qValues).buffer)
  return {
    qValues: new Map(Array.from(traders, (id, i) => [id, defined(values[i])])),
    baselines: row.baselines,
  }
}
