import type { ContractKind, ContractSet } from '../../chain/contracts.ts'
import { EVENT_OF_TOPIC } from '../../chain/topics.ts'
import { quantityOf } from './quantity.ts'

/** Which logs are asked for: of these blocks (both ends included), contracts and events. */
export interface LogFilter {
  from: number
  to: number
  addresses: readonly string[]
  topics: readonly string[]
}

/** Contracts that say nothing of positions: their logs, every payment in the coin among them, are not asked for. */
const MUTE: ReadonlySet<ContractKind> = new Set(['COLLATERAL', 'WRAPPED_COLLATERAL', 'OTHER'])

/** All that decoding understands, from the contracts of the set that say it. */
export function logFilter(contracts: ContractSet, from: number, to: number): LogFilter {
  const speaking = contracts.contracts.filter((one) => !MUTE.has(one.kind))
  return { from, to, addresses: speaking.map((one) => one.address), topics: [...EVENT_OF_TOPIC.keys()] }
}

/** The filter as eth_getLogs takes it. */
export function filterParams({ from, to, addresses, topics }: LogFilter): unknown {
  return { fromBlock: quantityOf(from), toBlock: quantityOf(to), address: addresses, topics: [topics] }
}

/**
 * Two filters that ask for the same between them, the first of earlier blocks; of one block, by contract, then by
 * event. Null where the filter is one block, one contract and one event.
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
  if (addresses.length > 1) return inTwo(addresses, (part) => ({ ...filter, addresses: part }))
  return topics.length > 1 ? inTwo(topics, (part) => ({ ...filter, topics: part })) : null
}

function inTwo(
  list: readonly string[],
  filterOf: (part: readonly string[]) => LogFilter,
): [LogFilter, LogFilter] {
  const middle = Math.ceil(list.length / 2)
  return [filterOf(list.slice(0, middle)), filterOf(list.slice(middle))]
}
