import { CommandError } from '../../errors.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { known, statement } from '../engine/statement.ts'
import type { Table } from '../engine/table.ts'
import {
  CHAIN_BLOCKS,
  CHAIN_POOLS,
  CHAIN_SYNC,
  CONDITIONS,
  NEG_RISK_MARKETS,
  STRANGE_TOKENS,
  TRADERS,
} from '../tables.ts'

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

/** The conversion fees, in 1/10,000, of neg-risk markets by their numbers; markets of unknown fee are omitted. */
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

export interface RememberedBlock {
  number: number
  hash: Hash
  parentHash: Hash
  /** Seconds. */
  time: number
}

/** The blocks of one unbroken reading: from `first` up to, not including, `next`. */
export interface ChainRange {
  first: number
  next: number
}

/** Blocks that are kept: about eleven hours of Polygon, far deeper than its reorganisations. */
const KEPT_BLOCKS = 20_000

const RANGE = statement((from, { chainId }: { chainId: number }) =>
  from(CHAIN_SYNC).select('first_block', 'next_block').where('chain_id', chainId),
)
const KNOWN_BLOCK = statement((from, { number }: { number: number }) =>
  from(CHAIN_BLOCKS)
    .select('number', 'hash')
    .where('number', '<=', number)
    .orderBy('number', 'desc')
    .limit(1),
)
const FORGET_BEFORE = statement((from, { number }: { number: number }) =>
  from(CHAIN_BLOCKS).where('number', '<', number).delete(),
)
const FORGET_FROM = statement((from, { number }: { number: number }) =>
  from(CHAIN_BLOCKS).where('number', '>=', number).delete(),
)

/** The range that has been read of a chain; null without one. */
export async function readChainRange(sql: Sql, chainId: number): Promise<ChainRange | null> {
  const row = await RANGE.get(sql, { chainId })
  return row ? { first: row.firstBlock, next: row.nextBlock } : null
}

/** Notes what has been read. */
export async function writeChainRange(tx: Sql, chainId: number, range: ChainRange): Promise<void> {
  await tx.upsert(
    CHAIN_SYNC,
    { chain_id: [chainId], first_block: [range.first], next_block: [range.next] },
    1,
  )
}

/** The highest remembered block at or below a number, or null. */
export async function knownBlock(sql: Sql, number: number): Promise<{ number: number; hash: Hash } | null> {
  return (await KNOWN_BLOCK.get(sql, { number })) ?? null
}

/** Stores blocks and drops those far behind them. */
export async function rememberBlocks(tx: Sql, blocks: readonly RememberedBlock[]): Promise<void> {
  const last = blocks.at(-1)
  if (!last) return
  await tx.upsert(
    CHAIN_BLOCKS,
    {
      number: blocks.map((block) => block.number),
      hash: blocks.map((block) => block.hash),
      parent_hash: blocks.map((block) => block.parentHash),
      time: blocks.map((block) => block.time),
    },
    blocks.length,
  )
  await FORGET_BEFORE.run(tx, { number: last.number - KEPT_BLOCKS })
}

/** Forgets blocks that the chain has taken back. */
export async function forgetBlocksFrom(tx: Sql, number: number): Promise<void> {
  await FORGET_FROM.run(tx, { number })
}

/** The place up to which the chain has been read is not where the one who reads on left it: another process reads too. */
export class ChainPlaceMoved extends CommandError {
  override name = 'ChainPlaceMoved'

  constructor() {
    super(
      'Another process has imported the chain into this store in the meantime: run one `pequod ingest rpc` or `pequod follow` at a time.',
    )
  }
}

const INFRASTRUCTURE = statement((from) => from(TRADERS).select('id').where('infrastructure', 1))

/** Ids of the contracts among the traders, as the store marked them when they were first named. They never own anything. */
export async function infrastructureIds(sql: Sql): Promise<Set<number>> {
  const rows = await INFRASTRUCTURE.all(sql)
  return new Set(rows.map((row) => row.id))
}
