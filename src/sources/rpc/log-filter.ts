import type { ContractKind, ContractSet } from '../../chain/contracts.ts'
import { EVENT_OF_TOPIC } from '../../chain/topics.ts'
import { quantityOf } from './quantity.ts'

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
