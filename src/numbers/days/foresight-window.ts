import {
  DAY_SECONDS,
  type Day,
  dayOf,
  MICRO,
  type MicroPrice,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import { countsForForesight, foresightMove } from '../../metrics/skill/prescience.ts'
import { fillPrice } from '../../store/ingest/price-day-rows.ts'
import type { FactsBeingMade } from './foresight-rows.ts'

export interface ForesightTokens {
  /** The token's market, as facts name it. */
  market: ArrayLike<number>
  /** The other outcome of a two-outcome condition; 0 for none. */
  sibling: ArrayLike<number>
  /** The payout of a share, and its time; infinity where that is not known. */
  payout: ArrayLike<MicroPrice>
  resolvedAt: ArrayLike<Seconds>
  /** The mark before the first fill that is shown; −1 where unknown. Changed as fills are shown. */
  mark: Int32Array
}

/** A fill as the window takes it. */
export interface ShownFill {
  time: Seconds
  trader: number
  /** The token's number. */
  token: number
  isSell: boolean
  shares: number
  usd: number
}

/** Shown the fills of some markets in the ledger's order, adds up those of some days with the price 24 hours later. */
export interface ForesightWindow {
  show(fill: ShownFill): void
  /** Counts the fills whose 24 hours end before a time, up to which all fills were shown; by default all. */
  settle(until?: Seconds): void
}

const NO_MARK = -1

/**
 * An empty window: it holds the fills of the last 24 hours.
 *
 * A fill at x counts with its token's mark at x + 24 hours: the payout of a resolution at or before then, else the last
 * price at or before then. So an event at s bears on the fills of its condition at s itself, and on those from s − 24
 * hours on, up to the next price's; on no others.
 * @param days The first and the last day whose fills count.
 * @param facts Where they are added up.
 */
export function createForesightWindow(
  tokens: ForesightTokens,
  days: { from: Day; to: Day },
  facts: Pick<FactsBeingMade, 'add' | 'touch'>,
): ForesightWindow {
  const { mark, sibling, market } = tokens
  const waiting = createWaitingFills()
  const from = days.from * DAY_SECONDS
  const end = (days.to + 1) * DAY_SECONDS

  const settled = emptyWaitingFill()
  /** Fills whose 24 hours end before this time know all that counts for them. */
  const settle = (until: Seconds = Number.POSITIVE_INFINITY) => {
    while (waiting.oldest + DAY_SECONDS < until) {
      waiting.take(settled)
      const later = laterPrice(tokens, settled)
      const { time, trader, token, isSell, price, usd } = settled
      const place = { trader, day: dayOf(time), market: market[token] ?? 0 }
      if (later === NO_MARK) facts.touch(place)
      else facts.add(place, usd, foresightMove(isSell ? 'SELL' : 'BUY', price, later))
    }
  }
  const see = (fill: ShownFill) => {
    const price = fillPrice(fill)
    if (price === null) return
    mark[fill.token] = price
    const other = sibling[fill.token] ?? 0
    if (other !== 0) mark[other] = MICRO - price
  }
  return {
    show(fill) {
      settle(fill.time)
      see(fill)
      const { time, trader, token, isSell, shares, usd } = fill
      if (time < from || time >= end || shares === 0) return
      const price = Math.round((usd / shares) * MICRO)
      if (countsForForesight(price)) waiting.add({ time, trader, token, isSell, price, usd })
      else facts.touch({ trader, day: dayOf(time), market: market[token] ?? 0 })
    },
    settle,
  }
}

function laterPrice(tokens: ForesightTokens, { token, time }: WaitingFill): number {
  const isResolved = (tokens.resolvedAt[token] ?? Number.POSITIVE_INFINITY) <= time + DAY_SECONDS
  return (isResolved ? tokens.payout[token] : tokens.mark[token]) ?? NO_MARK
}

/** A fill whose price 24 hours later is not known yet. */
export interface WaitingFill {
  time: Seconds
  trader: number
  token: number
  isSell: boolean
  /** At most a dollar. */
  price: MicroPrice
  usd: MicroUsd
}

/** Fills in the order in which they came, 32 bytes each; the oldest leave first. */
export interface WaitingFills {
  /** The oldest one's time; infinity where none waits. */
  readonly oldest: Seconds
  add(fill: WaitingFill): void
  /** Writes the oldest into `into` and drops it. There must be one. */
  take(into: WaitingFill): void
}

function emptyWaitingFill(): WaitingFill {
  return { time: 0, trader: 0, token: 0, isSell: false, price: 0, usd: 0 }
}

const WIDTH = 4
/** Ids of traders and tokens are below this, so that both are one number. */
const ID_LIMIT = 2 ** 26

/** A queue without fills: a ring that doubles when it is full. */
function createWaitingFills(): WaitingFills {
  let size = 4096
  let ring = new Float64Array(WIDTH * size)
  let first = 0
  let count = 0
  const placeOf = (n: number) => WIDTH * ((first + n) & (size - 1))
  const grow = () => {
    const from = WIDTH * first
    const grown = new Float64Array(2 * ring.length)
    grown.set(ring.subarray(from))
    grown.set(ring.subarray(0, from), ring.length - from)
    ring = grown
    size *= 2
    first = 0
  }
  return {
    get oldest() {
      return count === 0 ? Number.POSITIVE_INFINITY : (ring[WIDTH * first] ?? 0)
    },
    add({ time, trader, token, isSell, price, usd }) {
      if (count === size) grow()
      const at = placeOf(count++)
      ring[at] = time
      ring[at + 1] = trader * ID_LIMIT + token
      ring[at + 2] = isSell ? -1 - price : price
      ring[at + 3] = usd
    },
    take(into) {
      const at = placeOf(0)
      const position = ring[at + 1] ?? 0
      const price = ring[at + 2] ?? 0
      into.time = ring[at] ?? 0
      into.trader = Math.floor(position / ID_LIMIT)
      into.token = position % ID_LIMIT
      into.isSell = price < 0
      into.price = price < 0 ? -1 - price : price
      into.usd = ring[at + 3] ?? 0
      first = (first + 1) & (size - 1)
      count -= 1
    },
  }
}
