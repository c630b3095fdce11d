import type { ChainLog } from '../../chain/fact.ts'
import { CommandError } from '../../errors.ts'
import { RpcFailure, retry } from '../../net/failures.ts'
import { type BlockHeader, headerCall, headerIn } from './block-header.ts'
import type { BlockTimes } from './block-times.ts'
import type { AskOptions, ChainClient } from './chain-client.ts'
import { type CheckedLogs, checkLogs, type LogRefusal } from './check-logs.ts'
import { filterParams, halves, type LogFilter } from './log-filter.ts'

/** The sound logs of some blocks, in chain order, with their times. */
export interface WindowLogs {
  logs: ChainLog[]
  refused: LogRefusal[]
  head: BlockHeader
}

export interface ReadWindowOptions {
  client: ChainClient
  /** Filters of the same blocks. */
  filters: readonly LogFilter[]
  times: BlockTimes
  /** The blocks that the logs must belong to, if known: all of the window. */
  headers?: readonly BlockHeader[]
  signal?: AbortSignal | undefined
  onTooMuch?: ((filter: LogFilter) => void) | undefined
}

/**
 * Reads one complete window, and again while its answers contradict each other, as they do when the chain changes or
 * replicas differ. Throws a CommandError when retries are used up; an RpcFailure (BEHIND) immediately if `headers` are
 * given, since they may be outdated.
 */
export async function readWindow(options: ReadWindowOptions): Promise<WindowLogs> {
  const { client, filters, headers, signal } = options
  try {
    return await retry(
      () => readOnce(options),
      ({ kind }) => kind === 'BEHIND' && headers === undefined,
      {
        policy: client.retry,
        signal,
      },
    )
  } catch (error) {
    if (!(error instanceof RpcFailure) || (error.kind === 'BEHIND' && headers !== undefined)) throw error
    const { from, to } = blocksOf(filters)
    throw new CommandError(`The blocks ${from} to ${to} cannot be read: ${error.message}.`, {
      cause: error,
    })
  }
}

async function readOnce({ client, filters, times, headers, signal, onTooMuch }: ReadWindowOptions) {
  const passBehind = headers !== undefined
  const { from, to } = blocksOf(filters)
  const answers = await Promise.all(
    filters.map((filter) => fetchLogs(client, filter, { signal, onTooMuch, passBehind })),
  )
  const checked = checkLogs(
    answers.flatMap(({ logs }) => logs),
    from,
    to,
  )
  const heads = answers.map(({ head }) => head)
  requireBlocks(checked, [...(headers ?? []), ...heads])
  const [head] = heads
  if (head === undefined) throw new RangeError('a window is asked for nothing')
  for (const header of headers ?? []) times.learn(header)
  return { logs: await times.timed(client, checked.logs, signal), refused: checked.refused, head }
}

function blocksOf([filter]: readonly LogFilter[]): { from: number; to: number } {
  if (filter === undefined) throw new RangeError('a window is asked for nothing')
  return filter
}

function requireBlocks({ logs }: CheckedLogs, headers: readonly BlockHeader[]): void {
  const hashes = new Map<number, string>()
  for (const { number, hash } of headers) {
    if (hash !== (hashes.get(number) ?? hash)) throw contradiction(number)
    hashes.set(number, hash)
  }
  for (const { blockNumber, blockHash } of logs)
    if (blockHash !== (hashes.get(blockNumber) ?? blockHash)) throw contradiction(blockNumber)
}

function contradiction(block: number): RpcFailure {
  return new RpcFailure('BEHIND', `block ${block} has two contradictory versions`)
}

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
async function fetchLogs(
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
