import { defined } from '../checks.ts'
import {
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
  type Seconds,
} from '../ledger/quantities.ts'
import type { Order } from './orders.ts'
import type { Rule } from './rule.ts'
import { BUY, firstAt, priceOf, SELL, type Tape, UNKNOWN_ROLE } from './tape.ts'

/** A part of an order that was filled. */
export interface Fill {
  /** The row of the tape whose price it has; null for a price of the ideal runs of a waterfall. */
  row: number | null
  time: Seconds
  shares: MicroShares
  /** Dollars without the fee. */
  usd: MicroUsd
  fee: MicroUsd
}

/** The frictions of a run, one more at each step: a waterfall compares a run with the one before. */
export const FRICTIONS = ['NONE', 'DELAY', 'SLIPPAGE', 'FEES', 'UNFILLED', 'LIMITS'] as const
export type Friction = (typeof FRICTIONS)[number]

/** Rounding may leave this much of an order's dollars: it is filled then. */
export const CRUMB = 10_000

/** How much an order may trade: a purchase by its dollars, the fee included; a sale by its shares. */
export type Amount = { usd: MicroUsd } | { shares: MicroShares }

/** An order's fills, and what stood in the way of the rest. */
export interface Walked {
  fills: Fill[]
  /** Rows of its side in its time, and those of them within its limit. */
  met: number
  within: number
}

/** Fills orders from the tape; of each row at most the rule's share goes to all orders together, in the order in which they are placed. */
export interface Filler {
  walk(order: Order, amount: Amount): Walked
}

/**
 * Step 3: fills of orders. A purchase fills at rows that bought the outcome from the book, a sale at rows that sold it, at their prices and
 * fees; a row of the order's own transaction, or of the order that it follows, counts for none. A resting order fills at its own price by
 * rows strictly through it, without a fee.
 */
export function createFiller(rule: Pick<Rule, 'fill'>, tape: Tape, friction: Friction): Filler {
  const level = FRICTIONS.indexOf(friction)
  const isShared = level >= FRICTIONS.indexOf('UNFILLED')
  const hasFees = level >= FRICTIONS.indexOf('FEES')
  const isMaker = rule.fill.mode === 'MAKER'
  const taken = new Map<number, MicroShares>()

  const costOf = (row: number, shares: MicroShares, side: number): Fill => {
    const [count, usd] = [defined(tape.shares[row]), defined(tape.usd[row])]
    const dollars = side === BUY ? roundedUp(usd, shares, count) : mulDivFloor(usd, shares, count)
    const fee = hasFees ? roundedUp(defined(tape.fee[row]), shares, count) : 0
    return {
      row,
      time: defined(tape.time[row]),
      shares,
      usd: dollars,
      fee: side === SELL ? Math.min(fee, dollars) : fee,
    }
  }
  const resting = (row: number, shares: MicroShares, { side, price }: Order): Fill => {
    const usd = side === BUY ? roundedUp(shares, price, MICRO) : mulDivFloor(shares, price, MICRO)
    return { row, time: defined(tape.time[row]), shares, usd, fee: 0 }
  }
  /** The most shares that some dollars buy at a row, the fee included. */
  const affordable = (row: number, left: MicroUsd, { price }: Order): MicroShares => {
    if (isMaker) return mulDivFloor(Math.max(0, left - 1), MICRO, price)
    const each = defined(tape.usd[row]) + (hasFees ? defined(tape.fee[row]) : 0)
    // Both parts are rounded up.
    return each === 0 ? 0 : mulDivFloor(Math.max(0, left - 2), defined(tape.shares[row]), each)
  }
  const offered = (row: number) => {
    const share = Math.floor(defined(tape.shares[row]) * rule.fill.participation)
    return share - (isShared ? (taken.get(row) ?? 0) : 0)
  }

  const walk = (order: Order, amount: Amount): Walked => {
    const { side } = order
    const rows = tape.prints(order.token, isMaker ? (side === BUY ? SELL : BUY) : side)
    const walked: Walked = { fills: [], met: 0, within: 0 }
    let left: number = 'usd' in amount ? amount.usd : amount.shares
    for (let at = firstAt(tape, rows, order.from); at < rows.length && left > 0; at++) {
      const row = defined(rows[at])
      if (defined(tape.time[row]) >= order.until) break
      if (!hasPrice(tape, row) || isOwn(tape, order.row, row)) continue
      walked.met += 1
      if (isShared && !isWithin(order, priceOf(tape, row), isMaker)) continue
      walked.within += 1
      const most = 'usd' in amount ? affordable(row, left, order) : left
      const shares = Math.min(offered(row), most)
      if (shares > 0) {
        const fill = isMaker ? resting(row, shares, order) : costOf(row, shares, side)
        walked.fills.push(fill)
        left -= 'usd' in amount ? fill.usd + fill.fee : shares
        if (isShared) taken.set(row, (taken.get(row) ?? 0) + shares)
      }
      if ('usd' in amount && (left <= CRUMB || most <= 0)) break
    }
    return walked
  }

  /** All of an order at one price: the trader's, or that of the first row after the delay. */
  const whole = (
    order: Order,
    amount: Amount,
    row: number | null,
    price: MicroPrice,
    time: Seconds,
  ): Fill[] => {
    if (row !== null) {
      const shares = 'usd' in amount ? affordable(row, amount.usd, order) : amount.shares
      return shares > 0 ? [costOf(row, shares, order.side)] : []
    }
    if (price <= 0) return []
    const shares = 'usd' in amount ? mulDivFloor(Math.max(0, amount.usd - 1), MICRO, price) : amount.shares
    if (shares <= 0) return []
    const usd = order.side === BUY ? roundedUp(shares, price, MICRO) : mulDivFloor(shares, price, MICRO)
    return [{ row: null, time, shares, usd, fee: 0 }]
  }
  const firstRow = (order: Order): number | null => {
    const rows = tape.prints(order.token, order.side)
    for (let at = firstAt(tape, rows, order.from); at < rows.length; at++) {
      const row = defined(rows[at])
      if (defined(tape.time[row]) >= order.until) return null
      if (hasPrice(tape, row) && !isOwn(tape, order.row, row)) return row
    }
    return null
  }

  return {
    walk(order, amount) {
      if (isShared) return walk(order, amount)
      const none = { met: 0, within: 0 }
      const last = Math.max(0, Math.min(order.from, order.until - 1))
      if (friction === 'NONE' || isMaker)
        return { ...none, fills: whole(order, amount, null, order.price, last) }
      const first = firstRow(order)
      if (friction === 'DELAY' || first === null)
        return { ...none, fills: whole(order, amount, first, order.price, last) }
      const walked = walk(order, amount)
      const spent = walked.fills.reduce(
        (sum, { usd, fee, shares }) => sum + ('usd' in amount ? usd + fee : shares),
        0,
      )
      const rest = 'usd' in amount ? { usd: amount.usd - spent } : { shares: amount.shares - spent }
      const behind = walked.fills.at(-1)?.row ?? first
      return { ...walked, fills: [...walked.fills, ...whole(order, rest, behind, order.price, last)] }
    },
  }
}

function hasPrice({ shares, usd }: Tape, row: number): boolean {
  return defined(shares[row]) > 0 && defined(usd[row]) > 0
}

/** a · b / divisor rounded up: what we pay. */
function roundedUp(a: number, b: number, divisor: number): number {
  return 0 - mulDivFloor(-a, b, divisor)
}

function isWithin({ side, limit, price }: Order, of: MicroPrice, isMaker: boolean): boolean {
  if (isMaker) return side === BUY ? of < price : of > price
  return side === BUY ? of <= limit : of >= limit
}

/** Whether a row is of the transaction that an order follows, or of the same order of the same trader. */
function isOwn(tape: Tape, followed: number | null, row: number): boolean {
  if (followed === null) return false
  if (row === followed) return true
  const [tx, order] = [defined(tape.tx[followed]), defined(tape.order[followed])]
  if (tx !== 0 && tape.tx[row] === tx) return true
  return order !== 0 && tape.order[row] === order
}

/** How many rows of some outcomes have no known role: such rows fill nothing. */
export function countUnknownRoles(tape: Tape, tokens: ReadonlySet<number>): number {
  let count = 0
  for (const token of tokens)
    for (const row of tape.ofToken(token)) if (tape.role[row] === UNKNOWN_ROLE) count += 1
  return count
}
