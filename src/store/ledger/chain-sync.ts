import { CommandError } from '../../errors.ts'
import type { Hash } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { CHAIN_BLOCKS, CHAIN_SYNC } from '../tables.ts'

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

/** What has been read of a chain, or null where nothing was. */
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
