import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, known, statement } from '../../store/engine/statement.ts'
import type { Value } from '../../store/engine/table.ts'
import { type Condition, createConditions } from '../../store/ingest/conditions.ts'
import { FILL_COLUMNS, foldFillOf } from '../../store/ingest/refold.ts'
import { infrastructureIds } from '../../store/ledger/chain-knowledge.ts'
import type { EventFilter } from '../../store/ledger/event-filter.ts'
import { type FillRow, ledgerOf } from '../../store/ledger/ledger.ts'
import { MOVEMENT_COLUMNS, type MovementRow, movementRowOf } from '../../store/ledger/movement-row.ts'
import { blockOf, comparePlaces, type Place, placeName } from '../../store/ledger/place.ts'
import { CONDITIONS, TOKENS } from '../../store/tables.ts'
import type { FoldedEvent, FoldFacts } from './fold-holdings.ts'

/** Rows of the Data API that are read at a time, about. They have no key in the order of time. */
const API_ROWS_A_READ = 100_000

/** Events of a page, about: of a file of hashes, 16,384 rows are read at least, and a page of fewer events reads them again. */
const PAGE_EVENTS = 20_000

/** Events page by page, each with all events of its seconds; `facts` are those of the page that was read last. */
export interface SignEvents {
  facts: FoldFacts
  pages: AsyncGenerator<FoldedEvent[]>
}

/** Reads the ledger's events after a second, in its order. Memory holds a page of each kind. */
export async function readSignEvents(sql: Sql, after: Seconds): Promise<SignEvents> {
  const contracts = await infrastructureIds(sql)
  const isInfrastructure = (trader: number) => contracts.has(trader)
  const { facts, load } = createFacts(isInfrastructure)
  const chain = { filter: { afterKey: (await ledgerOf(sql).lastOfChain(after + 1))?.key ?? -1 } }
  const streams = [
    foldedFills(ledgerOf(sql).scan<Fill>('FILLS', FILL_COLUMNS, chain)),
    foldedFills(apiPages(sql, 'FILLS', after, (filter) => ledgerOf(sql).fills(FILL_COLUMNS, filter))),
    foldedMovements(ledgerOf(sql).scan<Movement>('MOVEMENTS', MOVEMENT_COLUMNS, chain), isInfrastructure),
    foldedMovements(
      apiPages(sql, 'MOVEMENTS', after, (filter) =>
        ledgerOf(sql).events<Movement>('MOVEMENTS', filter, { select: MOVEMENT_COLUMNS.join(', ') }),
      ),
      isInfrastructure,
    ),
  ]
  const pages = async function* () {
    for await (const page of wholeSeconds(merged(streams))) {
      await nameTransactions(sql, page)
      await load(sql, page)
      yield page
    }
  }
  return { facts, pages: pages() }
}

type Fill = FillRow<(typeof FILL_COLUMNS)[number]>
type Movement = Record<string, Value> & { key: number; item: number }

async function* foldedFills(pages: AsyncIterable<Fill[]>): AsyncGenerator<FoldedEvent[]> {
  for await (const rows of pages)
    yield rows.map((row): FoldedEvent => {
      const fill = foldFillOf(row)
      const { time, key, item, owner } = fill
      return { time, key, item, tx: null, block: blockOf(key).block, traders: [owner], fill, row: fill }
    })
}

async function* foldedMovements(
  pages: AsyncIterable<Movement[]>,
  isInfrastructure: (trader: number) => boolean,
): AsyncGenerator<FoldedEvent[]> {
  for await (const rows of pages)
    yield rows.map(movementRowOf).map((row): FoldedEvent => {
      const { time, key, item, owner, other } = row
      const traders = [owner, other].filter((one) => one !== null && !isInfrastructure(one))
      return {
        time,
        key,
        item,
        tx: null,
        block: blockOf(key).block,
        traders: traders as number[],
        fill: null,
        row,
      }
    })
}

/** Reads the transactions of events that share their second with others: no other event can share its transaction. */
async function nameTransactions(sql: Sql, page: readonly FoldedEvent[]): Promise<void> {
  const isShared = ({ time }: FoldedEvent, i: number) =>
    page[i - 1]?.time === time || page[i + 1]?.time === time
  const shared = page.filter(isShared)
  const [chain, api] = [shared.filter(({ key }) => key >= 0), shared.filter(({ key }) => key < 0)]
  const [first, last] = [chain[0], chain.at(-1)]
  if (first !== undefined && last !== undefined) {
    const range = { afterKey: first.key - 1, upToKey: last.key }
    const names = await ledgerOf(sql).transactionNames(range, api.length > 0)
    for (const event of chain) event.tx = names.get(event.key) ?? null
  }
  if (api.length === 0) return
  const fills = await ledgerOf(sql).fillHashes(api.flatMap(({ fill, key }) => (fill === null ? [] : key)))
  const movements = await ledgerOf(sql).movementHashes(
    api.flatMap(({ fill, key }) => (fill === null ? key : [])),
  )
  for (const event of api) {
    const hash = event.fill === null ? movements.get(placeName(event)) : fills.get(event.key)?.tx
    event.tx = hash ? Buffer.from(hash).toString('hex').toUpperCase() : null
  }
}

/** Rows of the Data API by spans of time, each in order. Relies on no index: there are few of them, or few spans. */
async function* apiPages<Row extends { key: number }>(
  sql: Sql,
  kind: 'FILLS' | 'MOVEMENTS',
  after: Seconds,
  read: (filter: EventFilter) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const filter: EventFilter = { upToKey: -1, since: after + 1 }
  type Span = { rows: number; first: Seconds | null; last: Seconds | null }
  const [span] = await ledgerOf(sql).events<Span>(kind, filter, {
    select: 'COUNT(*) AS rows, MIN(time) AS first, MAX(time) AS last',
  })
  if (span === undefined || span.first === null || span.last === null) return
  const spans = Math.ceil(span.rows / API_ROWS_A_READ)
  const seconds = Math.max(DAY_SECONDS, Math.ceil((span.last + 1 - span.first) / spans))
  for (let since = span.first; since <= span.last; since += seconds) {
    const rows = await read({ upToKey: -1, since, before: since + seconds })
    if (rows.length > 0) yield rows
  }
}

/** Streams of pages as one, in the order of places. Only pages of one stream are sorted already. */
async function* merged(streams: readonly AsyncGenerator<FoldedEvent[]>[]): AsyncGenerator<FoldedEvent[]> {
  let open = streams.map((pages) => ({ pages, held: [] as FoldedEvent[] }))
  for (;;) {
    for (const stream of open)
      if (stream.held.length === 0) {
        const next = await stream.pages.next()
        stream.held = next.done ? [] : next.value.sort(comparePlaces)
      }
    open = open.filter(({ held }) => held.length > 0)
    if (open.length === 0) return
    const horizon = open
      .map(({ held }) => held.at(-1) as Place)
      .reduce((a, b) => (comparePlaces(a, b) < 0 ? a : b))
    const taken: FoldedEvent[] = []
    for (const stream of open) {
      const behind = stream.held.findIndex((event) => comparePlaces(event, horizon) > 0)
      const count = behind < 0 ? stream.held.length : behind
      for (const event of stream.held.slice(0, count)) taken.push(event)
      stream.held = stream.held.slice(count)
    }
    yield taken.sort(comparePlaces)
  }
}

/** The same events in pages that are worth a look at other tables and files, with no second in two of them. */
async function* wholeSeconds(pages: AsyncIterable<FoldedEvent[]>): AsyncGenerator<FoldedEvent[]> {
  let held: FoldedEvent[] = []
  for await (const page of pages) {
    for (const event of page) held.push(event)
    if (held.length < PAGE_EVENTS) continue
    const last = held.at(-1)?.time
    const cut = held.findLastIndex(({ time }) => time !== last) + 1
    if (cut > 0) yield held.slice(0, cut)
    held = held.slice(cut)
  }
  if (held.length > 0) yield held
}

const NEG_RISK_TOKENS = statement((from, { markets }: { markets: readonly number[] }) =>
  from(as(CONDITIONS, 'c'))
    .join(as(TOKENS, 't'), 't.condition_id', 'c.id')
    .select(known('c.neg_risk_id as market'), 't.id as token')
    .whereAnyOf('c.neg_risk_id', 'int', markets),
)

/** Facts that are read for each page. */
function createFacts(isInfrastructure: (trader: number) => boolean) {
  const conditions = createConditions()
  let byToken: ReadonlyMap<number, Condition | null> = new Map()
  let byMarket: ReadonlyMap<number, number[]> = new Map()
  const facts: FoldFacts = {
    conditions,
    conditionOf: (token) => byToken.get(token) ?? null,
    tokensOfNegRisk: (id) => byMarket.get(id) ?? [],
    isInfrastructure,
  }
  const load = async (sql: Sql, page: readonly FoldedEvent[]) => {
    conditions.forgetAll()
    const movements = page.flatMap(({ row }) => (row !== null && 'kind' in row ? [row as MovementRow] : []))
    await conditions.loadNamed(sql, movements)
    const tokens = new Set(page.flatMap(({ fill }) => fill?.token ?? []))
    byToken = await conditions.ofTokens(sql, [...tokens])
    const markets = new Set([...byToken.values()].flatMap((condition) => condition?.negRisk ?? []))
    const rows = await NEG_RISK_TOKENS.all(sql, { markets: [...markets] })
    const all = Map.groupBy(rows, ({ market }) => market)
    byMarket = new Map([...all].map(([market, some]) => [market, some.map(({ token }) => token)]))
  }
  return { facts, load }
}
