import {
  DAY_SECONDS,
  type Day,
  dayOf,
  MICRO,
  type MicroPrice,
  type Seconds,
} from '../../ledger/quantities.ts'
import { countsForForesight, foresightMove } from '../../metrics/prescience.ts'
import { addProductTo, emptySum, type RunningSum } from '../../metrics/running-sum.ts'
import { fillPrice } from '../../store/ingest/price-day-rows.ts'
import { FILL_FLAGS, type ScannedFill } from './fill-columns.ts'

/** What a trader's fills of a day add up to for prescience, as `foresight_days` keeps it. */
export interface ForesightDay {
  trader: number
  day: Day
  fills: number
  usd: number
  moved: RunningSum
  markets: Set<number>
}

/** What the window reads of tokens, by their ids. */
export interface ForesightTokens {
  /** The condition's id; 0 while unknown. */
  condition: ArrayLike<number>
  /** The other outcome of a two-outcome condition; 0 for none. */
  sibling: ArrayLike<number>
  /** What a share pays, and from when on; infinity where that is not known. */
  payout: ArrayLike<MicroPrice>
  resolvedAt: ArrayLike<Seconds>
  /** The mark before the first fill that is shown; −1 where unknown. Changed as fills are shown. */
  mark: Int32Array
}

/** Shown every fill in the ledger's order, adds up those of some days with the price 24 hours later. */
export interface ForesightWindow {
  show(fill: ScannedFill): void
  /** After the last fill. */
  end(): void
}

interface Waiting {
  time: Seconds
  trader: number
  token: number
  side: 'BUY' | 'SELL'
  price: MicroPrice
  usd: number
}

const NO_MARK = -1

/**
 * An empty window: it holds the fills of the last 24 hours.
 * @param days The first and the last day whose fills count.
 * @param use Given the rows of each day, by ascending day; in no order within it.
 */
export function createForesightWindow(
  tokens: ForesightTokens,
  days: { from: Day; to: Day },
  use: (rows: Iterable<ForesightDay>) => void,
): ForesightWindow {
  const { mark, sibling } = tokens
  let waiting: Waiting[] = []
  let first = 0
  let rows = new Map<number, ForesightDay>()
  let open = days.from

  const closeDay = (day: Day) => {
    if (rows.size > 0) use(rows.values())
    rows = new Map()
    open = day
  }
  const count = (fill: Waiting) => {
    const later = laterPrice(tokens, fill)
    if (later === NO_MARK) return
    const day = dayOf(fill.time)
    if (day !== open) closeDay(day)
    addTo(rowOf(rows, fill.trader, day), fill, later, marketOf(tokens, fill.token))
  }
  /** Fills whose 24 hours end before this time know all that counts for them. */
  const settle = (time: Seconds) => {
    for (let fill = waiting[first]; fill && fill.time + DAY_SECONDS < time; fill = waiting[++first])
      count(fill)
    if (first > 4096 && 2 * first > waiting.length) {
      waiting = waiting.slice(first)
      first = 0
    }
  }
  return {
    show(fill) {
      settle(fill.time)
      const price = fillPrice(fill)
      const other = sibling[fill.token] ?? 0
      if (price !== null) {
        mark[fill.token] = price
        if (other !== 0) mark[other] = MICRO - price
      }
      const day = dayOf(fill.time)
      if (day < days.from || day > days.to) return
      const waits = waitingOf(fill)
      if (waits) waiting.push(waits)
    },
    end() {
      settle(Number.POSITIVE_INFINITY)
      closeDay(days.to)
    },
  }
}

function waitingOf({ time, owner, token, flags, shares, usd }: ScannedFill): Waiting | null {
  if (shares === 0) return null
  const price = Math.round((usd / shares) * MICRO)
  if (!countsForForesight(price)) return null
  return { time, trader: owner, token, side: (flags & FILL_FLAGS.sell) === 0 ? 'BUY' : 'SELL', price, usd }
}

function laterPrice(tokens: ForesightTokens, { token, time }: Waiting): number {
  const isResolved = (tokens.resolvedAt[token] ?? Number.POSITIVE_INFINITY) <= time + DAY_SECONDS
  return (isResolved ? tokens.payout[token] : tokens.mark[token]) ?? NO_MARK
}

/** The number by which `foresight_days` tells markets apart. */
function marketOf({ condition }: ForesightTokens, token: number): number {
  const known = condition[token] ?? 0
  return known === 0 ? 2 * token + 1 : 2 * known
}

function rowOf(rows: Map<number, ForesightDay>, trader: number, day: Day): ForesightDay {
  let row = rows.get(trader)
  if (!row) {
    row = { trader, day, fills: 0, usd: 0, moved: emptySum(), markets: new Set() }
    rows.set(trader, row)
  }
  return row
}

function addTo(row: ForesightDay, { side, price, usd }: Waiting, later: MicroPrice, market: number): void {
  row.fills += 1
  row.usd += usd
  addProductTo(row.moved, usd, foresightMove(side, price, later))
  row.markets.add(market)
}
