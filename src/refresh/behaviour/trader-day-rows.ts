import type { Day } from '../../ledger/quantities.ts'
import { totalOf } from '../../metrics/running-sum.ts'
import type { Sql } from '../../store/database.ts'
import { TRADER_DAYS, TRADER_LOTS } from '../../store/tables.ts'
import { packDayLists } from './day-lists.ts'
import { packNumbers } from './pack-numbers.ts'
import type { TraderDay } from './trader-day.ts'

/** Rows on their way to `trader_days` and `trader_lots`. */
export interface TraderDayRows {
  add(row: TraderDay): void
  /** Keeps the open lots after the trader's row of that day. */
  keepLots(trader: number, day: Day, lots: readonly number[]): void
  readonly size: number
  /** Rows written so far. */
  readonly written: number
  write(tx: Sql): Promise<void>
}

interface Kept {
  trader: number
  day: Day
  lots: Buffer
}

/** An empty set of rows. */
export function createTraderDayRows(): TraderDayRows {
  let days: TraderDay[] = []
  let kept: Kept[] = []
  let written = 0
  return {
    get size() {
      return days.length
    },
    get written() {
      return written
    },
    add: (row) => days.push(row),
    keepLots: (trader, day, lots) => kept.push({ trader, day, lots: packNumbers(lots) }),
    async write(tx) {
      await tx.upsert(TRADER_DAYS, dayColumns(days.sort(byKey)), days.length)
      await tx.upsert(TRADER_LOTS, lotColumns(kept.sort(byKey)), kept.length)
      written += days.length
      days = []
      kept = []
    },
  }
}

function byKey(a: { trader: number; day: Day }, b: { trader: number; day: Day }): number {
  return a.trader - b.trader || a.day - b.day
}

function dayColumns(rows: readonly TraderDay[]) {
  return {
    trader_id: rows.map((row) => row.trader),
    day: rows.map((row) => row.day),
    fills: rows.map((row) => row.fills),
    maker_fills: rows.map((row) => row.makerFills),
    role_known: rows.map((row) => row.roleKnown),
    buys: rows.map((row) => row.buys),
    usd: rows.map((row) => row.usd),
    buy_slippage: rows.map((row) => row.buySlippage),
    sell_slippage: rows.map((row) => row.sellSlippage),
    usd_square: rows.map((row) => totalOf(row.usdSquare).toString()),
    lists: rows.map((row) => packDayLists(row.lists)),
  }
}

function lotColumns(rows: readonly Kept[]) {
  return {
    trader_id: rows.map((row) => row.trader),
    day: rows.map((row) => row.day),
    lots: rows.map((row) => row.lots),
  }
}
