import type { Address, ConditionId, Hash, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { CHAIN_POOLS, STRANGE_TOKENS } from '../engine/tables.ts'

/** A pool of the first era. */
export interface KnownPool {
  pool: Address
  collateral: Address
}

/** The pools that the blocks read so far have made. */
export async function readPools(sql: Sql): Promise<KnownPool[]> {
  return sql.all<{ pool: Address; collateral: Address }>(
    'SELECT address AS pool, collateral FROM chain_pools ORDER BY address',
  )
}

/** Remembers pools; those that are known stay as they are. */
export async function recordPools(tx: Sql, pools: readonly (KnownPool & { block: number })[]): Promise<void> {
  const columns = {
    address: pools.map(({ pool }) => pool),
    collateral: pools.map(({ collateral }) => collateral),
    block: pools.map(({ block }) => block),
  }
  if (pools.length > 0) await tx.insertNew(CHAIN_POOLS, columns, pools.length)
}

/** Remembers tokens that are no market's. What a token stands on is in its id: no reorganisation changes it. */
export async function recordStrangeTokens(tx: Sql, tokens: Iterable<TokenId>, block: number): Promise<void> {
  const all = [...new Set(tokens)]
  if (all.length > 0)
    await tx.insertNew(STRANGE_TOKENS, { token: all, block: all.map(() => block) }, all.length)
}

/** Those of the tokens that are no market's. */
export async function strangeAmong(sql: Sql, tokens: Iterable<TokenId>): Promise<Set<TokenId>> {
  const asked = [...new Set(tokens)]
  if (asked.length === 0) return new Set()
  const rows = await sql.all<{ token: TokenId }>(
    `SELECT token FROM strange_tokens WHERE ${sql.isIn('token', 'text')}`,
    [sql.list(asked)],
  )
  return new Set(rows.map(({ token }) => token))
}

/** Those of the conditions that are questions of a neg-risk market, as far as the store knows. */
export async function negRiskAmong(sql: Sql, conditions: Iterable<ConditionId>): Promise<Set<ConditionId>> {
  const asked = [...new Set(conditions)]
  if (asked.length === 0) return new Set()
  const rows = await sql.all<{ condition: ConditionId }>(
    `SELECT condition FROM conditions WHERE neg_risk_id IS NOT NULL AND ${sql.isIn('condition', 'text')}`,
    [sql.list(asked)],
  )
  return new Set(rows.map(({ condition }) => condition))
}

/** The conversion fee, in 1/10,000, of each neg-risk market whose preparation has been read. */
export async function conversionFees(sql: Sql): Promise<Map<Hash, number>> {
  const rows = await sql.all<{ market: Hash; fee_bips: number }>(
    'SELECT market, fee_bips FROM neg_risk_markets WHERE fee_bips IS NOT NULL',
  )
  return new Map(rows.map((row) => [row.market, row.fee_bips]))
}

/** Remembers what conversions in a market cost: the log of a conversion does not say it. */
export async function recordFee(tx: Sql, market: Hash, feeBips: number): Promise<void> {
  const known = await tx.run('UPDATE neg_risk_markets SET fee_bips = ? WHERE market = ?', [feeBips, market])
  if (known > 0) return
  const last = await tx.get<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM neg_risk_markets')
  await tx.run('INSERT INTO neg_risk_markets (id, market, fee_bips) VALUES (?, ?, ?)', [
    (last?.id ?? 0) + 1,
    market,
    feeBips,
  ])
}

/** Forgets pools that the chain has taken back: their addresses may come to be pools on another coin. */
export async function forgetPoolsFrom(tx: Sql, block: number): Promise<void> {
  await tx.run('DELETE FROM chain_pools WHERE block >= ?', [block])
}
