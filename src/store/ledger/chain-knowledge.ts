import type { Address, ConditionId, Hash, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { known, statement } from '../engine/statement.ts'
import type { Table } from '../engine/table-types.ts'
import { CHAIN_POOLS, CONDITIONS, NEG_RISK_MARKETS, STRANGE_TOKENS } from '../tables.ts'

/** A pool of the first era. */
export interface KnownPool {
  pool: Address
  collateral: Address
}

/** {@link NEG_RISK_MARKETS} with a market's conversion fee, in 1/10,000, which came to the table later. */
const FEE_MARKETS = {
  ...NEG_RISK_MARKETS,
  columns: { ...NEG_RISK_MARKETS.columns, fee_bips: 'int' },
} as const satisfies Table
const POOLS = statement((from) =>
  from(CHAIN_POOLS).select('address as pool', 'collateral').orderBy('address'),
)
const STRANGE = statement((from, { tokens }: { tokens: readonly TokenId[] }) =>
  from(STRANGE_TOKENS).select('token').whereAnyOf('token', 'text', tokens),
)
const NEG_RISK = statement((from, { conditions }: { conditions: readonly ConditionId[] }) =>
  from(CONDITIONS)
    .select('condition')
    .whereNotNull('neg_risk_id')
    .whereAnyOf('condition', 'text', conditions),
)
const FEES = statement((from) =>
  from(FEE_MARKETS).select('market', known('fee_bips')).whereNotNull('fee_bips'),
)
const FEES_OF = statement((from, { ids }: { ids: readonly number[] }) =>
  from(FEE_MARKETS).select('id', known('fee_bips')).whereNotNull('fee_bips').whereAnyOf('id', 'int', ids),
)
const SET_FEE = statement((from, { id, feeBips }: { id: number; feeBips: number }) =>
  from(FEE_MARKETS).where('id', id).update({ fee_bips: feeBips }),
)
const FORGET_POOLS = statement((from, { block }: { block: number }) =>
  from(CHAIN_POOLS).where('block', '>=', block).delete(),
)

/** The pools that the blocks read so far have made. */
export async function readPools(sql: Sql): Promise<KnownPool[]> {
  return POOLS.all(sql)
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

/** Stores tokens that are no market's. A token's id determines its collateral: no reorganisation changes it. */
export async function recordStrangeTokens(tx: Sql, tokens: Iterable<TokenId>, block: number): Promise<void> {
  const all = [...new Set(tokens)]
  if (all.length > 0)
    await tx.insertNew(STRANGE_TOKENS, { token: all, block: all.map(() => block) }, all.length)
}

/** Those of the tokens that are no market's. */
export async function strangeAmong(sql: Sql, tokens: Iterable<TokenId>): Promise<Set<TokenId>> {
  const asked = [...new Set(tokens)]
  if (asked.length === 0) return new Set()
  const rows = await STRANGE.all(sql, { tokens: asked })
  return new Set(rows.map(({ token }) => token))
}

/** Those of the conditions that are questions of a neg-risk market, as far as the store knows. */
export async function negRiskAmong(sql: Sql, conditions: Iterable<ConditionId>): Promise<Set<ConditionId>> {
  const asked = [...new Set(conditions)]
  if (asked.length === 0) return new Set()
  const rows = await NEG_RISK.all(sql, { conditions: asked })
  return new Set(rows.map(({ condition }) => condition))
}

/** The conversion fee, in 1/10,000, of each neg-risk market whose preparation has been read. */
export async function conversionFees(sql: Sql): Promise<Map<Hash, number>> {
  const rows = await FEES.all(sql)
  return new Map(rows.map((row) => [row.market, row.feeBips]))
}

/** The conversion fees, in 1/10,000, of neg-risk markets by their numbers; those of unknown fee are left out. */
export async function feesOf(sql: Sql, ids: Iterable<number | null>): Promise<Map<number, number>> {
  const asked = [...new Set(ids)].filter((id) => id !== null)
  if (asked.length === 0) return new Map()
  const rows = await FEES_OF.all(sql, { ids: asked })
  return new Map(rows.map((row) => [row.id, row.feeBips]))
}

/**
 * Stores the fees of conversions in markets: the log of a conversion does not say them.
 * @returns the markets whose fee was unknown or another
 */
export async function recordFees(tx: Sql, fees: ReadonlyMap<number, number>): Promise<number[]> {
  const known = await feesOf(tx, fees.keys())
  const changed = [...fees].filter(([id, feeBips]) => known.get(id) !== feeBips)
  for (const [id, feeBips] of changed) await SET_FEE.run(tx, { id, feeBips })
  return changed.map(([id]) => id)
}

/** Forgets pools that the chain has taken back: their addresses may come to be pools on another coin. */
export async function forgetPoolsFrom(tx: Sql, block: number): Promise<void> {
  await FORGET_POOLS.run(tx, { block })
}
