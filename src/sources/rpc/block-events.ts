import { type ContractSet, type GrowingContractSet, growingContractSet } from '../../chain/contracts.ts'
import { decodeTransaction } from '../../chain/decode.ts'
import type { ChainFact, ChainLog } from '../../chain/fact.ts'
import type { LedgerEvent } from '../../ledger/event.ts'
import type { Hash } from '../../ledger/quantities.ts'
import type { BlockHeader } from './block-header.ts'
import type { LogRefusal } from './check-logs.ts'

/** Facts and events of the blocks `from` to `to` (both included). */
export interface BlockEvents {
  from: number
  to: number
  /** In chain order: block, log index, item. */
  events: LedgerEvent[]
  facts: ChainFact[]
  /** Logs that could not be taken, each with its reason. */
  refused: LogRefusal[]
  /** How many logs were passed over, by topic 0. */
  skipped: Map<Hash, number>
  /** Block `to`. */
  head: BlockHeader
}

export type DecodedBlocks = Pick<BlockEvents, 'events' | 'facts' | 'refused' | 'skipped'>

/**
 * Decodes blocks in chain order. The log that prepared a conversion's market, perhaps years earlier, holds its fee:
 * fees are cached (a reorg cannot change one: a market's id contains it), and `feeBipsOf` returns those of markets
 * prepared before the reading began.
 */
export class BlockDecoder {
  readonly #contracts: GrowingContractSet
  readonly #earlierFeeBipsOf: (market: Hash) => number
  readonly #feeBips = new Map<Hash, number>()

  constructor(contracts: ContractSet, feeBipsOf: (market: Hash) => number = () => 0) {
    this.#contracts = growingContractSet(contracts)
    this.#earlierFeeBipsOf = feeBipsOf
  }

  /** Decodes logs that are in chain order. Never throws on what a log holds. */
  decode(logs: readonly ChainLog[]): DecodedBlocks {
    const decoded: DecodedBlocks = { events: [], facts: [], refused: [], skipped: new Map() }
    for (const transaction of transactionsOf(logs)) this.#add(decoded, transaction)
    return decoded
  }

  #add(to: DecodedBlocks, transaction: readonly ChainLog[]): void {
    const feeBipsOf = (market: Hash) => this.#feeBips.get(market) ?? this.#earlierFeeBipsOf(market)
    const decode = () => decodeTransaction(transaction, this.#contracts, feeBipsOf)
    const first = decode()
    // A pool can be funded in the very transaction that makes it: what it does there is not a wallet's.
    const { events, facts, refused, skipped } = this.#learnPools(first.facts) ? decode() : first
    to.events.push(...events)
    to.facts.push(...facts)
    to.refused.push(...refused)
    for (const [topic, count] of skipped)
      to.skipped.set(topic as Hash, (to.skipped.get(topic as Hash) ?? 0) + count)
    for (const fact of facts)
      if (fact.kind === 'NEG_RISK_MARKET') this.#feeBips.set(fact.market, fact.feeBips)
  }

  #learnPools(facts: readonly ChainFact[]): boolean {
    const added = facts.map(
      (fact) => fact.kind === 'POOL' && this.#contracts.addPool(fact.pool, fact.collateral),
    )
    return added.includes(true)
  }
}

/** Logs in chain order, cut where the transaction changes: one transaction's logs are consecutive in its block. */
function* transactionsOf(logs: readonly ChainLog[]): Generator<ChainLog[]> {
  let current: ChainLog[] = []
  for (const log of logs) {
    const [first] = current
    if (first !== undefined && first.transactionHash !== log.transactionHash) {
      yield current
      current = []
    }
    current.push(log)
  }
  if (current.length > 0) yield current
}
