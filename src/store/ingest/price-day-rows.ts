import { type Day, dayOf, MICRO, type MicroPrice } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { keepRows } from '../ledger/history.ts'
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
