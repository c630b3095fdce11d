import {
  DAY_SECONDS,
  type Day,
  dayOf,
  MICRO,
  type MicroPrice,
  type Seconds,
} from '../../ledger/quantities.ts'
import { countsForForesight, foresightMove } from '../../metrics/skill/prescience.ts'
import { fillPrice } from '../../store/ingest/price-day-rows.ts'
import { FILL_FLAGS, type ScannedFill } from './fill-columns.ts'
import type { ForesightRows } from './foresight-rows.ts'
import { createWaitingFills, emptyWaitingFill, type WaitingFill } from './waiting-fills.ts'

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

const NO_MARK = -1

/**
 * An empty window: it holds the fills of the last 24 hours.
 * @param days The first and the last day whose fills count.
 * @param rows Where they are added up.
 */
export function createForesightWindow(
  tokens: ForesightTokens,
  days: { from: Day; to: Day },
  rows: Pick<ForesightRows, 'add' | 'closeDay'>,
): ForesightWindow {
  const { mark, sibling } = tokens
  const waiting = createWaitingFills()
  const from = days.from * DAY_SECONDS
  const until = (days.to + 1) * DAY_SECONDS

  const settled = emptyWaitingFill()
  /** Fills whose 24 hours end before this time know all that counts for them. */
  const settle = (time: Seconds) => {
    while (waiting.oldest + DAY_SECONDS < time) {
      waiting.take(settled)
      const later = laterPrice(tokens, settled)
      if (later === NO_MARK) continue
      const { trader, token, isSell, price, usd } = settled
      const moved = foresightMove(isSell ? 'SELL' : 'BUY', price, later)
      rows.add(dayOf(settled.time), trader, { usd, moved, market: marketOf(tokens, token) })
    }
  }
  const see = (fill: ScannedFill) => {
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
      const { time, owner, token, flags, shares, usd } = fill
      if (time < from || time >= until || shares === 0) return
      const price = Math.round((usd / shares) * MICRO)
      const isSell = (flags & FILL_FLAGS.sell) !== 0
      if (countsForForesight(price)) waiting.add({ time, trader: owner, token, isSell, price, usd })
    },
    end() {
      settle(Number.POSITIVE_INFINITY)
      rows.closeDay()
    },
  }
}

function laterPrice(tokens: ForesightTokens, { token, time }: WaitingFill): number {
  const isResolved = (tokens.resolvedAt[token] ?? Number.POSITIVE_INFINITY) <= time + DAY_SECONDS
  return (isResolved ? tokens.payout[token] : tokens.mark[token]) ?? NO_MARK
}

/** A market's number in `foresight_days`. */
function marketOf({ condition }: ForesightTokens, token: number): number {
  const known = condition[token] ?? 0
  return known === 0 ? 2 * token + 1 : 2 * known
}
