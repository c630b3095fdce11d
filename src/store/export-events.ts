import type { LedgerEvent, MarketInfo, SourceRecord, TraderInfo } from '../ledger/event.ts'
import type { Address, ConditionId, Hash, TokenId } from '../ledger/quantities.ts'
import type { Database, Value } from './database.ts'
import type { MovementDetail } from './ingest/movement-row.ts'
import { blockOf } from './ingest/place.ts'
import { movementKind } from './movement-kinds.ts'

/** Rows read at a time. */
const PAGE = 20_000

type Row = Record<string, Value>

/**
 * The whole ledger as records: markets, traders, then events, rows of the Data API first and the chain's in their
 * order. Taken in by an empty store they make the same ledger. Reads page by page, so memory stays small.
 */
export async function* exportEvents(db: Database): AsyncGenerator<SourceRecord> {
  yield* exportMarkets(db)
  yield* exportTraders(db)
  yield* merged(exportFills(db), exportMovements(db))
}

async function* pages(db: Database, text: string, columns: readonly string[]): AsyncGenerator<Row> {
  let after: Value[] = columns.map(() => Number.MIN_SAFE_INTEGER)
  for (;;) {
    const rows = await db.all<Row>(`${text} LIMIT ${PAGE}`, after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = columns.map((column) => last[column] ?? null)
  }
}

async function* exportMarkets(db: Database): AsyncGenerator<MarketInfo> {
  const text =
    'SELECT c.id, c.condition, c.neg_risk_index, n.market, n.questions, m.question, m.slug, m.category, m.tags, m.outcomes, ' +
    'e.source_id, e.title, e.slug AS event_slug FROM conditions c LEFT JOIN markets m ON m.condition_id = c.id ' +
    'LEFT JOIN neg_risk_markets n ON n.id = c.neg_risk_id LEFT JOIN market_events e ON e.id = m.event_id ' +
    'WHERE c.id > ? ORDER BY c.id'
  for await (const row of pages(db, text, ['id'])) {
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
      category: textOf(row.category),
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
            },
    }
  }
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
  for await (const row of pages(db, text, ['id'])) {
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

/** An event with the key that orders it. */
type Keyed = { key: number; item: number; event: LedgerEvent }

async function* exportFills(db: Database): AsyncGenerator<Keyed> {
  const text =
    'SELECT f.*, o.address AS owner, c.address AS counterparty, x.address AS exchange, t.token, a.identity ' +
    'FROM fills f JOIN traders o ON o.id = f.owner_id JOIN tokens t ON t.id = f.token_id ' +
    'LEFT JOIN traders c ON c.id = f.counterparty_id LEFT JOIN traders x ON x.id = f.exchange_id ' +
    // A chain log keeps its own name even where a row of the Data API told of it too.
    `LEFT JOIN api_rows a ON f.key < 0 AND a.key = f.key AND a.fill = 1 WHERE f.key > ? ORDER BY f.key`
  for await (const row of pages(db, text, ['key'])) {
    const event: LedgerEvent = {
      kind: 'FILL',
      ...placeOf(row),
      exchange: row.exchange as Address | null,
      owner: row.owner as Address,
      counterparty: row.counterparty as Address | null,
      role: row.role === null ? null : row.role === 1 ? 'TAKER' : 'MAKER',
      side: row.side === 0 ? 'BUY' : 'SELL',
      token: row.token as TokenId,
      shares: Number(row.shares),
      usd: Number(row.usd),
      fee: Number(row.fee),
      feeIn: row.fee_in === 0 ? 'USD' : 'SHARES',
      orderHash: hashText(row.order_hash),
    }
    yield { key: Number(row.key), item: 0, event }
  }
}

async function* exportMovements(db: Database): AsyncGenerator<Keyed> {
  const text =
    'SELECT m.*, o.address AS owner, p.address AS other, c.condition, n.market, t.token, a.identity ' +
    'FROM movements m LEFT JOIN traders o ON o.id = m.owner_id LEFT JOIN traders p ON p.id = m.other_id ' +
    'LEFT JOIN conditions c ON c.id = m.condition_id LEFT JOIN neg_risk_markets n ON n.id = m.neg_risk_id ' +
    'LEFT JOIN tokens t ON t.id = m.token_id LEFT JOIN api_rows a ON m.key < 0 AND a.key = m.key AND a.fill = 0 ' +
    'WHERE (m.key, m.item) > (?, ?) ORDER BY m.key, m.item'
  for await (const row of pages(db, text, ['key', 'item'])) {
    yield { key: Number(row.key), item: Number(row.item), event: movementOf(row) }
  }
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
        feeBips: detail.feeBips ?? 0,
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
    tx: hashText(row.tx),
    time: Number(row.time),
    ...(row.identity instanceof Uint8Array && { row: Buffer.from(row.identity).toString('hex') }),
    ...(item > 0 && { item }),
  }
}

function hashText(value: Value | undefined): Hash | null {
  return value instanceof Uint8Array ? (`0x${Buffer.from(value).toString('hex')}` as Hash) : null
}

function textOf(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
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
