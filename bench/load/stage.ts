/**
 * How much processor time it takes to stage a generated history's fills, in each layout of tables: to decode and settle them
 * out of the files as they are downloaded.
 *
 *   npx node bench/load/stage.ts [ROWS]
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { POLYGON } from '../../src/chain/contracts.ts'
import { findHistoryFiles } from '../../src/sources/history/history-files.ts'
import { openHistoryTables } from '../../src/sources/history/history-tables.ts'
import { sortHistoryFiles } from '../../src/sources/history/sort-files.ts'
import { filledTablesOf, openFillStage } from '../../src/sources/history/stage-fills.ts'
import { openDuckDb } from '../../src/store/engine/duckdb.ts'
import { writeRawHistory } from './raw-history.ts'

const rows = Number(process.argv[2] ?? 1_000_000)
const folder = await mkdtemp(join(tmpdir(), 'pequod-stage-'))
try {
  await writeRawHistory(folder, { rows })
  const orders = `read_parquet('${join(folder, 'orders', '*.parquet')}')`
  const trades =
    'block_number, substr(transaction_hash, 3) AS transaction_hash, log_index, substr(order_hash, 3) AS order_hash, maker, taker, ' +
    'maker_asset_id, taker_asset_id, maker_amount_filled AS maker_amount, taker_amount_filled AS taker_amount, maker_fee AS fee, ' +
    "CASE WHEN contract LIKE '0x4bf%' THEN 'CTF Exchange' ELSE 'NegRisk' END AS _contract"
  const filled =
    'block_number AS blockNumber, transaction_hash AS transactionHash, log_index AS logIndex, make_timestamp(timestamp * 1000000) AS ' +
    'block_timestamp, contract AS address, order_hash AS orderHash, maker, taker, maker_asset_id AS makerAssetId, taker_asset_id AS ' +
    'takerAssetId, maker_amount_filled::VARCHAR AS makerAmountFilled, taker_amount_filled::VARCHAR AS takerAmountFilled, maker_fee AS fee'
  const times =
    "DISTINCT block_number, strftime(make_timestamp(timestamp * 1000000), '%Y-%m-%dT%H:%M:%SZ') AS timestamp"
  const layouts: [string, Record<string, string>][] = [
    ['Polymarket_data', { 'orders.parquet': '*' }],
    ['Polymarket_data as CSV', { 'orders.csv': '*' }],
    ['prediction-market-analysis', { 'trades.parquet': trades, 'blocks.parquet': times }],
    ['Polymarket-v1', { 'filled.parquet': filled }],
  ]
  for (const [i, [name, files]] of layouts.entries()) {
    const place = join(folder, `layout ${i}`)
    await mkdir(place)
    const instance = await DuckDBInstance.create(':memory:', { temp_directory: join(folder, 'spill') })
    const connection = await instance.connect()
    for (const [file, columns] of Object.entries(files))
      await connection.run(
        `COPY (SELECT ${columns} FROM ${orders}) TO '${join(place, file)}' (${file.endsWith('.csv') ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION zstd'})`,
      )
    connection.closeSync()
    instance.closeSync()
    await measure(name, place)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(name: string, place: string): Promise<void> {
  const duckdb = openDuckDb({ folder: join(place, 'data') })
  const start = performance.now()
  const before = process.cpuUsage()
  const tables = await openHistoryTables(duckdb)
  const files = await sortHistoryFiles(await findHistoryFiles([place]), tables, {})
  const stage = await openFillStage(duckdb, POLYGON, filledTablesOf(files))
  let fills = 0
  let refused = 0
  for (const stretch of stage.stretches) {
    const staged = await stage.stage(stretch)
    fills += staged.fills
    refused += staged.refused
    await staged.drop()
  }
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - start) / 1_000
  await stage.close()
  tables.close()
  duckdb.close()
  const each = (user + system) / fills
  console.log(
    `${name}: ${fills.toLocaleString('en')} fills staged, ${refused} refused: ` +
      `${each.toFixed(1)} CPU seconds a million, ${seconds.toFixed(1)} s`,
  )
}
