import type { Day } from '../../ledger/quantities.ts'
import { textOf } from '../../metrics/running-sum.ts'
import type { Sql } from '../../store/engine/database.ts'
import { createNumberPacker, type NumberPacker } from '../../store/engine/pack-numbers.ts'
import { keepRows } from '../../store/ledger/history.ts'
import { TRADER_DAYS, TRADER_LOTS } from '../../store/tables.ts'
import { packDayLists } from './day-lists.ts'
import { sortByTrader } from './sort-by-trader.ts'
import type { TraderDay } from './trader-day.ts'

/** Rows on their way to `trader_days` and `trader_lots`, each trader's by day. */
export interface TraderDayRows {
  /** Keeps what the row says now: it may be used for another day afterwards. */
  add(row: TraderDay): void
  /** Keeps the open lots after the trader's row of that day, as `pack` adds their numbers. */
  keepLots(trader: number, day: Day, pack: (packer: NumberPacker) => void): void
  readonly size: number
  /** Rows written so far. */
  readonly written: number
  write(tx: Sql): Promise<void>
  /** Forgets them, once they are written. */
  clear(): void
}

/** An empty set of rows. */
export function createTraderDayRows(): TraderDayRows {
  const packer = createNumberPacker()
  let days = emptyDays()
  let kept = emptyLots()
  let written = 0
  return {
    get size() {
      return days.trader_id.length
    },
    get written() {
      return written
    },
    add(row) {
      addSums(days, row)
      days.usd_square.push(textOf(row.usdSquare))
      days.lists.push(packDayLists(row.lists, packer))
    },
    keepLots(trader, day, pack) {
      kept.trader_id.push(trader)
      kept.day.push(day)
      pack(packer)
      kept.lots.push(packer.take())
    },
    async write(tx) {
      await keepRows(tx, TRADER_DAYS, days, days.trader_id.length)
      await tx.upsert(TRADER_DAYS, sortByTrader({ ...days }), days.trader_id.length)
      await tx.upsert(TRADER_LOTS, sortByTrader({ ...kept }), kept.trader_id.length)
    },
    clear() {
      written += days.trader_id.length
      days = emptyDays()
      kept = emptyLots()
    },
  }
}

type DayColumns = ReturnType<typeof emptyDays>

function addSums(days: DayColumns, row: TraderDay): void {
  days.trader_id.push(row.trader)
  days.day.push(row.day)
  days.fills.push(row.fills)
  days.maker_fills.push(row.makerFills)
  days.role_known.push(row.roleKnown)
  days.buys.push(row.buys)
  days.usd.push(row.usd)
  days.buy_slippage.push(row.buySlippage)
  days.sell_slippage.push(row.sellSlippage)
  days.moved_slippage.push(row.movedSlippage)
}

function emptyDays() {
  const numbers = (): number[] => []
  return {
    trader_id: numbers(),
    day: numbers(),
    fills: numbers(),
    maker_fills: numbers(),
    role_known: numbers(),
    buys: numbers(),
    usd: numbers(),
    buy_slippage: numbers(),
    sell_slippage: numbers(),
    moved_slippage: numbers(),
    usd_square: [] as string[],
    lists: [] as Buffer[],
  }
}

function emptyLots() {
  return { trader_id: [] as number[], day: [] as number[], lots: [] as Buffer[] }
}
