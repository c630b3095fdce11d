import { defined } from '../../checks.ts'
import type {
  LedgerEvent,
  MarketInfo,
  NegRiskQuestion,
  SourceRecord,
  TraderInfo,
} from '../../ledger/event.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import {
  type Address,
  type ConditionId,
  DAY_SECONDS,
  type Day,
  type Hash,
  type Seconds,
  type TokenId,
} from '../../ledger/quantities.ts'
import { type Database, pagesBehind, type Sql } from '../engine/database.ts'
import type { Value } from '../engine/table.ts'
import { feesOf } from '../ledger/chain-knowledge.ts'
import { type FillRow, ledgerOf } from '../ledger/ledger.ts'
import {
  MOVEMENT_COLUMNS,
  type MovementDetail,
  type MovementRow,
  movementKind,
  movementRowOf,
} from '../ledger/movement-row.ts'
import { type Dictionary, namesOf } from '../ledger/names.ts'
import { blockOf, comparePlaces, hashText, type Place, placeName } from '../ledger/place.ts'

const PAGE = 20_000

type Row = Record<string, Value>

/**
 * The whole ledger as records: markets, traders, then events, rows of the Data API first and the chain's in their
 * order. An empty store that ingests them has the same ledger. Reads page by page, so memory stays small.
 */
export async function* exportEvents(db: Database): AsyncGenerator<SourceRecord> {
  yield* exportMarkets(db)
  yield* exportTraders(db)
  yield* merged(exportFills(db), exportMovements(db))
}

async function* rowsById(db: Database, text: string): AsyncGenerator<Row> {
  const read = ({ id = null }: Row) => db.all<Row>(`${text} LIMIT ${PAGE}`, [id])
  for await (const page of pagesBehind(PAGE, { id: Number.MIN_SAFE_INTEGER }, read)) yield* page
}

async function* exportMarkets(db: Database): AsyncGenerator<MarketInfo> {
  const text =
    'SELECT c.id, c.condition, c.neg_risk_index, c.prepared_key, n.market, n.questions, m.question, m.slug, m.category, m.tags, m.outcomes, m.created_at, m.ends_at, ' +
    'e.source_id, e.title, e.slug AS event_slug FROM conditions c LEFT JOIN markets m ON m.condition_id = c.id ' +
    'LEFT JOIN neg_risk_markets n ON n.id = c.neg_risk_id LEFT JOIN market_events e ON e.id = m.event_id ' +
    'WHERE c.id > ? ORDER BY c.id'
  for await (const row of rowsById(db, text)) {
    const tokens = await db.all<{ token: string; outcome_name: string | null }>(
      'SELECT token, outcome_name FROM tokens WHERE condition_id = ? AND outcome IS NOT NULL ORDER BY outcome',
      [row.id ?? 0],
    )
    yield {
      kind: 'MARKET',
      condition: row.condition as ConditionId,
      tokens: tokens.map(({ token }) => token as TokenId),
      outcomes: outcomesOf(row, tokens),
      question: textOf(row.question),
      slug: textOf(row.slug),
      category: categoryNamed(textOf(row.category)),
      tags: JSON.parse(textOf(row.tags) ?? '[]') as string[],
      event:
        row.source_id === null
          ? null
          : { id: String(row.source_id), title: textOf(row.title), slug: textOf(row.event_slug) },
      negRisk:
        row.market === null
          ? null
          : {
              market: row.market as Hash,
              index: Number(row.neg_risk_index),
              questions: row.questions as number | null,
              ...preparedOf(row.prepared_key),
            },
      ...(row.created_at !== null && { createdAt: Number(row.created_at) }),
      ...(row.ends_at !== null && { endsAt: Number(row.ends_at) }),
    }
  }
}

function preparedOf(key: Value | undefined): Pick<NegRiskQuestion, 'prepared'> {
  if (typeof key !== 'number') return {}
  const { block, logIndex } = blockOf(key)
  return block === null || logIndex === null ? {} : { prepared: { block, logIndex } }
}

/** The outcomes' names, one a token: the market's own list, or what the tokens were called. */
function outcomesOf(row: Row, tokens: readonly { outcome_name: string | null }[]): string[] {
  const named = JSON.parse(textOf(row.outcomes) ?? '[]') as string[]
  if (tokens.length === 0 || named.length === tokens.length) return named
  return tokens.map(({ outcome_name }, i) => outcome_name ?? `Outcome ${i + 1}`)
}

async function* exportTraders(db: Database): AsyncGenerator<TraderInfo> {
  const text =
    'SELECT * FROM traders WHERE id > ? AND infrastructure = 0 AND (username IS NOT NULL OR profile_image IS NOT NULL ' +
    'OR x_username IS NOT NULL OR verified IS NOT NULL OR bio IS NOT NULL) ORDER BY id'
  for await (const row of rowsById(db, text)) {
    yield {
      kind: 'TRADER',
      address: row.address as Address,
      username: textOf(row.username),
      profileImage: textOf(row.profile_image),
      xUsername: textOf(row.x_username),
      verified: row.verified === null ? null : row.verified === 1,
      bio: textOf(row.bio),
    }
  }
}

type Keyed = { key: number; item: number; event: LedgerEvent }

const FILL_COLUMNS = [
  'key',
  'time',
  'exchange_id',
  'owner_id',
  'counterparty_id',
  'role',
  'side',
  'token_id',
  'shares',
  'usd',
  'fee',
  'fee_in',
] as const
type ExportedFill = FillRow<(typeof FILL_COLUMNS)[number]>

async function* exportFills(db: Database): AsyncGenerator<Keyed> {
  for await (const fills of ledgerOf(db).scan<ExportedFill>('FILLS', FILL_COLUMNS, { withApi: true }))
    yield* await namedFills(db, fills)
}

async function namedFills(db: Sql, fills: readonly ExportedFill[]): Promise<Keyed[]> {
  const keys = fills.map(({ key }) => key)
  const hashes = await ledgerOf(db).fillHashes(keys)
  const addresses = await namesOf(
    db,
    'traders',
    fills.flatMap((fill) => [fill.owner_id, fill.counterparty_id, fill.exchange_id]),
  )
  const tokens = await namesOf(
    db,
    'tokens',
    fills.map((fill) => fill.token_id),
  )
  const identities = await identitiesOf(db, keys, 1)
  const addressOf = (id: number | null) =>
    id === null ? null : ((addresses.get(id) ?? null) as Address | null)
  return fills.map((fill) => ({
    key: fill.key,
    item: 0,
    event: {
      kind: 'FILL',
      ...placeOf({
        key: fill.key,
        time: fill.time,
        tx: hashes.get(fill.key)?.tx ?? null,
        identity: identities.get(fill.key) ?? null,
      }),
      exchange: addressOf(fill.exchange_id),
      owner: addressOf(fill.owner_id) as Address,
      counterparty: addressOf(fill.counterparty_id),
      role: fill.role === null ? null : fill.role === 1 ? 'TAKER' : 'MAKER',
      side: fill.side === 0 ? 'BUY' : 'SELL',
      token: tokens.get(fill.token_id) as TokenId,
      shares: fill.shares,
      usd: fill.usd,
      fee: fill.fee,
      feeIn: fill.fee_in === 0 ? 'USD' : 'SHARES',
      orderHash: hashOf(hashes.get(fill.key)?.orderHash),
    },
  }))
}

type ExportedMovement = Row & { key: number; item: number }

async function* exportMovements(db: Database): AsyncGenerator<Keyed> {
  for await (const rows of ledgerOf(db).scan<ExportedMovement>('MOVEMENTS', MOVEMENT_COLUMNS, {
    withApi: true,
  }))
    yield* await namedMovements(db, rows)
}

async function namedMovements(db: Sql, rows: readonly ExportedMovement[]): Promise<Keyed[]> {
  const names = async (dictionary: Dictionary, ...columns: string[]) => {
    const ids = rows.flatMap((row) => columns.map((column) => row[column] as number | null))
    const known = await namesOf(db, dictionary, ids)
    return (id: Value | undefined) => known.get(Number(id)) ?? null
  }
  const addressOf = await names('traders', 'owner_id', 'other_id')
  const conditionOf = await names('conditions', 'condition_id')
  const marketOf = await names('neg_risk_markets', 'neg_risk_id')
  const tokenOf = await names('tokens', 'token_id')
  const fees = await feesOf(
    db,
    rows.map((row) => row.neg_risk_id as number | null),
  )
  const keys = rows.map(({ key }) => key)
  const hashes = await ledgerOf(db).movementHashes(keys)
  const identities = await identitiesOf(db, keys, 0)
  return rows.map((row) => ({
    key: row.key,
    item: row.item,
    event: movementOf({
      ...row,
      tx: hashes.get(placeName(row)) ?? null,
      identity: identities.get(row.key) ?? null,
      owner: addressOf(row.owner_id),
      other: addressOf(row.other_id),
      condition: conditionOf(row.condition_id),
      market: marketOf(row.neg_risk_id),
      fee_bips: fees.get(Number(row.neg_risk_id)) ?? null,
      token: tokenOf(row.token_id),
    }),
  }))
}

/** Identities of Data API rows. A chain log keeps its own place even where such a row reported it too. */
async function identitiesOf(db: Sql, keys: readonly number[], fill: 0 | 1): Promise<Map<number, Uint8Array>> {
  const rows = await db.all<{ key: number; identity: Uint8Array }>(
    `SELECT key, identity FROM api_rows WHERE key < 0 AND fill = ${fill} AND ${db.isIn('key', 'int')}`,
    [db.list(keys.filter((key) => key < 0))],
  )
  return new Map(rows.map(({ key, identity }) => [key, identity]))
}

function movementOf(row: Row): LedgerEvent {
  const place = placeOf(row)
  const owner = row.owner as Address
  const condition = row.condition as ConditionId
  const amount = Number(row.amount)
  const detail = JSON.parse(textOf(row.detail) ?? '{}') as MovementDetail
  const kind = movementKind(Number(row.kind))
  switch (kind) {
    case 'SPLIT':
    case 'MERGE':
      return { kind, ...place, owner, condition, amount }
    case 'CONVERT':
      return {
        kind,
        ...place,
        owner,
        market: row.market as Hash,
        indexSet: detail.indexSet ?? '0',
        amount,
        feeBips: typeof row.fee_bips === 'number' ? row.fee_bips : (detail.feeBips ?? 0),
      }
    case 'RESOLVE':
      return { kind, ...place, condition, payouts: detail.payouts ?? [] }
    case 'REDEEM':
      return { kind, ...place, owner, condition, amounts: detail.amounts ?? null, payout: amount }
    case 'TRANSFER':
      return { kind, ...place, from: owner, to: row.other as Address, token: row.token as TokenId, amount }
    case 'INCOME':
      return { kind, ...place, owner, amount, reason: detail.reason ?? '' }
  }
}

function placeOf(row: Row) {
  const item = Number(row.item ?? 0)
  return {
    ...blockOf(Number(row.key)),
    tx: hashOf(row.tx),
    time: Number(row.time),
    ...(row.identity instanceof Uint8Array && { row: Buffer.from(row.identity).toString('hex') }),
    ...(item > 0 && { item }),
  }
}

function hashOf(value: Value | undefined): Hash | null {
  return value instanceof Uint8Array ? hashText(value) : null
}

function textOf(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

/**
 * A day's events in no order, a page at a time, each with its place in the ledger's order.
 * @param day UTC
 */
export async function* eventsOfDay(sql: Sql, day: Day): AsyncGenerator<PlacedEvent[]> {
  const ledger = ledgerOf(sql)
  const [first, end] = [day * DAY_SECONDS, (day + 1) * DAY_SECONDS]
  const last = await ledger.lastOfChain(end)
  const afterKey = (await ledger.lastOfChain(first))?.key ?? -1
  const api = { upToKey: -1, days: [day] }
  yield placed(await namedFills(sql, await ledger.fills(FILL_COLUMNS, api)))
  const select = MOVEMENT_COLUMNS.join(', ')
  yield placed(await namedMovements(sql, await ledger.events<ExportedMovement>('MOVEMENTS', api, { select })))
  if (last === null || last.key <= afterKey) return
  const filter = { afterKey, upToKey: last.key }
  for await (const rows of ledger.scan<ExportedFill>('FILLS', FILL_COLUMNS, { filter }))
    yield placed(await namedFills(sql, rows))
  for await (const rows of ledger.scan<ExportedMovement>('MOVEMENTS', MOVEMENT_COLUMNS, { filter }))
    yield placed(await namedMovements(sql, rows))
}

/** An event with its place in the ledger's order. */
export interface PlacedEvent {
  place: Place
  event: LedgerEvent
}

function placed(events: readonly Keyed[]): PlacedEvent[] {
  return events.map(({ key, item, event }) => ({ place: { time: event.time, key, item }, event }))
}

/** An event of a trader, with its row where it is a movement. */
export interface TraderEvent extends PlacedEvent {
  row: MovementRow | null
}

/**
 * A trader's own events before a time, and the resolutions of some conditions, in the ledger's order.
 * @returns null where more than `most` are the trader's own
 */
export async function eventsOfTrader(
  sql: Sql,
  trader: number,
  { before, conditions, most }: { before: Seconds; conditions: readonly number[]; most: number },
): Promise<TraderEvent[] | null> {
  const ledger = ledgerOf(sql)
  const page = { filter: { before }, newestFirst: false, limit: most + 1 }
  const list = (names: readonly string[]) => ({ rows: names.join(', '), sealed: names.join(', ') })
  const own = { column: 'owner_id', id: trader } as const
  const fills = await ledger.page<ExportedFill & { item: number }>(
    'FILLS',
    list([...FILL_COLUMNS, '0 AS item']),
    { ...page, streams: [own] },
  )
  const movements = await ledger.page<ExportedMovement & Place>('MOVEMENTS', list(MOVEMENT_COLUMNS), {
    ...page,
    streams: [own, { column: 'other_id', id: trader }],
  })
  if (fills.length + movements.length > most) return null
  const resolved = await ledger.events<ExportedMovement>(
    'MOVEMENTS',
    { conditions, kinds: ['RESOLVE'], before },
    { select: MOVEMENT_COLUMNS.join(', ') },
  )
  const moved = [...movements, ...resolved]
  const rows = moved.map(movementRowOf)
  return [
    ...placed(await namedFills(sql, fills)).map((own) => ({ ...own, row: null })),
    ...placed(await namedMovements(sql, moved)).map((own, i) => ({ ...own, row: defined(rows[i]) })),
  ].sort((a, b) => comparePlaces(a.place, b.place))
}

/** Two streams in the order of their keys as one. */
async function* merged(a: AsyncGenerator<Keyed>, b: AsyncGenerator<Keyed>): AsyncGenerator<LedgerEvent> {
  let left = await a.next()
  let right = await b.next()
  while (!left.done || !right.done) {
    const isLeft = !left.done && (right.done || left.value.key <= right.value.key)
    if (isLeft && !left.done) {
      yield left.value.event
      left = await a.next()
    } else if (!right.done) {
      yield right.value.event
      right = await b.next()
    }
  }
}
