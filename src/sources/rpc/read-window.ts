import type { ChainLog } from '../../chain/log.ts'
import { CommandError } from '../../errors.ts'
import { retry } from '../../net/retry.ts'
import { RpcFailure } from '../../net/rpc-failure.ts'
import type { BlockHeader } from './block-header.ts'
import type { BlockTimes } from './block-times.ts'
import type { ChainClient } from './chain-client.ts'
import { type CheckedLogs, checkLogs, type LogRefusal } from './check-logs.ts'
import { fetchLogs } from './fetch-logs.ts'
import type { LogFilter } from './log-filter.ts'

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
