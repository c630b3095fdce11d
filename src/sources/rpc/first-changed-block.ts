import { CommandError } from '../../errors.ts'
import type { Hash } from '../../ledger/quantities.ts'
import type { BlockHeader } from './block-header.ts'

/** A block as the store remembers it. */
export interface KnownBlock {
  number: number
  hash: Hash
}

/** The highest block at or below `number` that the store remembers, or null if it remembers none. */
export type KnownBlocks = (number: number) => Promise<KnownBlock | null>

/** Whose chain to compare with whose. */
export interface FirstChangedOptions {
  /** A block of the chain as it is now, or null if the source does not have it. */
  headerOf(number: number): Promise<BlockHeader | null>
  knownBlocks: KnownBlocks
  /** The highest block that the store has. */
  last: number
  /** The first block that the store was given by this reading: below it, it may hold earlier ones. */
  from: number
}

/**
 * The first block that the store has and the chain no longer has, found by walking back from `last` to the first that
 * both have; null if they agree after all, or where the source does not have `last` (a replica that lags says nothing
 * of what is canonical). Where not every block is remembered it may lie some blocks early. Throws a CommandError if
 * no remembered block is on the chain and some are older than `from`: how much to undo is then not known.
 */
export async function firstChangedBlock(options: FirstChangedOptions): Promise<number | null> {
  const { headerOf, knownBlocks, last, from } = options
  let lowest = last + 1
  for (;;) {
    const known = await knownBlocks(lowest - 1)
    if (known === null) break
    const header = await headerOf(known.number)
    if (header === null) return null
    if (header.hash === known.hash) return known.number === last ? null : known.number + 1
    lowest = known.number
  }
  if (lowest > last) return null
  if (lowest < from)
    throw new CommandError(
      `None of the recorded blocks, down to block ${lowest}, is on the node's chain: ingest the chain again.`,
    )
  return from
}
