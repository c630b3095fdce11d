import { defined } from '../../checks.ts'
import { valueAt } from '../../ledger/holding.ts'
import { type Day, MICRO, type MicroPrice, type MicroShares, type MicroUsd } from '../../ledger/quantities.ts'
import { pagesBehind, type Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { readAt } from '../../store/ledger/history.ts'
import { PRICE_DAYS } from '../../store/tables.ts'

/** Days, both included. */
export interface DaySpan {
  /** @default the first */
  since?: Day
  upTo: Day
}

/** Every token's closing prices, in order of day. */
interface PriceDays {
  /** A token's rows are those from `start[token]` up to, not including, `start[token + 1]`. */
  start: Int32Array
  day: Int32Array
  close: Int32Array
  /** The closing fill's place among all events: by time, then key. */
  time: Float64Array
  key: Float64Array
}

const PAGE = 20_000

/** A token's closing price of a day, and the closing fill's place among all events. */
export interface PriceRow {
  token_id: number
  day: number
  close: number
  time: number
  key: number
}

const COUNT_DAYS = statement((from, { upTo }: { upTo: Day }) =>
  from(PRICE_DAYS).count('* as rows').where('day', '<=', upTo),
)
const DAYS_BEHIND = statement((from, { token, day, upTo }: { token: number; day: Day; upTo: Day }) =>
  from(PRICE_DAYS)
    .select('token_id as token_id', 'day', 'close', 'time', 'key')
    .where(from.raw('(token_id, day) > (?, ?)', [token, day]))
    .where('day', '<=', upTo)
    .orderBy('token_id')
    .orderBy('day')
    .limit(PAGE),
)

/** Reads the closing prices of days up to this one, for token ids below `tokens`. */
export async function readPriceDays(tx: Sql, tokens: number, upTo: Day): Promise<PriceDays> {
  const total = await COUNT_DAYS.get(tx, { upTo })
  const prices = emptyPrices(tokens, total?.rows ?? 0)
  let next = 0
  const read = (last: { token_id: number; day: Day }) =>
    DAYS_BEHIND.all(tx, { token: last.token_id, day: last.day, upTo })
  for await (const rows of pagesBehind(PAGE, { token_id: 0, day: -1 }, read))
    for (const row of rows) put(prices, next++, row.token_id, row)
  return addUp(prices)
}

/** Reads the closing prices of some tokens on some days, as of a version of the ledger, by token and day. */
export function readPriceRowsOf(
  sql: Sql,
  tokens: readonly number[],
  { since = 0, upTo }: DaySpan,
  version: number | null,
): Promise<PriceRow[]> {
  return readAt<PriceRow>(sql, PRICE_DAYS, {
    columns: ['close', 'time', 'key'],
    where: `${sql.isIn('token_id', 'int')} AND day >= ? AND day <= ?`,
    values: [sql.list(tokens), since, upTo],
    orderBy: ['token_id', 'day'],
    version,
  })
}

/** Those prices under the tokens' own numbers, which ascend with their ids. */
export function priceDaysOf(rows: readonly PriceRow[], numbers: ReadonlyMap<number, number>): PriceDays {
  const prices = emptyPrices(numbers.size + 1, rows.length)
  for (const [i, row] of rows.entries()) put(prices, i, numbers.get(row.token_id) ?? 0, row)
  return addUp(prices)
}

/** put() counted each token's rows at the place after it: summed up, they are the starts. */
function addUp(prices: PriceDays): PriceDays {
  for (let token = 1; token < prices.start.length; token++) {
    prices.start[token] = (prices.start[token] ?? 0) + (prices.start[token - 1] ?? 0)
  }
  return prices
}

function emptyPrices(tokens: number, rows: number): PriceDays {
  return {
    start: new Int32Array(tokens + 1),
    day: new Int32Array(rows),
    close: new Int32Array(rows),
    time: new Float64Array(rows),
    key: new Float64Array(rows),
  }
}

function put(prices: PriceDays, i: number, token: number, row: PriceRow): void {
  prices.start[token + 1] = (prices.start[token + 1] ?? 0) + 1
  prices.day[i] = row.day
  prices.close[i] = row.close
  prices.time[i] = row.time
  prices.key[i] = row.key
}

/** The day of a token's resolution where there is none. */
export const UNRESOLVED = 2 ** 31 - 1

/** The condition and unit of each token, and the time its outcome was known, by token id. */
export interface TokenFacts {
  /** The condition's id; 0 while unknown. */
  condition: Int32Array
  /** The other outcome of a two-outcome condition; 0 for none. */
  sibling: Int32Array
  /** The bet that the token belongs to: its neg-risk market, its condition, or itself while that is unknown. */
  unit: Float64Array
  /** The day on which the outcome was known, or {@link UNRESOLVED}. */
  resolvedOn: Int32Array
  /** The payout of a share; meaningless while unresolved. */
  payout: Int32Array
}

/** Every token's mark, day by day: entry i says that from the close of `day[i]` on the mark is `price[i]`. */
export interface Marks extends TokenFacts {
  /** A token's entries are those from `start[token]` up to, not including, `start[token + 1]`. */
  start: Int32Array
  day: Int32Array
  price: Int32Array
}

/** The token's last entry at or before the day's close, as an index; null if its price is not known then. */
export function markIndex(marks: Marks, token: number, day: Day): number | null {
  const first = marks.start[token] ?? 0
  let low = first
  let high = marks.start[token + 1] ?? first
  // Most questions are about now, or about a token long settled: its last entry answers them.
  if (high > first && (marks.day[high - 1] ?? 0) <= day) return high - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((marks.day[middle] ?? 0) <= day) low = middle + 1
    else high = middle
  }
  return low === first ? null : low - 1
}

/** The token's price at the day's close (methodology §3), 0 to 1e6; null if it is unknown. */
export function markAt(marks: Marks, token: number, day: Day): MicroPrice | null {
  const index = markIndex(marks, token, day)
  return index === null ? null : (marks.price[index] ?? null)
}

/** The value of a holding at a price; without a price it is carried at cost. */
export function markedValue(shares: MicroShares, cost: MicroUsd, price: MicroPrice | null): MicroUsd {
  return price === null ? cost : valueAt(shares, price)
}

/** True if the token's outcome was known at the day's close. */
export function isResolved(facts: TokenFacts, token: number, day: Day): boolean {
  return (facts.resolvedOn[token] ?? UNRESOLVED) <= day
}

/** Marks an unknown price. */
const UNKNOWN = -1

/** Every token's price at a day's close, by its id. */
export function closingPrices(marks: Marks, day: Day): Int32Array {
  const prices = new Int32Array(marks.condition.length)
  for (let token = 0; token < prices.length; token++) prices[token] = markAt(marks, token, day) ?? UNKNOWN
  return prices
}

/** The last trade of a token on the last day: its price, and the fill's place among all events. */
export interface LastTrade {
  close: number
  time: number
  key: number
}

/**
 * Puts each token's own closes, its sibling's complements and its payout together into one line of marks; a day on
 * which the mark stays what it was has no entry. Behind each line there is room for the entry of the last day, which is
 * put in by {@link setLastMark}: it can be another one at any time.
 */
export function buildMarks(facts: TokenFacts, prices: PriceDays, lastDay: Day): Marks {
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
    next = mergeToken(marks, prices, token, lastDay)
    marks.day[next++] = UNRESOLVED
    marks.start[token + 1] = next
  }
  const built = { ...marks, day: marks.day.slice(0, next), price: marks.price.slice(0, next) }
  const trades = lastTrades(prices, lastDay)
  for (let token = 0; token < tokens; token++) setLastMark(built, token, lastDay, trades)
  return built
}

/**
 * Sets the entry of the last day from its trades, or from a resolution on it.
 * @param trades the day's last ones, by token
 * @returns whether the mark at the day's close is another one than before
 */
export function setLastMark(
  marks: Marks,
  token: number,
  lastDay: Day,
  trades: ReadonlyMap<number, LastTrade>,
): boolean {
  const slot = (marks.start[token + 1] ?? 0) - 1
  const isFirst = slot === marks.start[token]
  const before = isFirst ? null : (marks.price[slot - 1] ?? null)
  const was = marks.day[slot] === UNRESOLVED ? before : (marks.price[slot] ?? null)
  const price = priceOnDay(pricedToken(marks, token), lastDay, trades) ?? before
  marks.day[slot] = price === before ? UNRESOLVED : lastDay
  marks.price[slot] = price ?? 0
  return price !== was
}

/** The same marks with room for the entries of the day after the last, whose own entries are final. */
export function withNextDay(marks: Marks): Marks {
  const tokens = marks.condition.length
  const size = marks.day.reduce((sum, day) => sum + (day === UNRESOLVED ? 0 : 1), tokens)
  const [start, days, prices] = [new Int32Array(tokens + 1), new Int32Array(size), new Int32Array(size)]
  let next = 0
  for (let token = 0; token < tokens; token++) {
    start[token] = next
    for (let i = defined(marks.start[token]); i < defined(marks.start[token + 1]); i++) {
      if (marks.day[i] === UNRESOLVED) continue
      days[next] = defined(marks.day[i])
      prices[next++] = defined(marks.price[i])
    }
    const isFirst = next === start[token]
    prices[next] = isFirst ? 0 : defined(prices[next - 1])
    days[next++] = UNRESOLVED
  }
  start[tokens] = next
  return { ...marks, start, day: days, price: prices }
}

/** A token, and what its price hangs on. */
export interface PricedToken {
  token: number
  /** The other outcome; 0 for none. */
  sibling: number
  resolvedOn: Day
  payout: MicroPrice
}

function pricedToken({ sibling, resolvedOn, payout }: Marks, token: number): PricedToken {
  return {
    token,
    sibling: sibling[token] ?? 0,
    resolvedOn: resolvedOn[token] ?? UNRESOLVED,
    payout: payout[token] ?? 0,
  }
}

/** A token's price at a day's close by that day's events; null if there are none. */
export function priceOnDay(
  { token, sibling, resolvedOn, payout }: PricedToken,
  day: Day,
  trades: ReadonlyMap<number, LastTrade>,
): MicroPrice | null {
  if (resolvedOn === day) return payout
  if (resolvedOn < day) return null
  const own = trades.get(token)
  const other = trades.get(sibling || -1)
  if (own === undefined || (other !== undefined && isLater(other, own)))
    return other === undefined ? null : MICRO - other.close
  return own.close
}

function lastTrades(prices: PriceDays, lastDay: Day): Map<number, LastTrade> {
  const trades = new Map<number, LastTrade>()
  for (let token = 0; token + 1 < prices.start.length; token++) {
    const row = (prices.start[token + 1] ?? 0) - 1
    if (row >= (prices.start[token] ?? 0) && prices.day[row] === lastDay)
      trades.set(token, tradeAt(prices, row))
  }
  return trades
}

function tradeAt({ close, time, key }: PriceDays, row: number): LastTrade {
  return { close: close[row] ?? 0, time: time[row] ?? 0, key: key[row] ?? 0 }
}

/** The most entries that there can be: each close counts for a token and its sibling, each payout once, and the last day. */
function capacity(facts: TokenFacts, prices: PriceDays): number {
  let size = facts.condition.length
  for (let token = 0; token < facts.condition.length; token++) {
    size += rowsOf(prices, token) + rowsOf(prices, facts.sibling[token] ?? 0)
    if (facts.resolvedOn[token] !== UNRESOLVED) size += 1
  }
  return size
}

function rowsOf(prices: PriceDays, token: number): number {
  return (prices.start[token + 1] ?? 0) - (prices.start[token] ?? 0)
}

/** Writes one token's entries before the last day from `start[token]` on; answers where they end. */
function mergeToken(marks: Marks, prices: PriceDays, token: number, lastDay: Day): number {
  const start = marks.start[token] ?? 0
  const resolvedOn = marks.resolvedOn[token] ?? UNRESOLVED
  let next = start
  const add = (day: number, price: number) => {
    if (next > start && marks.price[next - 1] === price) return
    marks.day[next] = day
    marks.price[next] = price
    next += 1
  }
  eachClose(prices, token, marks.sibling[token] ?? 0, Math.min(resolvedOn, lastDay), add)
  if (resolvedOn < lastDay) add(resolvedOn, marks.payout[token] ?? 0)
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
    const takeOther =
      otherDay < ownDay || (otherDay === ownDay && isLater(tradeAt(prices, other), tradeAt(prices, own)))
    use(day, takeOther ? MICRO - (prices.close[other] ?? 0) : (prices.close[own] ?? 0))
    if (ownDay === day) own += 1
    if (otherDay === day) other += 1
  }
}

function isLater(a: LastTrade, b: LastTrade): boolean {
  const byTime = a.time - b.time
  return byTime > 0 || (byTime === 0 && a.key > b.key)
}
