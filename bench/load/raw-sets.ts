import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { POLYGON } from '../../src/chain/contracts.ts'
import { blockOf, copy, endOf, MARKET_SKEW, type Shape, timeOf } from './raw-shape.ts'

/** Transactions per split, which makes one for 100 fills; each split is merged again. */
const TRANSACTIONS_A_SPLIT = 40
/** Percentage of winning positions that are redeemed, which makes some 3 for 100 fills. */
const REDEEMED_A_HUNDRED = 60
/** Log indexes of a block that orders and resolutions do not have. */
const FIRST_LOG = 200_000
const SETS = `'${POLYGON.collateral}' AS collateral_token, '0x${'0'.repeat(64)}' AS parent_collection_id, hex32('condition', market) AS condition_id`

/**
 * Writes splits, merges and redemptions as Polymarket-v1 has them, beside the orders of a history: each split is merged before
 * its market ends, and wallets redeem what they bought of a winning outcome and kept. Reads the tables `tokens` and `resolved`.
 */
export async function writeRawSets(
  connection: DuckDBConnection,
  folder: string,
  shape: Shape,
): Promise<void> {
  for (const [table, query] of [
    ['splits', setsOf(shape, 'split')],
    ['merges', setsOf(shape, 'merge')],
    ['redemptions', redemptionsOf(shape, join(folder, 'orders', '*.parquet'))],
  ] as const) {
    await mkdir(join(folder, table), { recursive: true })
    await copy(connection, query, join(folder, table, `${table}.parquet`))
  }
}

/** Splits lie evenly over all time, and merges halfway from their split to the market's end. */
function setsOf(shape: Shape, kind: 'split' | 'merge'): string {
  const { transactions, epoch, marketsAnEpoch } = shape
  const market = `n // ${epoch} * ${marketsAnEpoch} + floor(${marketsAnEpoch} * pow(draw(n, 'split market'), ${MARKET_SKEW}))::BIGINT`
  const splitAt = timeOf(shape, 'n')
  const time = kind === 'split' ? splitAt : `(${splitAt} + ${endOf(shape, 'market')}) // 2`
  return `
    WITH drawn AS (
      SELECT n, ${market} AS market, ${time} AS time
      FROM (SELECT i * ${TRANSACTIONS_A_SPLIT} AS n FROM range(${Math.floor(transactions / TRANSACTIONS_A_SPLIT)}) r(i))
    )
    SELECT ${blockOf(shape, 'time')} AS block_number, hex32('${kind}', n) AS transaction_hash,
      ${FIRST_LOG} + 2 * (n // ${TRANSACTIONS_A_SPLIT} % 10000) + ${kind === 'split' ? 0 : 1} AS log_index,
      time AS block_timestamp, wallet_address(holder(market, pick(n, 'side', 2), n, 'splitter')) AS stakeholder, ${SETS},
      '[1, 2]' AS partition, 1000000 * (10 + pick(n, 'sets', 1000)) AS amount
    FROM drawn`
}

/** Positions of winning outcomes, each as its wallet's trades left it, within a day of the resolution. */
function redemptionsOf(shape: Shape, orders: string): string {
  return `
    WITH held AS (
      SELECT maker AS owner, CASE WHEN maker_asset_id = '0' THEN taker_asset_id ELSE maker_asset_id END AS token,
        sum(CASE WHEN maker_asset_id = '0' THEN taker_amount_filled - maker_fee ELSE -maker_amount_filled END)::BIGINT AS shares
      FROM read_parquet('${orders.replaceAll("'", "''")}') GROUP BY ALL HAVING shares > 0
    ), redeemed AS (
      SELECT owner, market, shares, time + 60 + pick(owner, market, 86400) AS time, row_number() OVER (ORDER BY market, owner) AS n
      FROM held JOIN tokens USING (token) JOIN resolved USING (market)
      WHERE outcome = winner AND pick(owner, token, 100) < ${REDEEMED_A_HUNDRED}
    )
    SELECT ${blockOf(shape, 'time')} AS block_number, hex32('redemption', n) AS transaction_hash,
      (${2 * FIRST_LOG} + row_number() OVER (PARTITION BY ${blockOf(shape, 'time')} ORDER BY n))::INTEGER AS log_index,
      time AS block_timestamp, owner AS redeemer, ${SETS}, '[1, 2]' AS index_sets, shares AS payout
    FROM redeemed`
}
