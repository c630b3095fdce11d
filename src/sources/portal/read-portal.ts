import { setTimeout as sleep } from 'node:timers/promises'
import { type ContractSet, POLYGON } from '../../chain/contracts.ts'
import { isObject } from '../../checks.ts'
import { CommandError } from '../../errors.ts'
import type { Hash, Seconds } from '../../ledger/quantities.ts'
import {
  DEFAULT_RETRY,
  failureOfStatus,
  pauseAfter,
  type RetryPolicy,
  RpcFailure,
} from '../../net/failures.ts'
import { traced, traceHeaders } from '../../trace.ts'
import { lineText, wholeLines } from '../files/split-lines.ts'
import { BlockDecoder, type BlockEvents } from '../rpc/block-events.ts'
import { type BlockHeader, hashIn } from '../rpc/block-header.ts'
import { quantityOf } from '../rpc/chain-client.ts'
import { checkLogs } from '../rpc/check-logs.ts'
import { logFilters } from '../rpc/log-filter.ts'

/** An SQD portal's data set of one chain. */
export interface PortalOptions {
  /** The data set's address, without `/finalized-stream`. */
  url: string
  /** Retries; a stream that brought blocks restarts the count. */
  retry?: Partial<RetryPolicy>
  /** Milliseconds without a byte after which a stream counts as broken. @default 30000 */
  idleMs?: number
  signal?: AbortSignal
}

export interface ReadPortalOptions extends PortalOptions {
  from: number
  /** The last block; null: up to the newest that is final. */
  to: number | null
  /** Block `from` − 1 as it was read before, or null: the portal must still have it. */
  after: { number: number; hash: Hash } | null
  /** @default the venue on Polygon */
  contracts?: ContractSet
  /** The conversion fee, in 1/10,000, of a neg-risk market prepared before `from`. @default always 0 */
  feeBipsOf?: (market: Hash) => number
  /** Called with each range of blocks before it is yielded. */
  onProgress?(progress: { block: number; logs: number }): void
}

/** The portal has another block where one was read before: what was read from there on is to be taken back. */
export class PortalChanged extends Error {
  override name = 'PortalChanged'
}

/** Approximate logs of one transaction of the store, which bounds memory. */
const LOGS_A_WINDOW = 5_000

type PortalBlock = BlockLine & { header: BlockHeader }

/**
 * Reads blocks from a portal in consecutive stretches without a gap, each event once and in chain order; ends after
 * `to`, or at the portal's last final block. A broken stream is resumed after its last complete block, and refusals
 * (429, 5xx) are retried.
 * @throws PortalChanged if the portal's chain does not continue the blocks read before
 * @throws CommandError when retries are used up
 */
export async function* readPortal(options: ReadPortalOptions): AsyncGenerator<BlockEvents> {
  const { to, contracts = POLYGON, signal, onProgress } = options
  const policy = { ...DEFAULT_RETRY, ...options.retry }
  const decoder = new BlockDecoder(contracts, options.feeBipsOf)
  let { from, after } = options
  let logs = 0
  for (let failures = 0; to === null || from <= to; ) {
    try {
      const begin = after?.number ?? from
      const wanted = from
      for await (const window of windows(streamBlocks(options, contracts, begin), begin, to, after)) {
        failures = 0
        const first = from
        const { checked, head } = window
        from = head.number + 1
        after = head
        if (head.number < first) continue
        const decoded = decoder.decode(checked.logs)
        logs += checked.logs.length
        onProgress?.({ block: head.number, logs })
        yield {
          from: first,
          to: head.number,
          head,
          ...decoded,
          refused: [...checked.refused, ...decoded.refused],
        }
      }
      // A stream without a new block: no more blocks are final.
      if (from === wanted) return
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error
      failures++
      if (error.kind === 'REFUSED' || failures >= policy.attempts)
        throw new CommandError(`The portal returned no blocks from ${from}: ${error.message}.`, {
          cause: error,
        })
      const pause = pauseAfter(failures, error.retryAfterMs, policy, Math.random())
      await sleep(pause, undefined, signal && { signal })
    }
  }
}

/** The header of one block, or null if the portal has it not (yet). */
export async function portalHeader(options: PortalOptions, number: number): Promise<BlockHeader | null> {
  for await (const { header } of streamBlocks({ ...options, to: number }, null, number))
    if (header.number === number) return header
  return null
}

/** Blocks put together until they hold enough logs, each checked against the one before. */
async function* windows(
  blocks: AsyncIterable<PortalBlock>,
  begin: number,
  to: number | null,
  after: ReadPortalOptions['after'],
) {
  let before: Pick<BlockHeader, 'number' | 'hash'> | null = null
  let held: PortalBlock[] = []
  const taken = () => {
    const head = held.at(-1)?.header
    if (head === undefined) return null
    const checked = checkLogs(
      held.flatMap((block) => block.logs),
      held[0]?.header.number ?? head.number,
      head.number,
    )
    // The portal repeats a block's time with each of its logs.
    const logs = checked.logs.map((log) => ({ ...log, blockTime: log.blockTime ?? head.time }))
    held = []
    return { checked: { ...checked, logs }, head }
  }
  let count = 0
  try {
    for await (const block of blocks) {
      const { number, hash, parentHash } = block.header
      if (number < begin || number <= (before?.number ?? -1) || (to !== null && number > to))
        throw new RpcFailure('BUSY', `block ${number} came out of order`)
      const parent = before ?? after
      if (
        number === after?.number
          ? hash !== after.hash
          : parent?.number === number - 1 && parent.hash !== parentHash
      )
        throw before === null
          ? new PortalChanged()
          : new RpcFailure('BEHIND', `block ${number} has another parent`)
      before = block.header
      if (number === after?.number) block.logs = []
      held.push(block)
      count += block.logs.length
      if (count < LOGS_A_WINDOW) continue
      count = 0
      const window = taken()
      if (window) yield window
    }
  } catch (error) {
    // Complete blocks before the stream broke are kept.
    const window = error instanceof RpcFailure && error.kind === 'BUSY' ? taken() : null
    if (window) yield window
    throw error
  }
  const window = taken()
  if (window) yield window
}

/** The blocks of one stream, from `from` on. */
async function* streamBlocks(
  { url, to, idleMs = 30_000, signal }: PortalOptions & { to: number | null },
  contracts: ContractSet | null,
  from: number,
): AsyncGenerator<PortalBlock> {
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(), idleMs)
  try {
    const ask = () =>
      fetch(`${url.replace(/(?<!\/)\/+$/, '')}/finalized-stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip', ...traceHeaders() },
        body: JSON.stringify(questionOf(contracts, from, to)),
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, idle.signal]) : idle.signal,
      })
    const response = await traced('POST', { kind: 'client' }, ask)
    if (response.status === 204) return
    if (response.status !== 200)
      throw failureOfStatus(
        response.status,
        (await response.text()).slice(0, 1_000),
        response.headers.get('retry-after'),
      )
    if (response.body === null) throw new RpcFailure('BUSY', 'the answer is empty')
    let any = false
    for await (const { whole } of wholeLines(kept(response.body, timer), MAX_BLOCK_BYTES)) {
      for (let start = 0; start < whole.length; ) {
        const found = whole.indexOf(10, start)
        const end = found < 0 ? whole.length : found
        const text = lineText(whole, start, end, MAX_BLOCK_BYTES)
        start = end + 1
        if (typeof text !== 'string') throw new RpcFailure('BUSY', text.message)
        if (text.trim() === '') continue
        any = true
        yield blockOf(text)
      }
    }
    if (!any) throw new RpcFailure('BUSY', 'the answer is empty')
  } catch (error) {
    if (error instanceof RpcFailure || signal?.aborted) throw error
    const reason = idle.signal.aborted
      ? `no byte for ${idleMs} ms`
      : String((error as Error)?.message ?? error)
    throw new RpcFailure('BUSY', reason, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** The bytes as they come; each puts the timer back. */
async function* kept(body: AsyncIterable<Uint8Array>, timer: NodeJS.Timeout): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    timer.refresh()
    yield bytes
  }
}

/** A line as a block. A line that was cut off is no JSON: the stream broke. */
function blockOf(text: string): PortalBlock {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new RpcFailure('BUSY', 'a line was truncated', { cause })
  }
  const block = blockLine(json)
  const parentHash = block?.header.parentHash ?? null
  if (block === null || parentHash === null)
    throw new RpcFailure('REFUSED', 'a line is not a block with its number, hash, parent and time')
  return { header: { ...block.header, parentHash }, logs: block.logs }
}

/** The request: all logs that decoding understands, or, without contracts, only headers. */
function questionOf(contracts: ContractSet | null, from: number, to: number | null) {
  return {
    type: 'evm',
    fromBlock: from,
    ...(to !== null && { toBlock: to }),
    fields: {
      block: { number: true, hash: true, parentHash: true, timestamp: true },
      log: { address: true, topics: true, data: true, transactionHash: true, logIndex: true },
    },
    ...(contracts && {
      logs: logFilters(contracts, from, to ?? from).map(({ addresses, topics }) => ({
        ...(addresses !== null && { address: addresses }),
        topic0: topics,
      })),
    }),
  }
}

/** A line is never longer: a block of Polygon full of the venue's events takes some megabytes. */
export const MAX_BLOCK_BYTES = 64 * 2 ** 20

export interface BlockLine {
  /** `parentHash` is null if the line lacks it. */
  header: { number: number; hash: Hash; parentHash: Hash | null; time: Seconds }
  /** In the form that a node gives, each with its block and its time. */
  logs: unknown[]
}

/** The parsed JSON of a line as a block; null if it lacks the block's number, hash or time. */
export function blockLine(json: unknown): BlockLine | null {
  const header = isObject(json) && isObject(json.header) ? json.header : {}
  const logs = isObject(json) && Array.isArray(json.logs) ? json.logs : []
  const { number, timestamp: time } = header
  const hash = hashIn(header.hash)
  if (!isWhole(number) || !isWhole(time) || hash === null) return null
  return {
    header: { number, hash, parentHash: hashIn(header.parentHash), time },
    logs: logs.map((log: unknown) => {
      const fields = isObject(log) ? log : {}
      return {
        ...fields,
        blockNumber: quantityOf(number),
        blockHash: hash,
        blockTimestamp: quantityOf(time),
        logIndex: isWhole(fields.logIndex) ? quantityOf(fields.logIndex) : null,
      }
    }),
  }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
