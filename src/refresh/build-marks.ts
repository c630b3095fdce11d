import { MICRO } from '../ledger/quantities.ts'
import { type Marks, type TokenFacts, UNRESOLVED } from './marks.ts'
import type { PriceDays } from './read-price-days.ts'

/**
 * Puts each token's own closes, its sibling's complements and its payout together into one line of marks; a day on
 * which the mark stays what it was has no entry.
 */
export function buildMarks(facts: TokenFacts, prices: PriceDays): Marks {
  const tokens = facts.condition.length
  const size = capacity(facts, prices)
  const marks = {
    ...facts,
    start: new Int32Array(tokens + 1),
    day: new Int32Array(size),
    price: new Int32Array(size),
  }
  let next = 0
  for (let token = 0; token < tokens; token++) {
    marks.start[token] = next
    next = mergeToken(marks, prices, token)
    marks.start[token + 1] = next
  }
  return { ...marks, day: marks.day.slice(0, next), price: marks.price.slice(0, next) }
}

/** The most entries that there can be: each close counts for a token and its sibling, and each payout once. */
function capacity(facts: TokenFacts, prices: PriceDays): number {
  let size = 0
  for (let token = 0; token < facts.condition.length; token++) {
    size += rowsOf(prices, token) + rowsOf(prices, facts.sibling[token] ?? 0)
    if (facts.resolvedOn[token] !== UNRESOLVED) size += 1
  }
  return size
}

function rowsOf(prices: PriceDays, token: number): number {
  return (prices.start[token + 1] ?? 0) - (prices.start[token] ?? 0)
}

/** Writes one token's entries from `start[token]` on; answers where the next token's begin. */
function mergeToken(marks: Marks, prices: PriceDays, token: number): number {
  const start = marks.start[token] ?? 0
  const resolvedOn = marks.resolvedOn[token] ?? UNRESOLVED
  let next = start
  const add = (day: number, price: number) => {
    if (next > start && marks.price[next - 1] === price) return
    marks.day[next] = day
    marks.price[next] = price
    next += 1
  }
  eachClose(prices, token, marks.sibling[token] ?? 0, resolvedOn, add)
  if (resolvedOn !== UNRESOLVED) add(resolvedOn, marks.payout[token] ?? 0)
  return next
}

/** Each day's last price of the token before the given day, from its own fills or its sibling's. */
function eachClose(
  prices: PriceDays,
  token: number,
  sibling: number,
  before: number,
  use: (day: number, price: number) => void,
): void {
  let own = prices.start[token] ?? 0
  let other = prices.start[sibling] ?? 0
  const ownEnd = prices.start[token + 1] ?? own
  const otherEnd = sibling === 0 ? other : (prices.start[sibling + 1] ?? other)
  while (own < ownEnd || other < otherEnd) {
    const ownDay = own < ownEnd ? (prices.day[own] ?? 0) : UNRESOLVED
    const otherDay = other < otherEnd ? (prices.day[other] ?? 0) : UNRESOLVED
    const day = Math.min(ownDay, otherDay)
    if (day >= before) return
    const takeOther = otherDay < ownDay || (otherDay === ownDay && isLater(prices, other, own))
    use(day, takeOther ? MICRO - (prices.close[other] ?? 0) : (prices.close[own] ?? 0))
    if (ownDay === day) own += 1
    if (otherDay === day) other += 1
  }
}

function isLater(prices: PriceDays, a: number, b: number): boolean {
  const byTime = (prices.time[a] ?? 0) - (prices.time[b] ?? 0)
  return byTime > 0 || (byTime === 0 && (prices.key[a] ?? 0) > (prices.key[b] ?? 0))
}
