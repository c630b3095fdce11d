/**
 * The baseline of loading: DuckDB as an expert would run it. It numbers wallets and
 * tokens of a raw history and keeps their names, and writes the coded rows in two orders (trader, token, place; token, place) and the hashes by
 * place, as Parquet, on all cores. A process of its own, for its memory and processor time.
 *
 *   npx node bench/load/baseline.ts FOLDER OUT-FOLDER
 */
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

const MEMORY = '2GiB'
/** A faster level than the default, for files a thirtieth larger. */
const FORMAT = '(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1)'

const [, , folder = '', out = ''] = process.argv
const instance = await DuckDBInstance.create(join(out, 'coded.duckdb'), {
  memory_limit: MEMORY,
  temp_directory: join(out, 'spill'),
  preserve_insertion_order: 'false',
})
const connection = await instance.connect()
const raw = `read_parquet('${join(folder, 'orders', '*.parquet').replaceAll("'", "''")}')`
const TOKEN = "CASE WHEN maker_asset_id = '0' THEN taker_asset_id ELSE maker_asset_id END"
const write = (query: string, name: string) =>
  connection.run(`COPY (${query}) TO '${join(out, name).replaceAll("'", "''")}' ${FORMAT}`)
const names = (table: string, query: string) =>
  connection.run(
    `CREATE TABLE ${table} AS SELECT row_number() OVER ()::INTEGER AS id, name FROM (${query}) ORDER BY ALL`,
  )
await names('wallets', `SELECT maker AS name FROM ${raw} UNION SELECT taker FROM ${raw}`)
await names('tokens', `SELECT DISTINCT ${TOKEN} AS name FROM ${raw}`)
await connection.run(
  `CREATE TABLE coded AS SELECT o.id AS trader, k.id AS token, block_number * ${2 ** 20} + log_index AS key, ` +
    "timestamp::INTEGER AS time, maker_asset_id = '0' AS buys, maker_amount_filled AS gave, taker_amount_filled AS took, " +
    'maker_fee AS fee, c.id AS counterparty ' +
    `FROM ${raw} r JOIN wallets o ON o.name = maker JOIN wallets c ON c.name = taker JOIN tokens k ON k.name = ${TOKEN}`,
)
await write('SELECT * FROM wallets', 'wallets.parquet')
await write('SELECT * FROM tokens', 'tokens.parquet')
await write('SELECT * FROM coded ORDER BY trader, token, key', 'by-trader.parquet')
await write('SELECT * EXCLUDE (counterparty) FROM coded ORDER BY token, key', 'by-token.parquet')
await write(
  `SELECT block_number * ${2 ** 20} + log_index AS key, unhex(transaction_hash[3:]) AS tx, ` +
    `unhex(order_hash[3:]) AS order_hash FROM ${raw} ORDER BY key`,
  'hashes.parquet',
)
connection.closeSync()
instance.closeSync()
