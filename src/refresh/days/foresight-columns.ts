import type { Day } from '../../ledger/quantities.ts'
import { type RunningSum, textOf } from '../../metrics/running-sum.ts'
import { createNumberPacker, type NumberPacker } from '../../store/engine/pack-numbers.ts'
import { FORESIGHT_DAYS } from '../../store/tables.ts'
import { orderByTrader } from './order-by-trader.ts'
import type { Write } from './publisher-lease.ts'

/** A row of `foresight_days` but for its markets. */
export interface ForesightRow {
  trader: number
  day: Day
  fills: number
  usd: number
  moved: RunningSum
}

/** Many rows of `foresight_days` as numbers: as objects and strings a million of them would not fit in memory. */
export interface ForesightColumns {
  readonly size: number
  /** Adds a market to the next row. */
  addMarket(market: number): void
  /** Adds a row, of the markets since the last. */
  add(row: ForesightRow): void
  /** Writes the rows trader by trader, and drops them. */
  write(write: Write): Promise<void>
}

/** Rows in a statement, and in a transaction. */
const ROWS_AT_ONCE = 4_000

/** No rows. */
export function createForesightColumns(): ForesightColumns {
  let columns = emptyColumns()
  return {
    get size() {
      return columns.trader.length
    },
    addMarket: (market) => void columns.markets.push(market),
    add({ trader, day, fills, usd, moved }) {
      if (moved.high !== 0n) columns.largeMoves.set(columns.trader.length, textOf(moved))
      columns.trader.push(trader)
      columns.day.push(day)
      columns.fills.push(fills)
      columns.usd.push(usd)
      columns.moved.push(moved.low)
      columns.ends.push(columns.markets.length)
    },
    async write(write) {
      const order = orderByTrader(columns.trader)
      for (let at = 0; at < order.length; at += ROWS_AT_ONCE) {
        const rows = order.subarray(at, at + ROWS_AT_ONCE)
        await write((tx) => tx.upsert(FORESIGHT_DAYS, valuesOf(columns, rows), rows.length))
      }
      columns = emptyColumns()
    },
  }
}

function emptyColumns() {
  const numbers = (): number[] => []
  return {
    trader: numbers(),
    day: numbers(),
    fills: numbers(),
    usd: numbers(),
    /** What of {@link RunningSum} is in the range of exact numbers. */
    moved: numbers(),
    /** By row, the sums that are not. */
    largeMoves: new Map<number, string>(),
    /** The markets of all rows, and where those of each end. */
    markets: numbers(),
    ends: numbers(),
  }
}

type Columns = ReturnType<typeof emptyColumns>

function valuesOf(columns: Columns, rows: Uint32Array) {
  const packer = createNumberPacker()
  const picked = (column: readonly number[]) => Array.from(rows, (row) => column[row] ?? 0)
  return {
    trader_id: picked(columns.trader),
    day: picked(columns.day),
    fills: picked(columns.fills),
    usd: picked(columns.usd),
    moved: Array.from(rows, (row) => columns.largeMoves.get(row) ?? String(columns.moved[row] ?? 0)),
    markets: Array.from(rows, (row) => packMarkets(columns, row, packer)),
  }
}

function packMarkets({ markets, ends }: Columns, row: number, packer: NumberPacker): Buffer {
  const end = ends[row] ?? 0
  for (let i = ends[row - 1] ?? 0; i < end; i++) packer.add(markets[i] ?? 0)
  return packer.take()
}
