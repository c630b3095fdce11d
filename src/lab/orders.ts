import { defined } from '../checks.ts'
import { DAY_SECONDS, MICRO, type MicroPrice, type Seconds } from '../ledger/quantities.ts'
import type { Decision } from './decisions.ts'
import type { Rule } from './rule.ts'
import { firstAt, priceOf, SELL, type Tape, type TokenTerms } from './tape.ts'

/** An order of ours, without its size. */
export interface Order {
  token: number
  side: number
  /** From when on it fills, and up to when, the latter not included. */
  from: Seconds
  until: Seconds
  /** The price that it follows. */
  price: MicroPrice
  /** The worst price at which it fills. */
  limit: MicroPrice
  /** The trader's row that it follows; null where it follows nobody. */
  row: number | null
}

/** The moment at which a copy is to be sold, and the price that was known then; null where no price was. */
export interface Exit {
  time: Seconds
  price: MicroPrice | null
  row: number | null
}

export interface OrderDesk {
  follow(decision: Decision, exit: Exit | null): Order
  /** When a copy of a purchase is sold before its market is resolved; null for never. */
  exitOf(decision: Decision): Exit | null
  sell(token: number, exit: Exit): Order
}

/**
 * Step 2: the orders of a rule for one delay. An order ends with its window, with the market, with the rule's last day, or when what it
 * bought is to be sold.
 * @param end the first second after the rule's last day
 */
export function orderDesk(
  rule: Pick<Rule, 'entry' | 'fill' | 'exit'>,
  { tape, tokens, delay, end }: { tape: Tape; tokens: TokenTerms; delay: Seconds; end: Seconds },
): OrderDesk {
  const slippage = Math.round(rule.fill.maxSlippage * MICRO)
  const reached = pricesReached(tape, rule.exit.price)
  const orderAt = (token: number, side: number, { time, price, row }: Exit, last: Seconds): Order => {
    const from = time + delay
    const until = Math.min(from + rule.fill.window, tokens.resolvedAt(token) ?? end, end, last)
    const known = price ?? 0
    const limit = side === SELL ? Math.max(1, known - slippage) : Math.min(MICRO - 1, known + slippage)
    return { token, side, from, until, price: known, limit, row }
  }
  return {
    follow: (decision, exit) =>
      orderAt(decision.token, decision.side, decision, exit === null ? end : exit.time + delay),
    exitOf(decision) {
      const { token, time } = decision
      const { traderSells, days } = rule.exit
      const sale = traderSells && rule.entry.sides === 'BUYS' ? saleBehind(tape, decision) : null
      const aged = days === null ? null : time + days * DAY_SECONDS
      const high = reached(token, time + delay)
      const times = [sale && defined(tape.time[sale]), aged, high && defined(tape.time[high])]
      const first = Math.min(...times.map((one) => one ?? Number.POSITIVE_INFINITY))
      if (first >= Math.min(tokens.resolvedAt(token) ?? end, end)) return null
      if (sale !== null && tape.time[sale] === first)
        return { time: first, price: priceOf(tape, sale), row: sale }
      return { time: first, price: lastPrice(tape, token, first), row: null }
    },
    sell: (token, exit) => orderAt(token, SELL, exit, end),
  }
}

/** The price of the outcome's last fill at a time or before; null without one. */
export function lastPrice(tape: Tape, token: number, time: Seconds): MicroPrice | null {
  const rows = tape.ofToken(token)
  const at = firstAt(tape, rows, time + 1)
  return at === 0 ? null : priceOf(tape, defined(rows[at - 1]))
}

/** A trader's first sale of an outcome behind a purchase of it, and not before its time. */
function saleBehind(tape: Tape, { row, time }: Decision): number | null {
  let sale = tape.nextSale(row)
  while (sale !== null && defined(tape.time[sale]) < time) sale = tape.nextSale(sale)
  return sale
}

/** The first fill of an outcome at a price or above, from a time on. */
function pricesReached(tape: Tape, price: number | null): (token: number, from: Seconds) => number | null {
  if (price === null) return () => null
  const known = new Map<number, Int32Array>()
  return (token, from) => {
    const rows = known.get(token) ?? tape.ofToken(token).filter((row) => priceOf(tape, row) >= price * MICRO)
    known.set(token, rows)
    return rows[firstAt(tape, rows, from)] ?? null
  }
}
