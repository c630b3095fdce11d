import { LRUCache } from 'lru-cache'
import { defined } from '../../checks.ts'
import { PequodError, wrongArgument } from '../../errors.ts'
import type { Address } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { as, type From, statement, statementBy } from '../engine/statement.ts'
import { foldName } from '../ledger/names.ts'
import { createMarketStore } from '../markets/market-store.ts'
import { IS_SHOWN } from '../opted-out.ts'
import { CONDITIONS, MARKETS, TRADERS } from '../tables.ts'
import { createTradeStore } from '../trades/trade-store.ts'
import { FRESH_FOR, keepNewest } from './keep-newest.ts'
import { type ComputeAsOf, createAsOfReader } from './read-as-of.ts'
import { createBoardReader, type PublicClock } from './read-boards.ts'
import { createScreenReader } from './screen-table.ts'
import type {
  BoardOrder,
  SearchPlace,
  SharedAnalytics,
  Snapshot,
  SnapshotReader,
  TraderAsker,
  TraderRow,
} from './snapshot-reader.ts'
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
async function readMissing<Row>(
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
function createAnalyticsReader(db: Database): Pick<SnapshotReader, 'shared' | 'labels' | 'markets'> {
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

const COLUMNS = [
  't.id',
  't.address',
  't.username',
  't.profile_image',
  't.x_username',
  't.verified',
  't.bio',
] as const
const BY_ID = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(TRADERS, 't'))
    .select(...COLUMNS)
    .whereAnyOf('t.id', 'int', ids),
)
const BY_ADDRESS = statement((from, { addresses }: { addresses: readonly Address[] }) =>
  shownTraders(from)
    .select(...COLUMNS)
    .whereAnyOf('t.address', 'text', addresses),
)

const BY_NAME = statement((from, { names }: { names: readonly string[] }) =>
  shownTraders(from)
    .select(...COLUMNS, 't.search_name')
    .whereAnyOf('t.search_name', 'text', names),
)

/** Reads of traders' profiles, and search. */
export function createTraderReader(
  db: Database,
  order: SnapshotReader['order'],
): Pick<SnapshotReader, 'tradersById' | 'tradersByAddress' | 'tradersByName' | 'search'> {
  const search = createTraderSearch(db, order)
  return {
    async tradersById(ids) {
      const rows = await BY_ID.all(db, { ids })
      return new Map(rows.map((row) => [row.id, traderOf(row)]))
    },
    async tradersByAddress(addresses) {
      const rows = await BY_ADDRESS.all(db, { addresses })
      return new Map(rows.map((row) => [row.address, traderOf(row)]))
    },
    async tradersByName(names) {
      const rows = await BY_NAME.all(db, { names: [...new Set(names.map(foldName))] })
      const byName = Map.groupBy(rows, ({ searchName }) => searchName)
      return new Map(
        names.flatMap((name) => {
          const [row, ...others] = byName.get(foldName(name)) ?? []
          return row === undefined || others.length > 0 ? [] : [[name, traderOf(row)]]
        }),
      )
    },
    async search(snapshot, query, limit, after) {
      const { ids, ...page } = await search(snapshot, query, limit, after)
      const rows = new Map((await BY_ID.all(db, { ids })).map((row) => [row.id, traderOf(row)]))
      return { ...page, traders: ids.map((id) => rows.get(id) ?? null) }
    },
  }
}

function traderOf({
  verified,
  ...row
}: Omit<TraderRow, 'verified'> & { verified: number | null }): TraderRow {
  return { ...row, verified: verified === 1 }
}

const SHOWN_ADDRESSES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(TRADERS).select('id', 'address').where('infrastructure', 0).whereAnyOf('id', 'int', ids),
)

/** The addresses of those who are traders, by id: a contract is none. */
export async function readShownAddresses(sql: Sql, ids: readonly number[]): Promise<Map<number, Address>> {
  const rows = await SHOWN_ADDRESSES.all(sql, { ids })
  return new Map(rows.map(({ id, address }) => [id, address]))
}

/** The board that everybody with a trade is on, largest volume first. */
const BY_VOLUME = 'volume-all'
/** Words of a search that are looked at. */
const MOST_WORDS = 5
/** Maximum cached lists, and ids of each, beyond which hardly any caller pages. */
const KEPT_LISTS = 50
const MOST_IDS = 100_000

/** Traders that are read at a time to find those on the board. */
const ADDRESSES_AT_ONCE = 500

/** A trader's rank on the board; null for those who are not on it. */
type RankOf = (trader: number) => number | null

/** A match; the folded name is null for a trader without a name. */
interface Match {
  id: number
  address: string
  name: string | null
}

/** Traders who have not opted out. */
function shownTraders(from: From) {
  return from(as(TRADERS, 't')).where('t.infrastructure', 0).where(from.raw(IS_SHOWN))
}

const MATCHES = statementBy(
  (from, { words }: { words: number }, given: Record<`word${number}`, string> & { begins: string }) => {
    const holds = Array.from({ length: words }, () => "t.search_name LIKE ? ESCAPE '!'").join(' AND ')
    const texts = Array.from({ length: words }, (_, word) => given[`word${word}`] ?? '')
    return shownTraders(from)
      .select('t.id', 't.address', 't.search_name as name')
      .where(from.raw(`((${holds}) OR t.address LIKE ? ESCAPE '!')`, [...texts, given.begins]))
  },
)
const EVERYBODY = statementBy(
  (
    from,
    { isNamed }: { isNamed: boolean },
    given: { after: string; limit: number; ids: readonly number[] },
  ) => {
    const rows = shownTraders(from)
      .select('t.id', 't.address')
      .where('t.address', '>', given.after)
      .orderBy('t.address')
      .limit(given.limit)
    return isNamed ? rows.whereAnyOf('t.id', 'int', given.ids) : rows
  },
)

/**
 * A search of traders by name or address, best match first: the whole, the start of words, inside; of alike matches the
 * largest volume of the snapshot. A list is made once for a snapshot and a question, and kept while its pages are read.
 * Without a question everybody is listed, by address.
 */
export function createTraderSearch(
  db: Database,
  order: SnapshotReader['order'],
): (snapshot: Snapshot, query: string, limit: number, after: SearchPlace | null) => Promise<FoundIds> {
  const lists = new LRUCache<string, Promise<Int32Array>>({ max: KEPT_LISTS })
  const boardOf = async (snapshot: Snapshot): Promise<BoardOrder> => {
    const board = await order(snapshot, BY_VOLUME)
    if (board === null) throw new Error(`snapshot ${snapshot.id} has no board by volume`)
    return board
  }
  const make = async (snapshot: Snapshot, folded: string) =>
    ranked(await matchesOf(db, folded), folded, (await boardOf(snapshot)).rankOf)
  return async (snapshot, query, limit, after) => {
    const folded = foldName(query)
    if (folded === '') return everybody(db, await boardOf(snapshot), limit, after)
    const now = `${snapshot.id} ${snapshot.cutoff.time}`
    const list = after?.list ?? now
    const key = `${list} ${folded}`
    let ids = lists.get(key)
    if (ids === undefined) {
      if (list !== now) throw gone()
      ids = make(snapshot, folded)
      lists.set(key, ids)
      ids.catch(() => lists.delete(key))
    }
    const all = await ids
    const from = after === null ? 0 : after.position + 1
    const shown = [...all.subarray(from, from + limit)]
    return {
      ids: shown,
      places: shown.map((_, i) => ({ list, position: from + i })),
      isLast: from + limit >= all.length,
    }
  }
}

/** A page of a search: traders, and the place of each. */
interface FoundIds {
  ids: number[]
  places: SearchPlace[]
  isLast: boolean
}

/**
 * A page of everybody by address; a place is named by its address, so it outlives the snapshot. Where the board's first rows are all of
 * it only these are read: few of a store's traders may be on it yet.
 */
async function everybody(
  db: Database,
  { traders, count, rankOf }: BoardOrder,
  limit: number,
  after: SearchPlace | null,
): Promise<FoundIds> {
  const isNamed = traders.length === count
  const size = isNamed ? limit + 1 : ADDRESSES_AT_ONCE
  const rows: { id: number; address: string }[] = []
  let last: string | undefined = after?.list ?? ''
  while (rows.length <= limit && last !== undefined) {
    const asked = { after: last, limit: size, ids: isNamed ? [...traders] : [] }
    const page: typeof rows = await EVERYBODY({ isNamed }).all(db, asked)
    rows.push(...page.filter(({ id }) => rankOf(id) !== null))
    last = page[size - 1]?.address
  }
  const shown = rows.slice(0, limit)
  return {
    ids: shown.map(({ id }) => id),
    places: shown.map(({ address }) => ({ list: address, position: 0 })),
    isLast: rows.length <= limit,
  }
}

function gone(): PequodError {
  return wrongArgument('after', 'belongs to a list that has changed since: begin with the first page')
}

async function matchesOf(db: Database, folded: string): Promise<Match[]> {
  const words = wordsOf(folded)
  const given = Object.fromEntries(words.map((word, i) => [`word${i}`, `%${escaped(word)}%`]))
  return MATCHES({ words: words.length }).all(db, {
    ...given,
    begins: `${escaped(folded)}%`,
  })
}

function wordsOf(folded: string): string[] {
  return folded.split(/\s+/, MOST_WORDS)
}

function escaped(text: string): string {
  return text.replaceAll(/[!%_]/g, (character) => `!${character}`)
}

function ranked(matches: readonly Match[], folded: string, rankOf: RankOf): Int32Array {
  const words = wordsOf(folded)
  const placed = matches.flatMap((match) => {
    const rank = rankOf(match.id)
    return rank === null ? [] : { id: match.id, class: matchClass(match, folded, words), rank }
  })
  placed.sort((a, b) => a.class - b.class || a.rank - b.rank || a.id - b.id)
  return Int32Array.from(placed.slice(0, MOST_IDS), ({ id }) => id)
}

/** How well a trader matches: the whole (0), each word the start of one, or the start of the address (1), inside (2). */
function matchClass({ name, address }: Match, folded: string, words: readonly string[]): number {
  if (name === folded || address === folded) return 0
  if (address.startsWith(folded)) return 1
  return name !== null && words.every((word) => beginsAWord(name, word)) ? 1 : 2
}

function beginsAWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(name[at - 1] ?? '')) return true
  return false
}
