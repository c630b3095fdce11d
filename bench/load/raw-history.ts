import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { POLYGON } from '../../src/chain/contracts.ts'
import { DAY_SECONDS } from '../../src/ledger/quantities.ts'
import { writeRawSets } from './raw-sets.ts'
import {
  blockOf,
  copy,
  drawingMacros,
  endOf,
  MARKET_SKEW,
  type RawHistorySize,
  type Shape,
  shapeOf,
  timeOf,
} from './raw-shape.ts'

/** The written history. */
export interface RawHistory {
  rows: number
  wallets: number
  markets: number
  /** Fills of a position, and the days that it has any on; fills of a wallet: means. */
  shape: { fillsAPosition: number; daysAPosition: number; fillsAWallet: number }
  files: number
  bytes: number
}

/** Transactions of a file. */
const CHUNK = 1_000_000
/** Basis points of the fee in one market of ten. */
const FEE_BPS = 200

const DIGITS = (n: number) => `lpad((hash(market, outcome, ${n}) % 10000000000000000000)::VARCHAR, 19, '0')`

/**
 * Writes a simulated history as data sets have it: orders of Polymarket_data, and markets, events, resolutions and
 * blocks of prediction-market-analysis, as Parquet. Transactions are as the first exchanges make them: one to three
 * makers' rows, then the taker's own, which names the exchange. Positions are opened by minting; a part is merged or
 * sold later, and no wallet sells shares that it does not have. A history of the MARKET's shape has splits, merges and
 * redemptions too. The same for the same size.
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
    for (const macro of drawingMacros(shape)) await connection.run(macro)
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
    if (shape.world === 'MARKET') await writeRawSets(connection, folder, shape)
    const { rows, ...means } = await factsOf(connection, join(folder, 'orders', '*.parquet'))
    const { files, bytes } = await sizeOf(folder)
    return { rows, wallets: shape.wallets, markets: shape.markets, shape: means, files, bytes }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

function exchange(name: string): string {
  return `'${POLYGON.contracts.find((one) => one.name === name)?.address}'`
}

/** The rows of transactions from `first` until `until`. */
function ordersOf(shape: Shape, first: number, until: number): string {
  const { half, epoch, marketsAnEpoch, runBits } = shape
  const runs = half >> runBits
  // Assigns each closing transaction of a cycle's second half an opener of the same cycle: at most one each, complete
  // runs together.
  const opener = `n - n % ${2 * half} + (((n % ${half}) >> ${runBits}) * 5 + 3) % ${runs} * ${2 ** runBits} + n % ${2 ** runBits}`
  return `
    WITH drawn AS (
      SELECT n, CASE WHEN n % ${2 * half} < ${half} THEN 1 ELSE draw(n >> ${runBits}, 'kind') END AS kind
      FROM range(${first}, ${until}) r(n)
    ), opened AS (
      SELECT n, CASE WHEN kind < 0.35 THEN 'MERGE' WHEN kind < 0.75 THEN 'SALE' ELSE 'MINT' END AS kind,
        CASE WHEN kind < 0.75 THEN ${opener} ELSE n END AS o
      FROM drawn
    ), placed AS (
      SELECT *, o >> ${runBits} AS run, pick(run, 'outcome', 2) AS outcome,
        o // ${epoch} * ${marketsAnEpoch} + floor(${marketsAnEpoch} * pow(draw(run, 'market'), ${MARKET_SKEW}))::BIGINT AS market,
        holder(market, outcome, run, 'taker') AS taker_id,
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
        holder(market, traded, CASE WHEN kind = 'SALE' THEN n >> ${runBits} ELSE run END, i + CASE WHEN kind = 'SALE' THEN 4 ELSE 0 END) AS drawn_id,
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
  await connection.run(
    `CREATE TABLE resolved AS SELECT market, ${endOf(shape, 'market')} AS time, pick(market, 'winner', 2) AS winner FROM range(${shape.markets - shape.marketsAnEpoch}) r(market) ` +
      "WHERE pick(market, 'resolved', 10) > 0",
  )
  await write(
    'resolutions',
    `SELECT ${blockOf(shape, 'time')} AS block_number, hex32('resolution', market) AS transaction_hash, ` +
      `(600000 + market % ${shape.marketsAnEpoch})::INTEGER AS log_index, hex32('condition', market) AS condition_id, ` +
      `CASE WHEN winner = 0 THEN '[1, 0]' ELSE '[0, 1]' END AS payout_numerators FROM resolved`,
  )
  await write(
    'blocks',
    `SELECT DISTINCT ${blockOf(shape, 'time')} AS block_number, ` +
      "strftime(make_timestamp(time * 1000000), '%Y-%m-%dT%H:%M:%SZ') AS timestamp FROM resolved",
  )
}

async function factsOf(connection: DuckDBConnection, files: string) {
  const result = await connection.runAndReadAll(`
    WITH positions AS (
      SELECT maker AS owner, CASE WHEN maker_asset_id = '0' THEN taker_asset_id ELSE maker_asset_id END AS token,
        count(*) AS fills, count(DISTINCT timestamp // ${DAY_SECONDS}) AS days
      FROM read_parquet('${files.replaceAll("'", "''")}') GROUP BY ALL
    )
    SELECT sum(fills)::DOUBLE, avg(fills)::DOUBLE, avg(days)::DOUBLE, (sum(fills) / count(DISTINCT owner))::DOUBLE FROM positions`)
  const [rows = 0, fillsAPosition = 0, daysAPosition = 0, fillsAWallet = 0] =
    result.getRows()[0]?.map(Number) ?? []
  return { rows, fillsAPosition, daysAPosition, fillsAWallet }
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
