import { type ContractSet, POLYGON } from '../../chain/contracts.ts'
import type { Hash } from '../../ledger/quantities.ts'
import { BlockDecoder, type BlockEvents } from './block-events.ts'
import { BlockTimes } from './block-times.ts'
import type { ChainClient } from './chain-client.ts'
import { logFilters, type WindowLimits, WindowSize } from './log-filter.ts'
import { readWindow, type WindowLogs } from './read-window.ts'

/**
 * The results of the jobs in the order of the jobs, with at most `ahead` (1 or more) of them under way. A job is begun
 * only when there is room, so what it asks for may depend on earlier answers. Throws the first failure in order; when
 * the reader stops or a job fails, the jobs under way are aborted through their signal.
 */
export async function* inOrder<T>(
  jobs: Iterable<(signal: AbortSignal) => Promise<T>>,
  ahead: number,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  const stop = new AbortController()
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
  const begun: Promise<T>[] = []
  try {
    for (const job of jobs) {
      const result = job(either)
      // A failure is thrown in its order; until then it must not count as unhandled.
      result.catch(() => {})
      begun.push(result)
      const [first] = begun
      if (begun.length < ahead || first === undefined) continue
      yield await first
      begun.shift()
    }
    for (const result of begun) yield await result
  } finally {
    stop.abort()
  }
}

export interface ReadProgress {
  /** The last block that has been read. */
  block: number
  from: number
  to: number
  /** Logs read so far. */
  logs: number
  /** Blocks in one request now. */
  window: number
}

export interface ReadBlocksOptions {
  client: ChainClient
  from: number
  /** The last block. It should lie deep enough to stay: a backfill does not look for reorganisations. */
  to: number
  /** @default the venue on Polygon */
  contracts?: ContractSet
  /** The conversion fee, in 1/10,000, of a neg-risk market prepared before `from`. @default always 0 */
  feeBipsOf?: (market: Hash) => number
  /** Limits of the number of blocks in one request. */
  window?: Partial<WindowLimits>
  /** Concurrent windows, 1 or more. @default 3 */
  ahead?: number
  /** Called before each window is yielded. */
  onProgress?: (progress: ReadProgress) => void
  /** Stops the reading: its reason is thrown. */
  signal?: AbortSignal
}

interface ReadWindow extends WindowLogs {
  from: number
  to: number
}

/**
 * Reads the blocks `from` to `to` in windows that follow one another without a gap, each event once and in chain order,
 * so that a reader who keeps `to` can stop anywhere and go on at `to + 1`. Nothing where `to` is before `from`. Throws a
 * CommandError when the node does not give the logs in spite of every retry.
 */
export async function* readBlocks(options: ReadBlocksOptions): AsyncGenerator<BlockEvents> {
  const { from, to, contracts = POLYGON, ahead = 3, onProgress, signal } = options
  const size = new WindowSize(options.window)
  const decoder = new BlockDecoder(contracts, options.feeBipsOf)
  let total = 0
  for await (const { logs, refused, ...place } of inOrder(windows(options, contracts, size), ahead, signal)) {
    const decoded = decoder.decode(logs)
    total += logs.length
    onProgress?.({ block: place.to, from, to, logs: total, window: size.blocks })
    yield { ...place, ...decoded, refused: [...refused, ...decoded.refused] }
  }
}

/** The jobs: each window's size is settled when it is begun. */
function* windows(
  { client, from, to }: ReadBlocksOptions,
  contracts: ContractSet,
  size: WindowSize,
): Generator<(signal: AbortSignal) => Promise<ReadWindow>> {
  const times = new BlockTimes()
  for (let next = from; next <= to; ) {
    const [first, last] = [next, Math.min(to, next + size.blocks - 1)]
    next = last + 1
    yield async (signal) => {
      const begun = performance.now()
      const onTooMuch = (part: { from: number; to: number }) => size.balked(part.to - part.from + 1)
      const filters = logFilters(contracts, first, last)
      const read = await readWindow({ client, filters, times, signal, onTooMuch })
      size.answered(last - first + 1, read.logs.length, (performance.now() - begun) / client.timeoutMs)
      return { from: first, to: last, ...read }
    }
  }
}
