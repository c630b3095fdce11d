import type { Hash } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { CHAIN_BLOCKS, CHAIN_SYNC } from '../engine/tables.ts'

/** A block as the store remembers it. */
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

/** What has been read of a chain, or null where nothing was. */
export async function readChainRange(sql: Sql, chainId: number): Promise<ChainRange | null> {
  const row = await sql.get<{ first_block: number; next_block: number }>(
    'SELECT first_block, next_block FROM chain_sync WHERE chain_id = ?',
    [chainId],
  )
  return row ? { first: row.first_block, next: row.next_block } : null
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
  const row = await sql.get<{ number: number; hash: Hash }>(
    'SELECT number, hash FROM chain_blocks WHERE number <= ? ORDER BY number DESC LIMIT 1',
    [number],
  )
  return row ?? null
}

/** Remembers blocks and forgets what lies far behind them. */
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
  await tx.run('DELETE FROM chain_blocks WHERE number < ?', [last.number - KEPT_BLOCKS])
}

/** Forgets blocks that the chain has taken back. */
export async function forgetBlocksFrom(tx: Sql, number: number): Promise<void> {
  await tx.run('DELETE FROM chain_blocks WHERE number >= ?', [number])
}
