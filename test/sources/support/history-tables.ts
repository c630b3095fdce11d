import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import type { ChainLog } from '../../../src/chain/fact.ts'
import { topicOfEvent } from '../../../src/chain/topics.ts'

/** A row of a table, by column. */
export type TableRow = Record<string, string | number | null | readonly (string | number)[]>

/** Writes rows as Parquet or CSV, as the path's name says, with columns of the types given. */
export async function writeTable(
  path: string,
  types: Readonly<Record<string, string>>,
  rows: Iterable<TableRow>,
): Promise<void> {
  const lines = createWriteStream(`${path}.rows`)
  for (const row of rows) if (!lines.write(`${JSON.stringify(row)}\n`)) await once(lines, 'drain')
  lines.end()
  await once(lines, 'finish')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const [from, to] = [`${path}.rows`, path].map((one) => one.replaceAll("'", "''"))
  const columns = Object.entries(types).map(([name, type]) => `'${name}': '${type}'`)
  const list = Object.keys(types).map((name) => `"${name}"`)
  const format = path.endsWith('.csv') ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION zstd'
  await connection.run(
    `COPY (SELECT ${list.join(', ')} FROM read_json('${from?.replaceAll(/[*[]/g, '[$&]')}', format = 'newline_delimited', columns = {${columns.join(', ')}})) ` +
      `TO '${to}' (${format})`,
  )
  connection.closeSync()
  instance.closeSync()
}

const ORDER = {
  block_number: 'BIGINT',
  transaction_hash: 'VARCHAR',
  log_index: 'INTEGER',
  order_hash: 'VARCHAR',
  maker: 'VARCHAR',
  taker: 'VARCHAR',
  maker_asset_id: 'VARCHAR',
  taker_asset_id: 'VARCHAR',
}

/** The columns of the data sets' tables. */
export const COLUMNS = {
  orders: {
    timestamp: 'BIGINT',
    datetime: 'VARCHAR',
    ...ORDER,
    contract: 'VARCHAR',
    maker_amount_filled: 'BIGINT',
    taker_amount_filled: 'BIGINT',
    maker_fee: 'BIGINT',
    taker_fee: 'BIGINT',
    protocol_fee: 'BIGINT',
  },
  trades: {
    ...ORDER,
    maker_amount: 'BIGINT',
    taker_amount: 'BIGINT',
    fee: 'BIGINT',
    _fetched_at: 'TIMESTAMP',
    _contract: 'VARCHAR',
  },
  blocks: { block_number: 'BIGINT', timestamp: 'VARCHAR' },
  resolutions: {
    block_number: 'BIGINT',
    transaction_hash: 'VARCHAR',
    log_index: 'INTEGER',
    condition_id: 'VARCHAR',
    payout_numerators: 'VARCHAR',
    _fetched_at: 'TIMESTAMP',
  },
  markets: {
    id: 'VARCHAR',
    condition_id: 'VARCHAR',
    question: 'VARCHAR',
    slug: 'VARCHAR',
    outcomes: 'VARCHAR',
    clob_token_ids: 'VARCHAR',
    end_date: 'TIMESTAMP',
    _fetched_at: 'TIMESTAMP',
  },
  events: {
    id: 'VARCHAR',
    slug: 'VARCHAR',
    title: 'VARCHAR',
    category: 'VARCHAR',
    tags: 'VARCHAR',
    market_ids: 'VARCHAR',
    _fetched_at: 'TIMESTAMP',
  },
  filled: {
    blockNumber: 'BIGINT',
    transactionHash: 'VARCHAR',
    logIndex: 'INTEGER',
    block_timestamp: 'TIMESTAMP',
    address: 'VARCHAR',
    orderHash: 'VARCHAR',
    maker: 'VARCHAR',
    taker: 'VARCHAR',
    makerAssetId: 'VARCHAR',
    takerAssetId: 'VARCHAR',
    makerAmountFilled: 'VARCHAR',
    takerAmountFilled: 'VARCHAR',
    fee: 'VARCHAR',
  },
  sets: {
    block_number: 'BIGINT',
    transaction_hash: 'VARCHAR',
    log_index: 'INTEGER',
    block_timestamp: 'BIGINT',
    stakeholder: 'VARCHAR',
    collateral_token: 'VARCHAR',
    parent_collection_id: 'VARCHAR',
    condition_id: 'VARCHAR',
    partition: 'VARCHAR[]',
    amount: 'VARCHAR',
  },
  redemptions: {
    blockNumber: 'BIGINT',
    transactionHash: 'VARCHAR',
    logIndex: 'INTEGER',
    blockTimestamp: 'VARCHAR',
    redeemer: 'VARCHAR',
    collateralToken: 'VARCHAR',
    parentCollectionId: 'VARCHAR',
    conditionId: 'VARCHAR',
    indexSets: 'VARCHAR',
    payout: 'BIGINT',
  },
  resolved: {
    block_number: 'BIGINT',
    transaction_hash: 'VARCHAR',
    log_index: 'INTEGER',
    block_timestamp: 'BIGINT',
    condition_id: 'VARCHAR',
    payout_numerators: 'BIGINT[]',
  },
} as const

export const isV1 = ({ topics }: ChainLog) => topics[0] === topicOfEvent('orderFilledV1')
export const isV2 = ({ topics }: ChainLog) => topics[0] === topicOfEvent('orderFilledV2')
export const isResolution = ({ topics }: ChainLog) => topics[0] === topicOfEvent('conditionResolution')

const words = (log: ChainLog): bigint[] =>
  (log.data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
const addressOf = (topic: string | undefined) => `0x${topic?.slice(26)}`

/** OrderFilled of either version, read by hand as the makers of the data sets do. */
function orderOf(log: ChainLog) {
  const [first = 0n, second = 0n, gave = 0n, took = 0n, fee = 0n] = words(log)
  const [given, taken] = isV1(log) ? [first, second] : first === 0n ? [0n, second] : [second, 0n]
  return {
    place: {
      block_number: log.blockNumber,
      transaction_hash: log.transactionHash,
      log_index: log.logIndex,
      order_hash: log.topics[1] ?? '',
      // Some data sets write addresses with capitals.
      maker: `0x${addressOf(log.topics[2]).slice(2).toUpperCase()}`,
      taker: addressOf(log.topics[3]),
      maker_asset_id: given.toString(),
      taker_asset_id: taken.toString(),
    },
    gave: Number(gave),
    took: Number(took),
    fee: Number(fee),
  }
}

/** OrderFilled as Polymarket_data has it. */
export function ordersRow(log: ChainLog): TableRow {
  const { place, gave, took, fee } = orderOf(log)
  return {
    ...place,
    timestamp: log.blockTime,
    datetime: new Date(log.blockTime * 1_000).toISOString(),
    contract: log.address,
    maker_amount_filled: gave,
    taker_amount_filled: took,
    maker_fee: fee,
    taker_fee: 0,
    protocol_fee: 0,
  }
}

/** OrderFilled as prediction-market-analysis has it: its hashes come without `0x`. */
export function tradesRow(log: ChainLog, contract: string): TableRow {
  const { place, gave, took, fee } = orderOf(log)
  return {
    ...place,
    transaction_hash: log.transactionHash.slice(2),
    order_hash: place.order_hash.slice(2),
    maker_amount: gave,
    taker_amount: took,
    fee,
    _fetched_at: '2026-01-02 03:04:05',
    _contract: contract,
  }
}

/** ConditionResolution as prediction-market-analysis has it. */
export function resolutionsRow(log: ChainLog): TableRow {
  const [, , , ...payouts] = words(log)
  return {
    block_number: log.blockNumber,
    transaction_hash: log.transactionHash,
    log_index: log.logIndex,
    condition_id: log.topics[1] ?? '',
    payout_numerators: JSON.stringify(payouts.map(Number)),
    _fetched_at: '2026-01-02 03:04:05',
  }
}

/** OrderFilled as Polymarket-v1 might have it. */
export function filledRow(log: ChainLog): TableRow {
  const { place, gave, took, fee } = orderOf(log)
  return {
    blockNumber: log.blockNumber,
    transactionHash: log.transactionHash,
    logIndex: log.logIndex,
    block_timestamp: new Date(log.blockTime * 1_000).toISOString().slice(0, 19),
    address: log.address,
    orderHash: place.order_hash,
    maker: place.maker,
    taker: place.taker,
    makerAssetId: place.maker_asset_id,
    takerAssetId: place.taker_asset_id,
    makerAmountFilled: String(gave),
    takerAmountFilled: String(took),
    fee: String(fee),
  }
}

const placeOf = (log: ChainLog) => ({
  block_number: log.blockNumber,
  transaction_hash: log.transactionHash,
  log_index: log.logIndex,
  block_timestamp: log.blockTime,
})

/** PositionSplit or PositionsMerge of the conditional tokens as Polymarket-v1 might have it. */
export function setsRow(log: ChainLog): TableRow {
  const [collateral = 0n, , amount = 0n, , ...partition] = words(log)
  return {
    ...placeOf(log),
    stakeholder: addressOf(log.topics[1]),
    collateral_token: `0x${collateral.toString(16).padStart(40, '0')}`,
    parent_collection_id: log.topics[2] ?? '',
    condition_id: log.topics[3] ?? '',
    partition: partition.map(String),
    amount: String(amount),
  }
}

/** PayoutRedemption of the conditional tokens as Polymarket-v1 might have it. */
export function redemptionsRow(log: ChainLog): TableRow {
  const [condition = 0n, , payout = 0n, , ...sets] = words(log)
  return {
    blockNumber: log.blockNumber,
    transactionHash: log.transactionHash,
    logIndex: log.logIndex,
    blockTimestamp: `${new Date(log.blockTime * 1_000).toISOString().slice(0, 19)}Z`,
    redeemer: addressOf(log.topics[1]),
    collateralToken: addressOf(log.topics[2]),
    parentCollectionId: log.topics[3] ?? '',
    conditionId: `0x${condition.toString(16).padStart(64, '0')}`,
    indexSets: JSON.stringify(sets.map(Number)),
    payout: Number(payout),
  }
}

/** ConditionResolution as Polymarket-v1 might have it. */
export function resolvedRow(log: ChainLog): TableRow {
  const [, , , ...payouts] = words(log)
  return { ...placeOf(log), condition_id: log.topics[1] ?? '', payout_numerators: payouts.map(Number) }
}
