import type { DuckDBConnection } from '@duckdb/node-api'
import { DAY_SECONDS } from '../../src/ledger/quantities.ts'

/**
 * The distribution of trades: CROWD, of many wallets with few fills each; MARKET, in the shape of the venue: some 600
 * fills a wallet, and 5 to 6 fills a position on 2 to 3 days, plus splits, merges and redemptions, 5 for 100 fills.
 */
export type RawWorld = 'CROWD' | 'MARKET'

/** The size and time range of a history. */
export interface RawHistorySize {
  /** OrderFilled events, about. */
  rows: number
  /** @default 'CROWD' */
  world?: RawWorld
  /** Days that they are spread over. @default 300 */
  days?: number
  /** The first second of the first day. @default 2024-08-01 */
  start?: number
}

/** Rows of a transaction: makers' and the taker's own; 60 of 100 have one maker, 25 two, 15 three. */
const ROWS_A_TRANSACTION = 2.55
/** Transactions in a row by the same wallets in the same market, as a power of two: an order is filled in parts. */
const RUN_BITS = { CROWD: 0, MARKET: 1 } as const
/** In the shape of the venue: fills of a wallet, and fills drawn for each of a market's places for a holder. */
const FILLS_A_WALLET = 600
const FILLS_A_PLACE = 4.6
/** Few markets have most fills: the first of a thousand has a tenth. */
export const MARKET_SKEW = 3
/** Markets open and resolve in this number of parts of the data's time range. */
const EPOCHS = 40
const FIRST_BLOCK = 60_000_000
const BLOCK_SECONDS = 2
/** 2024-08-01 00:00 UTC: long before the second generation of exchanges. */
const START = 1_722_470_400
/**
 * A drawn number from 0 to 1, the same for the same arguments. It is hashed twice: DuckDB joins the hashes of two values by XOR,
 * and the draws of one row would depend on each other.
 */
const RANDOM = `CREATE MACRO draw(a, b) AS (hash(hash(a, b)) >> 11)::DOUBLE / ${2 ** 53}`
const PICK = 'CREATE MACRO pick(a, b, n) AS (hash(hash(a, b)) % n)::BIGINT'
const HEX = "CREATE MACRO hex32(kind, n) AS '0x' || md5(kind || n) || md5(n || kind)"
const ADDRESS = "CREATE MACRO wallet_address(w) AS '0x' || md5('w' || w) || left(md5(w || 'w'), 8)"
/** The holder of an outcome of a market, drawn by two values. */
const holder = ({ world, wallets, marketsAnEpoch, epoch }: Shape) =>
  `CREATE MACRO holder(market, outcome, a, b) AS ${
    world === 'CROWD'
      ? // A few wallets do most of the trading: the first of a million has 3% of all.
        `floor(${wallets} * pow(draw(a, b), 4))::BIGINT`
      : // Places follow one another by the golden ratio, so that few of a market fall to the same wallet.
        `floor(${wallets} * pow((draw(market, outcome) + ${(Math.sqrt(5) - 1) / 2} * floor(draw(a, b) * ${places('market', { marketsAnEpoch, epoch })})) % 1, 1.5))::BIGINT`
  }`
/** How many places for holders an outcome has: as its market's share of the epoch's fills. */
function places(market: string, { marketsAnEpoch, epoch }: Pick<Shape, 'marketsAnEpoch' | 'epoch'>): string {
  const up = (n: string) => `pow((${n}) / ${marketsAnEpoch}, 1.0 / ${MARKET_SKEW})`
  const share = `(${up(`${market} % ${marketsAnEpoch} + 1`)} - ${up(`${market} % ${marketsAnEpoch}`)})`
  return `greatest(3, round(${share} * ${(epoch * ROWS_A_TRANSACTION) / FILLS_A_PLACE / 2}))`
}

/** Macros that every query of a history draws by. */
export function drawingMacros(shape: Shape): string[] {
  return [RANDOM, PICK, HEX, ADDRESS, holder(shape)]
}

/** The quantities and times of a history. */
export interface Shape {
  world: RawWorld
  runBits: number
  transactions: number
  wallets: number
  markets: number
  /** In the first half of a cycle of transactions positions are opened that the second half may close. */
  half: number
  /** Transactions of an epoch. */
  epoch: number
  marketsAnEpoch: number
  start: number
  seconds: number
}

/**
 * The venue's ratio of a crowd's wallets, and of either world's markets, to fills: 2 and 1.3 million at 1.2 billion.
 */
export function shapeOf({ rows, world = 'CROWD', days = 300, start = START }: RawHistorySize): Shape {
  const runBits = RUN_BITS[world]
  const transactions = Math.max(1, Math.round(rows / ROWS_A_TRANSACTION))
  const wallets =
    world === 'CROWD'
      ? Math.ceil(Math.min(rows / 10, 500_000 * (rows / 5_000_000) ** 0.25))
      : Math.ceil(rows / FILLS_A_WALLET)
  const half = 2 ** Math.max(runBits, Math.min(16, Math.floor(Math.log2(transactions / EPOCHS / 2))))
  const epoch = 2 * half * Math.max(1, Math.round(transactions / EPOCHS / 2 / half))
  const epochs = Math.ceil(transactions / epoch)
  const marketsAnEpoch = Math.max(2, Math.round(rows / 1_000 / epochs))
  const seconds = days * DAY_SECONDS
  return {
    world,
    runBits,
    transactions,
    wallets,
    markets: epochs * marketsAnEpoch,
    half,
    epoch,
    marketsAnEpoch,
    start,
    seconds,
  }
}

/** The second of a transaction. */
export function timeOf({ start, seconds, transactions }: Shape, n: string): string {
  return `(${start} + (${n}) * ${seconds} // ${transactions})`
}

export function blockOf({ start }: Shape, time: string): string {
  return `(${FIRST_BLOCK} + (${time} - ${start}) // ${BLOCK_SECONDS})`
}

/** The last second before a market's epoch ends. */
export function endOf(shape: Shape, market: string): string {
  return `(${timeOf(shape, `(${market} // ${shape.marketsAnEpoch} + 1) * ${shape.epoch}`)} - ${BLOCK_SECONDS})`
}

/** Writes what a query returns as Parquet. */
export async function copy(connection: DuckDBConnection, query: string, path: string): Promise<void> {
  await connection.run(
    `COPY (${query}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`,
  )
}
