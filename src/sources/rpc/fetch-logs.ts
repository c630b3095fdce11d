import { CommandError } from '../../errors.ts'
import { retry } from '../../net/retry.ts'
import { RpcFailure } from '../../net/rpc-failure.ts'
import { type BlockHeader, headerCall, headerIn } from './block-header.ts'
import type { AskOptions, ChainClient } from './chain-client.ts'
import { filterParams, halves, type LogFilter } from './log-filter.ts'

/** The logs of some blocks as the node gave them, and the header of the last of those blocks. */
export interface FetchedLogs {
  logs: readonly unknown[]
  head: BlockHeader
}

export interface FetchLogsOptions {
  signal?: AbortSignal | undefined
  /** Called each time the node refuses a query as too large or does not answer in time. */
  onTooMuch?: ((filter: LogFilter) => void) | undefined
  /** Throw an RpcFailure immediately if the node is BEHIND. @default false: wait for it */
  passBehind?: boolean
}

/**
 * All logs of the filter; a question that is too large is halved, down to one event of one contract in one block.
 * A replica that has not reached the last block answers with too few logs and no error: so the block's header is asked
 * in the same request, before the logs, and the request made again until it is there. Throws a CommandError when out of patience.
 */
export async function fetchLogs(
  client: ChainClient,
  filter: LogFilter,
  options: FetchLogsOptions = {},
): Promise<FetchedLogs> {
  try {
    return await fetchWhole(client, filter, options)
  } catch (error) {
    const parts = error instanceof RpcFailure && isTooMuch(error) ? halves(filter) : null
    if (parts === null) throw error
    options.onTooMuch?.(filter)
    const first = await fetchLogs(client, parts[0], options)
    const second = await fetchLogs(client, parts[1], options)
    return { logs: [...first.logs, ...second.logs], head: second.head }
  }
}

async function fetchWhole(client: ChainClient, filter: LogFilter, options: FetchLogsOptions) {
  const { signal, passBehind = false } = options
  const canHalve = halves(filter) !== null
  const passOn = (failure: RpcFailure) =>
    (canHalve && isTooMuch(failure)) || (passBehind && failure.kind === 'BEHIND')
  try {
    const again = (failure: RpcFailure) => !passOn(failure)
    return await retry(() => ask(client, filter, { signal, passOn }), again, { policy: client.retry, signal })
  } catch (error) {
    if (!(error instanceof RpcFailure) || passOn(error)) throw error
    throw new CommandError(`The blocks ${filter.from} to ${filter.to} cannot be read: ${error.message}.`, {
      cause: error,
    })
  }
}

async function ask(client: ChainClient, filter: LogFilter, options: AskOptions): Promise<FetchedLogs> {
  const calls = [headerCall(filter.to), { method: 'eth_getLogs', params: [filterParams(filter)] }]
  const [header, logs] = await client.ask(calls, options)
  const head = headerIn(header, filter.to)
  if (head === null) throw new RpcFailure('BEHIND', `the node does not have block ${filter.to}`)
  if (!Array.isArray(logs)) throw new RpcFailure('BUSY', 'logs that are not a list')
  return { logs, head }
}

function isTooMuch({ kind }: RpcFailure): boolean {
  return kind === 'TOO_MUCH' || kind === 'TIMEOUT'
}
