import type { ChainFact } from '../../../src/chain/fact.ts'
import type { LedgerEvent } from '../../../src/ledger/event.ts'
import type { Hash } from '../../../src/ledger/quantities.ts'
import type { BlockHeader } from '../../../src/sources/rpc/block-header.ts'
import type { HeadChange, KnownBlocks } from '../../../src/sources/rpc/follow-head.ts'
import { feesIn } from './story.ts'

/** A store's memory of the chain that it follows. */
export class RememberedChain {
  events: LedgerEvent[] = []
  blocks: Pick<BlockHeader, 'number' | 'hash'>[] = []
  /** The first block of each reorganisation, in order. */
  reorgs: number[] = []

  readonly #fees = new Map<Hash, number>()

  /** The fee of a neg-risk market prepared before. */
  feeBipsOf = (market: Hash): number => this.#fees.get(market) ?? 0

  /** Keeps the fees that facts tell of. */
  learn(facts: readonly ChainFact[]): void {
    for (const [market, fee] of feesIn(facts)) this.#fees.set(market, fee)
  }

  /** Does what a change says. Throws where blocks do not follow on what is kept. */
  apply(change: HeadChange): void {
    if (change.kind === 'REORG') {
      this.reorgs.push(change.from)
      this.blocks = this.blocks.filter(({ number }) => number < change.from)
      this.events = this.events.filter(({ block }) => (block ?? 0) < change.from)
      return
    }
    const last = this.blocks.at(-1)
    if (last !== undefined && change.from !== last.number + 1)
      throw new Error(`block ${change.from} after block ${last.number}`)
    this.blocks.push(...change.blocks)
    this.events.push(...change.events)
    this.learn(change.facts)
  }

  knownBlocks: KnownBlocks = async (number) => this.blocks.findLast((block) => block.number <= number) ?? null
}
