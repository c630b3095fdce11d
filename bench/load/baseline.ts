/**
 * What loading is measured against: DuckDB alone reads the orders of a raw history, numbers wallets and tokens, and writes the
 * coded rows, sorted by trader, token and place, and their hashes by place, as Parquet. A process of its own, for its memory and
 * processor time.
 *
 *   npx node bench/load/baseline.ts FOLDER OUT-FOLDER
 */
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

const MEMORY = '2GiB'

const [, , folder = '', out = ''] = process.argv
const instance = await DuckDBInstance.create(':memory:', {
  memory_limit: MEMORY,
  temp_directory: join(out, 'spill'),
  preserve_insertion_order: 'false',
})
const connection = await instance.connect()
const raw = `read_parquet('${join(folder, 'orders', '*.parquet').replaceAll("'", "''")}')`
const numbered = (name: string, columns: readonly [string, string]) =>
  `CREATE TABLE ${name} AS SELECT row_number() OVER () AS id, name FROM ` +
  `(SELECT ${columns[0]} AS name FROM ${raw} UNION SELECT ${columns[1]} FROM ${raw})`
await connection.run(numbered('wallets', ['maker', 'taker']))
await connection.run(numbered('tokens', ['maker_asset_id', 'taker_asset_id']))
const place = `block_number * ${2 ** 20} + log_index AS key`
const write = (query: string, name: string) =>
  connection.run(
    `COPY (${query}) TO '${join(out, name).replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`,
  )
await write(
  `SELECT o.id::INTEGER AS trader, k.id::INTEGER AS token, ${place}, timestamp::INTEGER AS time, ` +
    "(maker_asset_id = '0') AS buys, maker_amount_filled AS gave, taker_amount_filled AS took, " +
    'maker_fee AS fee, c.id::INTEGER AS counterparty ' +
    `FROM ${raw} r JOIN wallets o ON o.name = r.maker JOIN wallets c ON c.name = r.taker ` +
    "JOIN tokens k ON k.name = CASE WHEN maker_asset_id = '0' THEN taker_asset_id ELSE maker_asset_id END " +
    'ORDER BY trader, token, key',
  'coded.parquet',
)
await write(
  `SELECT ${place}, unhex(transaction_hash[3:]) AS tx, unhex(order_hash[3:]) AS order_hash FROM ${raw} ORDER BY key`,
  'hashes.parquet',
)
connection.closeSync()
instance.closeSync()
