import {
  DAY_SECONDS,
  type Day,
  dayOf,
  MICRO,
  type MicroPrice,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { type From, statement } from '../engine/statement.ts'
import { keepRows } from '../ledger/history.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { recordMeaning } from '../ledger/ledger-state.ts'
import { PRICE_DAYS } from '../tables.ts'

/** A fill as a price: the mark counts fills of at least one share. */
export interface PricedFill {
  token: number
  shares: number
  usd: number
  time: number
  key: number
}

/** Closing prices on their way to the store: the last fill of at least one share of each token and day. */
export interface PriceDayRows {
  add(fill: PricedFill): void
  /** Writes the rows; one that is there stays when its fill is later. */
  write(tx: Sql): Promise<void>
  /** The rows, by token and day, and forgets them. */
  take(): Close[]
}

/** A token's last price of a day, and the fill that made it. */
export interface Close {
  token: number
  day: Day
  close: MicroPrice
  time: number
  key: number
}

/** Dollars per share, rounded to the nearest millionth; null below one share or above $1 (dust that rounding made). */
export function fillPrice(fill: { shares: number; usd: number }): MicroPrice | null {
  if (fill.shares < MICRO || fill.usd > fill.shares) return null
  return Math.round((fill.usd / fill.shares) * MICRO)
}

/** An empty set of rows. */
export function createPriceDayRows(): PriceDayRows {
  const closes = new Map<number, Close>()
  const take = () => {
    const rows = [...closes.values()].sort((a, b) => a.token - b.token || a.day - b.day)
    closes.clear()
    return rows
  }
  return {
    take,
    write: (tx) => writeCloses(tx, take()),
    add(fill) {
      const close = fillPrice(fill)
      if (close === null) return
      const day = dayOf(fill.time)
      const id = fill.token * 100_000 + day
      const known = closes.get(id)
      if (known === undefined)
        closes.set(id, { token: fill.token, day, close, time: fill.time, key: fill.key })
      else if ((known.time - fill.time || known.key - fill.key) <= 0) {
        known.close = close
        known.time = fill.time
        known.key = fill.key
      }
    },
  }
}

/** Writes closes; one that is there stays when its fill is later. */
export async function writeCloses(tx: Sql, rows: readonly Close[]): Promise<void> {
  const columns = {
    token_id: rows.map((row) => row.token),
    day: rows.map((row) => row.day),
    close: rows.map((row) => row.close),
    time: rows.map((row) => row.time),
    key: rows.map((row) => row.key),
  }
  const isLater =
    'excluded.time > price_days.time OR (excluded.time = price_days.time AND excluded.key > price_days.key)'
  await keepRows(tx, PRICE_DAYS, columns, rows.length)
  await tx.upsert(PRICE_DAYS, columns, rows.length, {}, isLater)
}

/** A close whose fill left the ledger. */
interface GoneClose {
  tokenId: number
  day: Day
  time: Seconds
}

/** Seconds of the first of growing stretches. */
const FIRST_STRETCH = 60

interface ClosingFills {
  tokens: readonly number[]
  keys: readonly number[]
}
const closesBy = (from: From, { tokens, keys }: ClosingFills) =>
  from(PRICE_DAYS).whereAnyOf('token_id', 'int', tokens).whereAnyOf('key', 'int', keys)
const CLOSES_BY = statement((from, fills: ClosingFills) =>
  closesBy(from, fills).select('token_id', 'day', 'time'),
)
const DROP_CLOSES_BY = statement((from, fills: ClosingFills) => closesBy(from, fills).delete())

/** Days without a close get that of the last remaining fill: one before the former close, which was the last of all. */
export async function recomputeCloses(tx: Sql, gone: readonly GoneClose[]): Promise<void> {
  if (gone.length > 0) await recordMeaning(tx)
  const prices = createPriceDayRows()
  for (const { tokenId: token, ...close } of gone)
    for (const { since, before } of backwards(close)) {
      const fills = await ledgerOf(tx).fills(['shares', 'usd', 'time', 'key'], {
        tokens: [token],
        since,
        before,
      })
      for (const fill of fills) prices.add({ token, ...fill })
      if (fills.some((fill) => fillPrice(fill) !== null)) break
    }
  await prices.write(tx)
}

/** Stretches of a day from its former close back, each longer than the one before: of a busy day the last minutes decide. */
function* backwards({
  day,
  time,
}: Omit<GoneClose, 'tokenId'>): Generator<{ since: Seconds; before: Seconds }> {
  const start = day * DAY_SECONDS
  let before = time + 1
  for (let length = FIRST_STRETCH; before > start; length *= 8) {
    const since = Math.max(start, before - length)
    yield { since, before }
    before = since
  }
}

/** Keeps closes that are about to go. */
export async function keepCloses(tx: Sql, gone: readonly GoneClose[]): Promise<void> {
  const keys = { token_id: gone.map(({ tokenId }) => tokenId), day: gone.map(({ day }) => day) }
  await keepRows(tx, PRICE_DAYS, keys, gone.length)
}

/** Removes the closes set by some fills, by their keys, and recomputes the closes of those days. */
export async function closeWithout(tx: Sql, fills: readonly { token: number; key: number }[]): Promise<void> {
  if (fills.length === 0) return
  const set = { tokens: fills.map(({ token }) => token), keys: fills.map(({ key }) => key) }
  const gone = await CLOSES_BY.all(tx, set)
  await keepCloses(tx, gone)
  await DROP_CLOSES_BY.run(tx, set)
  await recomputeCloses(tx, gone)
}
