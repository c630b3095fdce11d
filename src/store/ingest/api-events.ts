import { createHash } from 'node:crypto'
import type { Fill, LedgerEvent } from '../../ledger/event.ts'
import type { Sql } from '../engine/database.ts'
import { statementBy } from '../engine/statement.ts'
import type { Value } from '../engine/table.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { type MovementRow, movementRowOf } from '../ledger/movement-row.ts'
import { API_ROWS, FILLS, MOVEMENTS } from '../tables.ts'
import { type Clash, columnsOf, type Movement, movementRows } from './append-events.ts'
import type { Dictionaries } from './dictionary.ts'
import type { FoldFill } from './fold-state.ts'
import { type ApiEvent, isHistory, withoutSuperseded } from './history-rows.ts'

/** 16 bytes that identify a row: hash of its identity text, and its number among identical rows within one file. */
export function apiIdentity(text: string, twin: number): Uint8Array {
  return createHash('sha256').update(`${text}#${twin}`).digest().subarray(0, 16)
}

const RANK_SPACE = 2 ** 49
const FIRST_KEY = -(2 ** 52)

/**
 * The key of a row without a block: negative, so that it comes before the chain's events of its second; buying before
 * selling before redeeming, so that a second's rows make sense in any order of the file; then by identity.
 */
function apiKey(event: LedgerEvent, identity: Uint8Array): number {
  const bytes = Buffer.from(identity.buffer, identity.byteOffset, identity.byteLength)
  const hash = (bytes.readUInt32BE(0) % 2 ** 17) * 2 ** 32 + bytes.readUInt32BE(4)
  return FIRST_KEY + rankOf(event) * RANK_SPACE + hash
}

function rankOf(event: LedgerEvent): number {
  if (event.kind === 'FILL') return event.side === 'BUY' ? 0 : 2
  return { SPLIT: 0, CONVERT: 1, TRANSFER: 1, MERGE: 2, RESOLVE: 3, REDEEM: 4, INCOME: 5 }[event.kind]
}

/** The result of appending rows of the Data API. */
export interface AppendedApiEvents {
  fills: FoldFill[]
  movements: MovementRow[]
  /** Those of both that did not come from a History CSV, each with its transaction's hash. */
  ordinary: ((FoldFill | MovementRow) & { tx: Uint8Array | null })[]
  /** Rows that were there already, as rows or as logs of the chain. */
  repeated: number
  /** Rows of a History CSV that say otherwise than the rest of the ledger: they are not taken. */
  clashes: Clash[]
}

/**
 * Appends rows of the Data API; one whose chain log is known is that log, and adds nothing. Rows of a History CSV
 * come last: they add nothing where another source has their transaction.
 */
export async function appendApiEvents(
  tx: Sql,
  ids: Dictionaries,
  events: readonly ApiEvent[],
): Promise<AppendedApiEvents> {
  const none: AppendedApiEvents = { fills: [], movements: [], ordinary: [], repeated: 0, clashes: [] }
  if (events.length === 0) return none
  const known = await tx.find(
    API_ROWS,
    ['identity'],
    { identity: events.map((e) => e.identity) },
    events.length,
    ['key'],
  )
  const seen = new Set<string>()
  const unknown = events.filter((event, i) => {
    const name = Buffer.from(event.identity).toString('hex')
    if (known[i] !== undefined || seen.has(name)) return false
    seen.add(name)
    return true
  })
  const isOrdinary = (event: ApiEvent) => !isHistory(event.identity)
  const ordinary = await appendUnknown(tx, ids, unknown.filter(isOrdinary))
  const history = await appendUnknown(
    tx,
    ids,
    unknown.filter((event) => !isOrdinary(event)),
  )
  const fills = [...ordinary.fills, ...history.fills]
  const movements = [...ordinary.movements, ...history.movements]
  const { clashes } = history
  const repeated = events.length - fills.length - movements.length - clashes.length
  return { fills, movements, ordinary: [...ordinary.fills, ...ordinary.movements], repeated, clashes }
}

/** New rows among some of one source. */
interface AppendedRows<Event> {
  fresh: (Event & { tx: Uint8Array | null })[]
  clashes: Clash[]
}

async function appendUnknown(tx: Sql, ids: Dictionaries, events: readonly ApiEvent[]) {
  const fills = await appendApiFills(tx, ids, events.filter(isFill))
  const movements = await appendApiMovements(
    tx,
    ids,
    events.filter((event) => !isFill(event)),
  )
  return {
    fills: fills.fresh,
    movements: movements.fresh,
    clashes: [...fills.clashes, ...movements.clashes],
  }
}

type ApiFill = ApiEvent & { event: Fill }
const isFill = (event: ApiEvent): event is ApiFill => event.event.kind === 'FILL'

async function appendApiFills(
  tx: Sql,
  ids: Dictionaries,
  unknown: readonly ApiFill[],
): Promise<AppendedRows<FoldFill>> {
  if (unknown.length === 0) return { fresh: [], clashes: [] }
  const owners = await ids.traders.idsOf(
    tx,
    unknown.map(({ event }) => event.owner),
  )
  const tokens = await ids.tokens.idsOf(
    tx,
    unknown.map(({ event }) => event.token),
  )
  const all = unknown.map(({ event, identity }, i) => ({
    key: apiKey(event, identity),
    tx: hashOf(event.tx),
    time: event.time,
    exchange_id: null,
    owner_id: owners[i] ?? 0,
    counterparty_id: null,
    role: event.role === null ? null : Number(event.role === 'TAKER'),
    side: event.side === 'BUY' ? 0 : 1,
    token_id: tokens[i] ?? 0,
    shares: event.shares,
    usd: event.usd,
    fee: event.fee,
    fee_in: event.feeIn === 'USD' ? 0 : 1,
    order_hash: null,
  }))
  const { events, rows, clashes } = await withoutSuperseded(tx, unknown, all, 'fills')
  const twins = await chainTwins(tx, rows, 'fills', ['owner_id', 'token_id', 'side', 'shares'])
  const fresh = rows.map((row, i) => ({ row, i })).filter(({ i }) => twins[i] === null)
  await placeFree(
    tx,
    'fills',
    fresh.map(({ row }) => row),
  )
  await tx.insertNew(
    FILLS,
    columnsOf(
      fresh.map(({ row }) => row),
      Object.keys(FILLS.columns),
    ),
    fresh.length,
  )
  await rememberRows(tx, events, rows, twins, 1)
  const taken = fresh.map(({ row, i }) => {
    const event = events[i]?.event
    return {
      key: row.key,
      item: 0,
      tx: row.tx,
      time: row.time,
      owner: row.owner_id,
      token: row.token_id,
      side: event?.side ?? 'BUY',
      role: event?.role ?? null,
      shares: row.shares,
      usd: row.usd,
      fee: row.fee,
      feeIn: event?.feeIn ?? 'USD',
    }
  })
  return { fresh: taken, clashes }
}

async function appendApiMovements(
  tx: Sql,
  ids: Dictionaries,
  unknown: readonly ApiEvent[],
): Promise<AppendedRows<MovementRow>> {
  if (unknown.length === 0) return { fresh: [], clashes: [] }
  const all = await movementRows(
    tx,
    ids,
    unknown.map(({ event }) => event as Movement),
    (i) => {
      const event = unknown[i]
      return event ? apiKey(event.event, event.identity) : 0
    },
  )
  const { events, rows, clashes } = await withoutSuperseded(tx, unknown, all, 'movements')
  const twins = await chainTwins(tx, rows, 'movements', ['kind', 'owner_id', 'condition_id', 'amount'])
  const fresh = rows.filter((_, i) => twins[i] === null)
  await placeFree(tx, 'movements', fresh)
  await tx.insertNew(MOVEMENTS, columnsOf(fresh, Object.keys(MOVEMENTS.columns)), fresh.length)
  await rememberRows(tx, events, rows, twins, 0)
  const taken = fresh.map((row) =>
    Object.assign(movementRowOf(row), { tx: (row.tx ?? null) as Uint8Array | null }),
  )
  return { fresh: taken, clashes }
}

/**
 * The chain's event of each row, by transaction and terms; null where the chain has none. A transaction's
 * logs are known all together or not at all, so one log with a row's terms stands for every row that has them: any
 * further row is a repetition of the API. That way neither the order in which they come nor what is taken in again matters.
 * Both are of the same second, so the search goes through (token or condition, time).
 */
async function chainTwins(
  tx: Sql,
  rows: readonly Record<string, Value>[],
  table: 'fills' | 'movements',
  terms: readonly string[],
): Promise<(number | null)[]> {
  const place = table === 'fills' ? 'token_id' : 'condition_id'
  const times = [...new Set(rows.map((row) => Number(row.time)))]
  const places = [...new Set(rows.flatMap((row) => (row[place] === null ? [] : [Number(row[place])])))]
  const logs: Record<string, Value>[] =
    table === 'fills'
      ? await fillsWithHashes(tx, places, times)
      : await ledgerOf(tx).movementTerms(terms, { conditions: places, times, chain: true })
  const twins = new Map(logs.map((log) => [termsText(log, terms), Number(log.key)]))
  return rows.map((row) => (row.tx === null ? null : (twins.get(termsText(row, terms)) ?? null)))
}

async function fillsWithHashes(
  tx: Sql,
  tokens: readonly number[],
  times: readonly number[],
): Promise<Record<string, Value>[]> {
  const columns = ['key', 'time', 'owner_id', 'token_id', 'side', 'shares'] as const
  const fills = await ledgerOf(tx).fills(columns, { tokens, times, chain: true }, { inOrder: true })
  const hashes = await ledgerOf(tx).fillHashes(fills.map(({ key }) => key))
  return fills.map((fill) => ({ ...fill, tx: hashes.get(fill.key)?.tx ?? null }))
}

function termsText(row: Record<string, Value>, terms: readonly string[]): string {
  const hash = row.tx instanceof Uint8Array ? Buffer.from(row.tx).toString('hex') : ''
  return [hash, ...terms.map((term) => String(row[term]))].join(' ')
}

const TAKEN = statementBy(
  (from, { table }: { table: 'fills' | 'movements' }, { keys }: { keys: readonly number[] }) =>
    from(table === 'fills' ? FILLS : MOVEMENTS)
      .select('key')
      .whereAnyOf('key', 'int', keys),
)

/** Moves a key that another row holds already to the next free one: two hashes of 49 bits may meet. */
async function placeFree(
  tx: Sql,
  table: 'fills' | 'movements',
  rows: readonly { key?: Value }[],
): Promise<void> {
  const taken = await TAKEN({ table }).all(tx, { keys: rows.map((row) => Number(row.key)) })
  const held = new Set(taken.map((row) => row.key))
  for (const row of rows) {
    while (held.has(Number(row.key))) row.key = Number(row.key) + 1
    held.add(Number(row.key))
  }
}

async function rememberRows(
  tx: Sql,
  events: readonly ApiEvent[],
  rows: readonly Record<string, Value>[],
  twins: readonly (number | null)[],
  fill: 0 | 1,
): Promise<void> {
  await tx.upsert(
    API_ROWS,
    {
      identity: events.map((event) => event.identity),
      key: rows.map((row, i) => twins[i] ?? row.key ?? null),
      item: rows.map(() => 0),
      tx: rows.map((row) => row.tx ?? null),
      fill: rows.map(() => fill),
    },
    rows.length,
  )
}

function hashOf(tx: string | null): Uint8Array | null {
  return tx === null ? null : Buffer.from(tx.slice(2), 'hex')
}
