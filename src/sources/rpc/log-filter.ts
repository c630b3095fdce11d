import type { ContractKind, ContractSet } from '../../chain/contracts.ts'
import { EVENT_OF_TOPIC } from '../../chain/topics.ts'
import { quantityOf } from './chain-client.ts'

/** A query for logs: of these blocks (both ends included), contracts and events. */
export interface LogFilter {
  from: number
  to: number
  /** Null for any contract. */
  addresses: readonly string[] | null
  topics: readonly string[]
}

/** Contracts without events of positions: their logs, such as every payment in the coin, are not requested. */
const MUTE: ReadonlySet<ContractKind> = new Set(['COLLATERAL', 'WRAPPED_COLLATERAL', 'OTHER', 'POOL'])

const POOL_TOPICS = [...EVENT_OF_TOPIC]
  .filter(([, name]) => name === 'poolBuy' || name === 'poolSell')
  .map(([topic]) => topic)

/** All decoded events, from the contracts of the set that may emit them, without pools. */
export function logFilter(contracts: ContractSet, from: number, to: number): LogFilter {
  const speaking = contracts.contracts.filter((one) => !MUTE.has(one.kind))
  return { from, to, addresses: speaking.map((one) => one.address), topics: [...EVENT_OF_TOPIC.keys()] }
}

/**
 * The log queries for the blocks. Pools are too many to be listed, and one can be created within the blocks: their
 * trades are queried by event, of any contract, and decoding selects the known pools.
 */
export function logFilters(contracts: ContractSet, from: number, to: number): LogFilter[] {
  const all = logFilter(contracts, from, to)
  const hasPools = contracts.contracts.some(({ kind }) => kind === 'POOL_FACTORY' || kind === 'POOL')
  return hasPools ? [all, { from, to, addresses: null, topics: POOL_TOPICS }] : [all]
}

/** The filter as eth_getLogs takes it. */
export function filterParams({ from, to, addresses, topics }: LogFilter): unknown {
  const blocks = { fromBlock: quantityOf(from), toBlock: quantityOf(to) }
  return { ...blocks, ...(addresses !== null && { address: addresses }), topics: [topics] }
}

/**
 * Two filters that ask for the same between them, the first of earlier blocks; of one block, by contract, then by
 * event. Null if the filter is one block, one contract and one event.
 */
export function halves(filter: LogFilter): [LogFilter, LogFilter] | null {
  const { from, to, addresses, topics } = filter
  if (from < to) {
    const middle = Math.floor((from + to) / 2)
    return [
      { ...filter, to: middle },
      { ...filter, from: middle + 1 },
    ]
  }
  if (addresses !== null && addresses.length > 1)
    return inTwo(addresses, (part) => ({ ...filter, addresses: part }))
  return topics.length > 1 ? inTwo(topics, (part) => ({ ...filter, topics: part })) : null
}

function inTwo(
  list: readonly string[],
  filterOf: (part: readonly string[]) => LogFilter,
): [LogFilter, LogFilter] {
  const middle = Math.ceil(list.length / 2)
  return [filterOf(list.slice(0, middle)), filterOf(list.slice(middle))]
}

/** The number of blocks in one request. */
export interface WindowLimits {
  /** The first window. @default 100 */
  start: number
  /** @default 1 */
  min: number
  /** @default 2000 */
  max: number
}

const DEFAULT_WINDOW: WindowLimits = { start: 100, min: 1, max: 2_000 }

/** An answer of fewer logs leaves room for more blocks. */
const FEW_LOGS = 2_500
/** An answer of more logs is as large as is good for either side. */
const MANY_LOGS = 10_000
/** Maximum consecutive successes before a window size that has failed is retried a little larger. */
const MAX_CAUTION = 64

/**
 * The number of blocks to ask for: doubled while answers are small and quick, halved when a node balks. After that it
 * grows by a quarter, and ever more rarely, so that a node's fixed limit is found and not run into at every step.
 */
export class WindowSize {
  readonly #limits: WindowLimits
  #size: number
  /** Good answers needed before the next growth; 0 until the first failure. */
  #caution = 0
  #good = 0

  /** Limits are in blocks; `min` to `max`, with `start` brought between them. */
  constructor(limits: Partial<WindowLimits> = {}) {
    this.#limits = { ...DEFAULT_WINDOW, ...limits }
    this.#size = 0
    this.#set(this.#limits.start)
  }

  /** Blocks in the next window. */
  get blocks(): number {
    return this.#size
  }

  /** Records an answer: its blocks, its logs, and the part of the time limit that it took (0 to 1). */
  answered(blocks: number, logs: number, part: number): void {
    if (logs > MANY_LOGS || part > 0.5) this.#set(Math.min(this.#size, blocks / 2))
    else if (blocks >= this.#size && logs < FEW_LOGS && part < 0.25) this.#grow()
  }

  /** Records that a request for this number of blocks was too large. */
  balked(blocks: number): void {
    this.#caution = Math.min(MAX_CAUTION, Math.max(1, this.#caution * 2))
    this.#good = 0
    this.#set(Math.min(this.#size, blocks / 2))
  }

  #grow(): void {
    this.#good++
    if (this.#good < this.#caution) return
    this.#good = 0
    this.#set(this.#caution === 0 ? this.#size * 2 : Math.max(this.#size + 1, this.#size * 1.25))
  }

  #set(blocks: number): void {
    this.#size = Math.max(this.#limits.min, Math.min(this.#limits.max, Math.floor(blocks)))
  }
}
