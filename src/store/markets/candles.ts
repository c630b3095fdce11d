import { type Day, MICRO, type MicroPrice, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { wholeNumber } from '../engine/duckdb.ts'
import { statement } from '../engine/statement.ts'
import type { EventFilter } from '../ledger/event-filter.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { PlaceBound } from '../ledger/place.ts'
import { PRICE_DAYS } from '../tables.ts'

/** The prices of some fills within a bucket of time. */
export interface CandlePrices {
  open: MicroPrice
  high: MicroPrice
  low: MicroPrice
  close: MicroPrice
}

export interface TradedBucket {
  start: Seconds
  /** Null where no fill makes a price: see `fillPrice`. */
  prices: CandlePrices | null
  fills: number
  /** Dollars of the fills with the role TAKER; null where the role of one is not known. */
  usd: MicroUsd | null
}

export interface CandlesAsked {
  tokens: readonly number[]
  /** Those of them whose prices count as what is left of a dollar. */
  complements: readonly number[]
  /** Length of a bucket. */
  seconds: Seconds
  since: Seconds
  before: Seconds
  /** The last place that counts. */
  upTo: PlaceBound
}

interface Row {
  token: number
  start: number
  fills: number
  usd: number
  unknown: number
  low: number | null
  high: number | null
  open: number | null
  openTime: number | null
  openKey: number | null
  close: number | null
  closeTime: number | null
  closeKey: number | null
}

/** A fill's price as `fillPrice` has it. */
const PRICE = `CASE WHEN shares >= ${MICRO} AND usd <= shares THEN CAST(floor(CAST(usd AS DOUBLE PRECISION) / shares * ${MICRO} + 0.5) AS BIGINT) END`

/** One SQL for both engines and for sealed files. */
function candlesSql(seconds: Seconds, from: string, where: string): string {
  const length = wholeNumber(seconds)
  const at = (rank: string, column: string) =>
    `MIN(CASE WHEN ${rank} = 1 AND price IS NOT NULL THEN ${column} END)`
  const rank = (order: string) =>
    `ROW_NUMBER() OVER (PARTITION BY token, start_time ORDER BY CASE WHEN price IS NULL THEN 1 ELSE 0 END, ${order})`
  return (
    'SELECT token, start_time AS start, COUNT(*) AS fills, CAST(SUM(CASE WHEN role = 1 THEN usd ELSE 0 END) AS BIGINT) AS usd, ' +
    'CAST(SUM(CASE WHEN role IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS unknown, MIN(price) AS low, MAX(price) AS high, ' +
    `${at('from_start', 'price')} AS open, ${at('from_start', 'time')} AS "openTime", ${at('from_start', 'key')} AS "openKey", ` +
    `${at('from_end', 'price')} AS close, ${at('from_end', 'time')} AS "closeTime", ${at('from_end', 'key')} AS "closeKey" ` +
    `FROM (SELECT p.*, ${rank('time, key')} AS from_start, ${rank('time DESC, key DESC')} AS from_end ` +
    `FROM (SELECT token_id AS token, time - time % ${length} AS start_time, time, key, role, usd, ${PRICE} AS price ` +
    `FROM ${from} WHERE ${where}) p) r GROUP BY token, start_time`
  )
}

/**
 * The buckets of some tokens' fills, by their starts. One statement and at most one read of sealed files, along the index by token and time.
 */
export async function readCandles(sql: Sql, asked: CandlesAsked): Promise<Map<Seconds, TradedBucket>> {
  const { tokens, complements, seconds, since, before, upTo } = asked
  if (tokens.length === 0 || since >= before) return new Map()
  const filter: EventFilter = { tokens, since, before, upTo }
  const rows = await ledgerOf(sql).queryEvents<Row>('FILLS', filter, (from, where) =>
    candlesSql(seconds, from, where),
  )
  const turned = new Set(complements)
  const parts = rows.map((row) => (turned.has(row.token) ? complementOf(row) : row))
  return new Map(
    [...Map.groupBy(parts, ({ start }) => start)].map(([start, own]) => [start, unite(start, own)]),
  )
}

const FIRST_DAY = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(PRICE_DAYS).min('day as day').whereAnyOf('token_id', 'int', tokens),
)

/** The day of the first price of some tokens, or null. Relies on the key of price_days. */
export async function readFirstDay(sql: Sql, tokens: readonly number[]): Promise<Day | null> {
  return (await FIRST_DAY.get(sql, { tokens }))?.day ?? null
}

function complementOf(row: Row): Row {
  const rest = (price: number | null) => (price === null ? null : MICRO - price)
  return { ...row, open: rest(row.open), close: rest(row.close), low: rest(row.high), high: rest(row.low) }
}

/** The parts of a bucket, of each token and age, as one. */
function unite(start: Seconds, parts: readonly Row[]): TradedBucket {
  const sum = (name: 'fills' | 'usd' | 'unknown') => parts.reduce((total, part) => total + part[name], 0)
  const priced = parts.flatMap(pricesOf)
  const [first] = priced.toSorted((a, b) => a.openTime - b.openTime || a.openKey - b.openKey)
  const last = priced.toSorted((a, b) => a.closeTime - b.closeTime || a.closeKey - b.closeKey).at(-1)
  return {
    start,
    prices:
      first === undefined || last === undefined
        ? null
        : {
            open: first.open,
            high: Math.max(...priced.map(({ high }) => high)),
            low: Math.min(...priced.map(({ low }) => low)),
            close: last.close,
          },
    fills: sum('fills'),
    usd: sum('unknown') > 0 ? null : sum('usd'),
  }
}

type Priced = { [Name in keyof Row]: number }

function pricesOf(row: Row): Priced[] {
  return Object.values(row).includes(null) ? [] : [row as Priced]
}
