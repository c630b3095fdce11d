import type { ContractSet } from '../../chain/contracts.ts'
import { EARLIEST_TIME } from '../../ledger/bounds.ts'
import { LOGS_PER_BLOCK } from '../../store/ledger/place.ts'
import { exchangesNamed, LATEST, MAX_BLOCK } from './raw-rows.ts'

/*
 * The decoder of logs (src/chain/exchange.ts, decode.ts) as SQL, for rows without a special case. A row is odd if
 * the decoder would refuse it, or this SQL cannot decide: the decoder then handles its whole transaction.
 */

const MAX_UINT256 = (2n ** 256n - 1n).toString()

/**
 * SQL that reads each row of a {@link import('./filled-source.ts').filledSource source} as an event, with `block`,
 * `odd_tx`, the transaction without `0x` of an odd row, `v1`, whether its exchange is of the first generation, and
 * `wallet`, whether its owner may own positions (the others are the rows of a table `infrastructure`).
 */
export function eventSql(source: string, contracts: ContractSet): string {
  const exchanges = contracts.contracts.filter(({ kind }) => kind === 'EXCHANGE')
  const listed = (list: readonly { address: string }[]) =>
    list.map(({ address }) => `'${address}'`).join(', ') || 'NULL'
  const first = exchanges.filter(({ generation }) => generation === 1)
  const named = `SELECT *, ${hexOf('tx_text')} AS tx_hex, ${hexOf('order_text')} AS order_hex, ${addressOf('maker_text')} AS owner, ${addressOf('taker_text')} AS counterparty, ${exchangeSql(contracts)} AS exchange, maker_asset_text = '0' AS buys FROM (${source})`
  const read =
    `SELECT *, try(unhex(tx_hex)) AS tx_bytes, try(unhex(order_hex)) AS order_bytes, exchange IN (${listed(first)}) AS v1, ` +
    'CASE WHEN buys THEN taker_asset_text ELSE maker_asset_text END AS token, CASE WHEN buys THEN taker_micro ELSE maker_micro END AS shares, ' +
    `CASE WHEN buys THEN maker_micro ELSE taker_micro END AS usd FROM (${named})`
  const placed = `block BETWEEN 0 AND ${MAX_BLOCK - 1} AND log_index BETWEEN 0 AND ${LOGS_PER_BLOCK - 1}`
  const sound = [
    placed,
    `time BETWEEN ${EARLIEST_TIME} AND ${LATEST - 1} AND time = floor(time)`,
    // Of an odd number of digits the first is read as a byte.
    'strlen(tx_hex) = 64 AND tx_bytes IS NOT NULL AND strlen(order_hex) = 64 AND order_bytes IS NOT NULL',
    'exchange IS NOT NULL AND owner IS NOT NULL AND counterparty IS NOT NULL',
    'one_fee',
    "buys <> (taker_asset_text = '0')",
    `regexp_full_match(token, '[1-9][0-9]{0,77}') AND (length(token) < ${MAX_UINT256.length} OR token <= '${MAX_UINT256}')`,
    // The amount that the fee is deducted from; V2 adds the fee of a BUY on top.
    'shares > 0 AND usd >= 0 AND fee_micro <= CASE WHEN NOT buys THEN usd WHEN v1 THEN shares ELSE fee_micro END',
  ].join(' AND ')
  const judged = `SELECT *, coalesce(${sound}, FALSE) AS sound FROM (${read})`
  return (
    `SELECT CASE WHEN ${placed} THEN block * ${LOGS_PER_BLOCK} + log_index END AS key, block, tx_bytes AS tx, ` +
    'CASE WHEN sound THEN CAST(time AS BIGINT) END AS time, exchange, owner, counterparty, ' +
    `CAST(counterparty IN (${listed(exchanges)}) AS TINYINT) AS role, CAST(NOT buys AS TINYINT) AS side, token, shares, usd, ` +
    'fee_micro AS fee, CAST(v1 AND buys AS TINYINT) AS fee_in, order_bytes AS order_hash, v1, ' +
    'owner NOT IN (SELECT address FROM infrastructure) AS wallet, ' +
    `CASE WHEN NOT sound THEN lower(coalesce(tx_hex, '')) END AS odd_tx FROM (${judged})`
  )
}

/**
 * SQL of taker rows corrected by the rows of their match: key, usd and shares of those that change. `rows` are valid
 * rows of {@link eventSql}, each once. The makers of a match come before its taker row, and after any other taker row
 * of the same exchange in the transaction.
 * @param crowded whether any transaction has several taker rows of one exchange
 */
export function settledSql(rows: string, crowded: boolean): string {
  const between =
    'SELECT 1 FROM takers b WHERE b.tx = t.tx AND b.exchange = t.exchange AND b.key > m.key AND b.key < t.key'
  const matches =
    'SELECT t.key, any_value(t.side) AS side, any_value(t.usd) AS usd, any_value(t.shares) AS shares, ' +
    'any_value(t.v1) OR bool_or(m.side = t.side) AS asked, sum(m.shares) AS filled, ' +
    // Where sets are minted or merged, the taker pays or gets what the maker does not of a dollar a share.
    'sum(CASE WHEN m.side = t.side THEN m.shares - m.usd ELSE m.usd END) AS collateral ' +
    'FROM rows m JOIN takers t ON m.tx = t.tx AND m.counterparty = t.owner AND m.exchange = t.exchange ' +
    // Corrupt files name one transaction in two blocks, which do not match each other.
    `WHERE m.role = 0 AND m.key < t.key AND m.key >= t.key - t.key % ${LOGS_PER_BLOCK}${crowded ? ` AND NOT EXISTS (${between})` : ''} GROUP BY t.key`
  const spent =
    'SELECT key, usd AS told_usd, shares AS told_shares, ' +
    'CASE WHEN side = 0 AND filled >= shares THEN least(usd, greatest(0, collateral)) ELSE usd END AS usd, ' +
    'CASE WHEN side = 1 AND collateral >= usd THEN least(shares, filled) ELSE shares END AS shares FROM matches WHERE asked'
  return (
    `WITH rows AS NOT MATERIALIZED (${rows}), takers AS NOT MATERIALIZED (SELECT * FROM rows WHERE role = 1), matches AS (${matches}), spent AS (${spent}) ` +
    'SELECT key, CAST(usd AS BIGINT) AS usd, CAST(shares AS BIGINT) AS shares FROM spent WHERE usd <> told_usd OR shares <> told_shares'
  )
}

/** A hash's digits, without `0x`. */
export function hexOf(column: string): string {
  return `CASE WHEN starts_with(${column}, '0x') OR starts_with(${column}, '0X') THEN substr(${column}, 3) ELSE ${column} END`
}

/** An address in lower case; most are written so, and need not be written again. */
function addressOf(column: string): string {
  return (
    `CASE WHEN regexp_full_match(${column}, '0x[0-9a-f]{40}') THEN ${column} ` +
    `WHEN regexp_full_match(lower(${column}), '0x[0-9a-f]{40}') THEN lower(${column}) ` +
    `WHEN regexp_full_match(lower(${column}), '[0-9a-f]{40}') THEN '0x' || lower(${column}) END`
  )
}

/** An exchange's address, or what a name means before it has several meanings. */
function exchangeSql(contracts: ContractSet): string {
  const addresses = contracts.contracts
    .filter(({ kind }) => kind === 'EXCHANGE')
    .map(({ address }) => `'${address}'`)
  const names = exchangesNamed(contracts).map(({ name, first, until }) => {
    const before = until === null ? '' : ` AND block < ${until}`
    return ` WHEN replace(replace(replace(contract, ' ', ''), '_', ''), '-', '') = '${name}'${before} THEN '${first}'`
  })
  return `CASE WHEN contract IN (${addresses.join(', ') || 'NULL'}) THEN contract${names.join('')} END`
}
