import { exactSum } from '../../ledger/exact-sum.ts'
import {
  type Day,
  MICRO,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
  type Seconds,
} from '../../ledger/quantities.ts'
import { copySlippage } from '../../metrics/behaviour/copyable.ts'
import { priceBin } from '../../metrics/behaviour/price-bin.ts'
import { addProductTo, emptySum, type RunningSum, resetSum } from '../../metrics/running-sum.ts'
import { type DayLists, emptyDayLists } from './day-lists.ts'
import { FILL_FLAGS, type ScannedFill } from './fill-columns.ts'

/** What a trader did on one day, as `trader_days` keeps it. */
export interface TraderDay {
  trader: number
  day: Day
  fills: number
  makerFills: number
  roleKnown: number
  buys: number
  usd: number
  usdSquare: RunningSum
  buySlippage: number
  sellSlippage: number
  /** Slippage that came with transferred shares, less what left with them. */
  movedSlippage: number
  lists: DayLists
}

/** A day on which nothing has happened yet. */
export function emptyTraderDay(trader: number, day: Day): TraderDay {
  return {
    trader,
    day,
    fills: 0,
    makerFills: 0,
    roleKnown: 0,
    buys: 0,
    usd: 0,
    usdSquare: emptySum(),
    buySlippage: 0,
    sellSlippage: 0,
    movedSlippage: 0,
    lists: emptyDayLists(),
  }
}

/** Makes of a row an empty one of another day. */
export function resetTraderDay(row: TraderDay, day: Day): void {
  row.day = day
  row.fills = 0
  row.makerFills = 0
  row.roleKnown = 0
  row.buys = 0
  row.usd = 0
  resetSum(row.usdSquare)
  row.buySlippage = 0
  row.sellSlippage = 0
  row.movedSlippage = 0
  row.lists.hours.fill(0)
  row.lists.entryCost.fill(0)
  row.lists.heldSeconds.length = 0
}

/**
 * Counts a fill.
 * @param left For a SELL: the shares that were held of those sold.
 * @returns the slippage that the cost of what came in carries from now on
 * @throws RangeError when a sum of dollars leaves the exact range
 */
export function addFill(row: TraderDay, fill: ScannedFill, left: MicroShares): MicroUsd {
  row.fills += 1
  if ((fill.flags & FILL_FLAGS.maker) !== 0) row.makerFills += 1
  if ((fill.flags & (FILL_FLAGS.maker | FILL_FLAGS.taker)) !== 0) row.roleKnown += 1
  row.usd = exactSum(row.usd, fill.usd, 'usd')
  addProductTo(row.usdSquare, fill.usd, fill.usd)
  const hour = hourOf(fill.time)
  row.lists.hours[hour] = (row.lists.hours[hour] ?? 0) + 1
  if ((fill.flags & FILL_FLAGS.sell) === 0) return addBuy(row, fill)
  addSale(row, fill, left)
  return 0
}

function addBuy(row: TraderDay, { shares, usd, fee, flags }: ScannedFill): MicroUsd {
  row.buys += 1
  const slippage = copySlippage({ side: 'BUY', shares, usd })
  row.buySlippage = exactSum(row.buySlippage, slippage, 'slippage')
  const cost = (flags & FILL_FLAGS.feeInShares) === 0 ? usd + fee : usd
  const bin = priceBin(shares === 0 ? MICRO : mulDivFloor(usd, MICRO, shares))
  row.lists.entryCost[bin] = exactSum(row.lists.entryCost[bin] ?? 0, cost, 'cost')
  return slippage
}

function addSale(row: TraderDay, { shares, usd }: ScannedFill, held: MicroShares): void {
  if (held === 0) return
  const part = held === shares ? usd : mulDivFloor(usd, held, shares)
  const slippage = copySlippage({ side: 'SELL', shares: held, usd: part })
  row.sellSlippage = exactSum(row.sellSlippage, slippage, 'slippage')
}

function hourOf(time: Seconds): number {
  return Math.floor(time / 3600) % 24
}
