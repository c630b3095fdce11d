import { CommandError } from '../../errors.ts'
import type { Hash } from '../../ledger/quantities.ts'
import type { BlockHeader } from './block-header.ts'

/** A block as the store remembers it. */
export interface KnownBlock {
  number: number
  hash: Hash
}

/** The highest block at or below `number` in the store, or null. */
export type KnownBlocks = (number: number) => Promise<KnownBlock | null>

/** The two chains to compare. */
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
 * The first block of the store that the chain no longer has, found by walking back from `last` to the first block that
 * both have; null if they agree after all, or if the source lacks `last` (a lagging replica says nothing about the
 * canonical chain). It may be some blocks early if the store does not remember every block. Throws a CommandError if no
 * remembered block is on the chain and some are older than `from`: the extent of the undo is unknown then.
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
