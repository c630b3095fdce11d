import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { asStored, statement } from '../engine/statement.ts'
import type { Value } from '../engine/table.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { Place } from '../ledger/place.ts'
import { HELD_COLUMNS, type PositionId } from '../ledger/position-day.ts'
import { POSITIONS } from '../tables.ts'
import type { FoldSession, StoredLots } from './fold-session.ts'
import { type Entry, type HeldState, positionKey, positionOf } from './fold-state.ts'

const LOT_COLUMNS = ['open', 'slippage', 'first_lot', 'next_lot'] as const
const STATE = [...HELD_COLUMNS, 'last_time', 'last_key', ...LOT_COLUMNS] as const

interface Tokens {
  tokens: readonly number[]
}
const HOLDERS = statement((from, { tokens }: Tokens) =>
  from(POSITIONS)
    .select(...asStored(['token_id', 'trader_id', ...STATE]))
    .whereAnyOf('token_id', 'int', tokens),
)
const CHANGED_AFTER = statement((from, { tokens, time, key }: Tokens & Pick<Place, 'time' | 'key'>) =>
  from(POSITIONS)
    .select('token_id as token', 'trader_id as trader')
    .whereAnyOf('token_id', 'int', tokens)
    .where('last_time', '>=', time)
    .where(from.raw('(last_time, last_key) > (?, ?)', [time, key])),
)
/** The place of a resolution that positions may not count, and the position after which they are looked at. */
interface Unsettled extends PositionId, Pick<Place, 'time' | 'key'> {
  limit: number
}
const UNSETTLED = statement((from, { token, trader, time, key, limit }: Unsettled) =>
  from(POSITIONS)
    .select(...asStored(['token_id', 'trader_id', ...STATE]))
    .where('token_id', token)
    .where('trader_id', '>', trader)
    .where('shares', '>', 0)
    .where(from.raw('(last_time, last_key) < (?, ?)', [time, key]))
    .orderBy('trader_id')
    .limit(limit),
)

/** Reads those of some positions into a session that it does not hold. @returns their entries */
export async function readPositions(
  tx: Sql,
  session: FoldSession,
  positions: Iterable<PositionId>,
): Promise<Entry[]> {
  const missing = new Set<number>()
  for (const { token, trader } of positions) {
    const key = positionKey(token, trader)
    if (!session.entries.has(key)) missing.add(key)
  }
  const list = Array.from(Float64Array.from(missing).sort(), positionOf)
  const keys = { token_id: list.map((pair) => pair.token), trader_id: list.map((pair) => pair.trader) }
  const rows = await tx.find(POSITIONS, ['token_id', 'trader_id'], keys, list.length, STATE)
  return rows.flatMap((row, i) => {
    const pair = list[i]
    return row && pair ? session.load(pair.token, pair.trader, stateOf(row), lotsOf(row)) : []
  })
}

/** Reads every position in some tokens into a session, but those that it holds. @returns their entries */
export async function readHolders(
  tx: Sql,
  session: FoldSession,
  tokens: readonly number[],
): Promise<Entry[]> {
  return tokens.length === 0 ? [] : loadRows(session, await HOLDERS.all(tx, { tokens }))
}

/** The positions in some tokens that an event after a place has changed. */
export function changedAfter(tx: Sql, tokens: readonly number[], place: Place): Promise<PositionId[]> {
  return CHANGED_AFTER.all(tx, { tokens, time: place.time, key: place.key })
}

/**
 * Reads positions of some tokens that hold shares and have no event since a resolution into a session, each token's along the
 * key: what is settled already is not looked at again. @returns their entries
 */
export async function readUnsettled(
  tx: Sql,
  session: FoldSession,
  { tokens, token, trader, limit, ...resolved }: Unsettled & Tokens,
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const own of tokens.toSorted((a, b) => a - b)) {
    if (own < token || entries.length >= limit) continue
    const after = own === token ? trader : -1
    const asked = { ...resolved, token: own, trader: after, limit: limit - entries.length }
    entries.push(...loadRows(session, await UNSETTLED.all(tx, asked)))
  }
  return entries
}

function loadRows(session: FoldSession, rows: readonly Readonly<Record<string, number>>[]): Entry[] {
  return rows.flatMap((row) => {
    const [token, trader] = [row.token_id ?? 0, row.trader_id ?? 0]
    if (session.entries.has(positionKey(token, trader))) return []
    const values = STATE.map((column) => row[column])
    return session.load(token, trader, stateOf(values), lotsOf(values))
  })
}

function stateOf(row: readonly (Value | undefined)[]) {
  const [time, key] = row.slice(HELD_COLUMNS.length)
  return { ...heldStateOf(row), time: Number(time), key: Number(key), item: 0 }
}

function lotsOf(row: readonly (Value | undefined)[]): StoredLots {
  const [open, slippage, first, next] = row.slice(HELD_COLUMNS.length + 2).map(Number)
  return { open: open ?? 0, slippage: slippage ?? 0, first: first ?? 0, next: next ?? 0 }
}

/** The state of a row that begins with {@link HELD_COLUMNS}. */
export function heldStateOf(row: readonly (Value | undefined)[]): HeldState {
  const [shares, cost, officialAmount, officialAvg] = row.map(Number)
  return {
    shares: shares ?? 0,
    cost: cost ?? 0,
    officialAmount: officialAmount ?? 0,
    officialAvg: officialAvg ?? 0,
  }
}

/** The holdings of positions at the close before a day of each. */
export async function heldBefore(
  sql: Sql,
  positions: readonly (PositionId & { before: Day })[],
  at: number | null = null,
): Promise<(HeldState | undefined)[]> {
  return ledgerOf(sql).lastDays(positions, HELD_COLUMNS, at)
}
