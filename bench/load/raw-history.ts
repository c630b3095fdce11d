import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { POLYGON } from '../../src/chain/contracts.ts'
import { DAY_SECONDS } from '../../src/ledger/quantities.ts'

/** How much is written, and of when. */
export interface RawHistorySize {
  /** OrderFilled events, about. */
  rows: number
  /** Days that they are spread over. @default 300 */
  days?: number
  /** The first second of the first day. @default 2024-08-01 */
  start?: number
}

/** What was written. */
export interface RawHistory {
  rows: number
  wallets: number
  markets: number
  files: number
  bytes: number
}

/** Rows of a transaction: makers' and the taker's own; 60 of 100 have one maker, 25 two, 15 three. */
const ROWS_A_TRANSACTION = 2.55
/** Transactions of a file. */
const CHUNK = 1_000_000
/** Transactions in a row by the same wallets in the same market: an order is filled in parts. */
const RUN_BITS = 2
/** Of the time over which the data reach, in so many parts markets open and resolve. */
const EPOCHS = 40
const FIRST_BLOCK = 60_000_000
const BLOCK_SECONDS = 2
/** 2024-08-01 00:00 UTC: long before the second generation of exchanges. */
const START = 1_722_470_400
/** Basis points of the fee in one market of ten. */
const FEE_BPS = 200

/** A drawn number from 0 to 1, the same for the same arguments. */
const RANDOM = `CREATE MACRO draw(a, b) AS (hash(a, b) >> 11)::DOUBLE / ${2 ** 53}`
const PICK = 'CREATE MACRO pick(a, b, n) AS (hash(a, b) % n)::BIGINT'
const HEX = "CREATE MACRO hex32(kind, n) AS '0x' || md5(kind || n) || md5(n || kind)"
const ADDRESS = "CREATE MACRO wallet_address(w) AS '0x' || md5('w' || w) || left(md5(w || 'w'), 8)"
/** Few wallets trade much: the first of a million has 3 % of all. */
const wallet = (wallets: number) =>
  `CREATE MACRO wallet(a, b) AS floor(${wallets} * pow(draw(a, b), 4))::BIGINT`
const DIGITS = (n: number) => `lpad((hash(market, outcome, ${n}) % 10000000000000000000)::VARCHAR, 19, '0')`

/**
 * Writes a simulated history as data sets have it: orders of Polymarket_data, and markets, events, resolutions and blocks of
 * prediction-market-analysis, as Parquet. Transactions are as the first exchanges make them: one to three makers' rows,
 * then the taker's own, which names the exchange. Positions are opened by minting; a part is merged or sold on later, and
 * nobody sells what they do not have. The same for the same size.
 */
export async function writeRawHistory(folder: string, size: RawHistorySize): Promise<RawHistory> {
  const shape = shapeOf(size)
  for (const table of ['orders', 'markets', 'events', 'resolutions', 'blocks'])
    await mkdir(join(folder, table), { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '2GiB',
    temp_directory: join(folder, 'spill'),
  })
  const connection = await instance.connect()
  try {
    await connection.run("SET TimeZone = 'UTC'")
    for (const macro of [RANDOM, PICK, HEX, ADDRESS, wallet(shape.wallets)]) await connection.run(macro)
    await connection.run(
      `CREATE TABLE tokens AS SELECT market, outcome, '1' || ${[1, 2, 3, 4].map(DIGITS).join(' || ')} AS token ` +
        `FROM range(${shape.markets}) m(market), range(2) o(outcome)`,
    )
    await writeMarkets(connection, folder, shape)
    for (let first = 0, file = 0; first < shape.transactions; first += CHUNK, file++)
      await copy(
        connection,
        ordersOf(shape, first, Math.min(first + CHUNK, shape.transactions)),
        join(folder, 'orders', `orders_${String(file).padStart(4, '0')}.parquet`),
      )
    const [counted] = await rowsIn(connection, join(folder, 'orders', '*.parquet'))
    const { files, bytes } = await sizeOf(folder)
    return { rows: counted ?? 0, wallets: shape.wallets, markets: shape.markets, files, bytes }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

interface Shape {
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

/** Wallets and markets as many as the venue had for so many fills: 2 million and 1.3 million at 1.2 billion. */
function shapeOf({ rows, days = 300, start = START }: RawHistorySize): Shape {
  const transactions = Math.max(1, Math.round(rows / ROWS_A_TRANSACTION))
  const wallets = Math.ceil(Math.min(rows / 10, 500_000 * (rows / 5_000_000) ** 0.25))
  const half = 2 ** Math.max(RUN_BITS, Math.min(16, Math.floor(Math.log2(transactions / EPOCHS / 2))))
  const epoch = 2 * half * Math.max(1, Math.round(transactions / EPOCHS / 2 / half))
  const epochs = Math.ceil(transactions / epoch)
  const marketsAnEpoch = Math.max(2, Math.round(rows / 1_000 / epochs))
  const seconds = days * DAY_SECONDS
  return {
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
function timeOf({ start, seconds, transactions }: Shape, n: string): string {
  return `(${start} + (${n}) * ${seconds} // ${transactions})`
}

function blockOf({ start }: Shape, time: string): string {
  return `(${FIRST_BLOCK} + (${time} - ${start}) // ${BLOCK_SECONDS})`
}

function exchange(name: string): string {
  return `'${POLYGON.contracts.find((one) => one.name === name)?.address}'`
}

/** The rows of transactions from `first` until `until`. */
function ordersOf(shape: Shape, first: number, until: number): string {
  const { half, epoch, marketsAnEpoch } = shape
  const runs = half >> RUN_BITS
  // Which opener of the same cycle a transaction of its second half closes: each one at most, whole runs together.
  const opener = `n - n % ${2 * half} + (((n % ${half}) >> ${RUN_BITS}) * 5 + 3) % ${runs} * ${2 ** RUN_BITS} + n % ${2 ** RUN_BITS}`
  return `
    WITH drawn AS (
      SELECT n, CASE WHEN n % ${2 * half} < ${half} THEN 1 ELSE draw(n >> ${RUN_BITS}, 'kind') END AS kind
      FROM range(${first}, ${until}) r(n)
    ), opened AS (
      SELECT n, CASE WHEN kind < 0.35 THEN 'MERGE' WHEN kind < 0.75 THEN 'SALE' ELSE 'MINT' END AS kind,
        CASE WHEN kind < 0.75 THEN ${opener} ELSE n END AS o
      FROM drawn
    ), placed AS (
      SELECT *, o >> ${RUN_BITS} AS run, wallet(run, 'taker') AS taker_id, pick(run, 'outcome', 2) AS outcome,
        o // ${epoch} * ${marketsAnEpoch} + floor(${marketsAnEpoch} * pow(draw(run, 'market'), 3))::BIGINT AS market,
        CASE WHEN draw(o, 'makers') < 0.6 THEN 1 WHEN draw(o, 'makers') < 0.85 THEN 2 ELSE 3 END AS makers,
        -- Where a buyer paid a fee in shares, less is there to be sold.
        CASE WHEN o <> n AND market % 10 = 7 THEN 9000 ELSE 10000 END AS unit,
        [floor(500 * pow(1 - draw(o, i), -0.8))::BIGINT * unit for i in [0, 1, 2]] AS parts,
        ${timeOf(shape, 'n')} AS time
      FROM opened
    ), priced AS (
      SELECT *, least(99, greatest(1, 2 + pick(market, 'price', 96) + pick(market, time // ${DAY_SECONDS}, 9) - 4)) AS yes,
        CASE WHEN outcome = 0 THEN yes ELSE 100 - yes END AS cents,
        list_sum(parts[1:makers])::BIGINT AS whole,
        CASE WHEN market % 10 < 3 THEN ${exchange('NegRiskCtfExchange')} ELSE ${exchange('CTFExchange')} END AS exchange
      FROM placed
    ), rows AS (
      SELECT *, i = makers AS is_taker, CASE WHEN i = makers THEN whole ELSE parts[i + 1] END AS shares,
        CASE WHEN i = makers OR kind = 'SALE' THEN outcome ELSE 1 - outcome END AS traded,
        CASE WHEN i = makers OR kind = 'SALE' THEN cents ELSE 100 - cents END AS price,
        kind = 'MINT' OR (kind = 'SALE' AND i < makers) AS buys,
        wallet(CASE WHEN kind = 'SALE' THEN n >> ${RUN_BITS} ELSE run END, i + CASE WHEN kind = 'SALE' THEN 4 ELSE 0 END) AS drawn_id,
        CASE WHEN i = makers THEN taker_id WHEN drawn_id = taker_id THEN drawn_id + 1 ELSE drawn_id END AS owner_id,
        shares * price // 100 AS usd
      FROM (SELECT *, unnest(range(makers + 1)) AS i FROM priced)
    )
    SELECT time AS timestamp, make_timestamp(time * 1000000) AS datetime, ${blockOf(shape, 'time')} AS block_number,
      hex32('tx', n) AS transaction_hash, (n % 4096 * 32 + i * 8 + 5)::INTEGER AS log_index, exchange AS contract,
      wallet_address(owner_id) AS maker, CASE WHEN is_taker THEN exchange ELSE wallet_address(taker_id) END AS taker,
      CASE WHEN buys THEN '0' ELSE token END AS maker_asset_id, CASE WHEN buys THEN token ELSE '0' END AS taker_asset_id,
      CASE WHEN buys THEN usd ELSE shares END AS maker_amount_filled,
      CASE WHEN buys THEN shares ELSE usd END AS taker_amount_filled,
      CASE WHEN NOT is_taker OR rows.market % 10 <> 7 THEN 0
        WHEN buys THEN ${FEE_BPS} * least(price, 100 - price) * shares // (price * 10000)
        ELSE ${FEE_BPS} * least(price, 100 - price) * shares // 1000000 END AS maker_fee,
      0::BIGINT AS taker_fee, 0::BIGINT AS protocol_fee, hex32('order', n * 4 + i) AS order_hash
    FROM rows JOIN tokens ON tokens.market = rows.market AND tokens.outcome = rows.traded`
}

/** Markets, the events that name four each, and how nine in ten resolve at the end of their epoch, but for the last one's. */
async function writeMarkets(connection: DuckDBConnection, folder: string, shape: Shape): Promise<void> {
  const write = (table: string, query: string) =>
    copy(connection, query, join(folder, table, `${table}.parquet`))
  const tags = "['politics', 'sports', 'crypto', 'economy', 'weather']"
  await write(
    'markets',
    `SELECT market::VARCHAR AS id, hex32('condition', market) AS condition_id, 'Will it be ' || market || '?' AS question, ` +
      `'will-it-be-' || market AS slug, '["Yes", "No"]' AS outcomes, to_json(list(token ORDER BY outcome))::VARCHAR AS clob_token_ids, ` +
      'NULL::TIMESTAMP AS end_date FROM tokens GROUP BY market',
  )
  await write(
    'events',
    `SELECT (market // 4)::VARCHAR AS id, 'event-' || (market // 4) AS slug, 'Event ' || (market // 4) AS title, ` +
      `to_json([${tags}[1 + (market // 4) % 5]])::VARCHAR AS tags, to_json(list(market::VARCHAR))::VARCHAR AS market_ids ` +
      `FROM range(${shape.markets}) r(market) GROUP BY market // 4`,
  )
  const ends = `${timeOf(shape, `(market // ${shape.marketsAnEpoch} + 1) * ${shape.epoch}`)} - ${BLOCK_SECONDS}`
  await connection.run(
    `CREATE TABLE resolved AS SELECT market, ${ends} AS time FROM range(${shape.markets - shape.marketsAnEpoch}) r(market) ` +
      "WHERE pick(market, 'resolved', 10) > 0",
  )
  await write(
    'resolutions',
    `SELECT ${blockOf(shape, 'time')} AS block_number, hex32('resolution', market) AS transaction_hash, ` +
      `(600000 + market % ${shape.marketsAnEpoch})::INTEGER AS log_index, hex32('condition', market) AS condition_id, ` +
      `CASE WHEN pick(market, 'winner', 2) = 0 THEN '[1, 0]' ELSE '[0, 1]' END AS payout_numerators FROM resolved`,
  )
  await write(
    'blocks',
    `SELECT DISTINCT ${blockOf(shape, 'time')} AS block_number, ` +
      "strftime(make_timestamp(time * 1000000), '%Y-%m-%dT%H:%M:%SZ') AS timestamp FROM resolved",
  )
}

async function copy(connection: DuckDBConnection, query: string, path: string): Promise<void> {
  await connection.run(
    `COPY (${query}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`,
  )
}

async function rowsIn(connection: DuckDBConnection, files: string): Promise<number[]> {
  const result = await connection.runAndReadAll(
    `SELECT count(*)::DOUBLE AS rows FROM read_parquet('${files.replaceAll("'", "''")}')`,
  )
  return result.getRows().map(([rows]) => Number(rows))
}

/** Files of a folder at any depth, and their bytes. */
export async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
