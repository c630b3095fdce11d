import type { Day } from '../../ledger/quantities.ts'
import { pagesBehind, type Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { readAt } from '../../store/ledger/read-at.ts'
import { PRICE_DAYS } from '../../store/tables.ts'

/** Days, both included. */
export interface DaySpan {
  /** @default the first */
  since?: Day
  upTo: Day
}

/** Every token's closing prices, in order of day. */
export interface PriceDays {
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
