import type { ChainLog } from '../../chain/fact.ts'
import { defined } from '../../checks.ts'
import { CommandError } from '../../errors.ts'
import type { Fill } from '../../ledger/event.ts'
import { RpcFailure } from '../../net/failures.ts'
import type { LedgerWriter } from '../../store/ingest/ledger-writer.ts'
import { appendBlocks, type Reading, recordSkipped } from '../append-blocks.ts'
import type { Refused } from '../field-checks.ts'
import { lineText } from '../files/split-lines.ts'
import { type BlockLine, blockLine, MAX_BLOCK_BYTES } from '../portal/read-portal.ts'
import type { BlockDecoder } from '../rpc/block-events.ts'
import { checkLogs, type LogRefusal } from '../rpc/check-logs.ts'
import { type FoundFile, linesOf } from './history-files.ts'

const LOGS_A_STRETCH = 5_000

/** The first block of a file of raw logs; or, for any other file, the end of a sentence that begins with its path. */
export async function firstBlockOf(file: FoundFile): Promise<number | { reason: string }> {
  try {
    for await (const { text } of texts(file)) {
      const block = parsed(text)
      if (block) return block.header.number
      return { reason: 'is neither Parquet nor CSV, and does not have a block of raw logs on each line' }
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { reason: error.message.slice(file.path.length + 1).replace(/\.$/, '') }
  }
  return { reason: 'has no lines' }
}

/**
 * The logs of a file, some blocks at a time; `read` is how many of its bytes on the disk have been read. Throws a CommandError
 * that names file and line where a line is no block, or comes before the one above it: what blocks mean depends on those
 * before them.
 */
export async function* logBlocks(
  file: FoundFile,
): AsyncGenerator<{ logs: ChainLog[]; refused: LogRefusal[]; read: number }> {
  let held: BlockLine[] = []
  let logs = 0
  let last = -1
  for await (const { text, line, read } of texts(file)) {
    const block = parsed(text)
    if (block === null)
      throw new CommandError(
        `${file.path} line ${line} is truncated, or is not a block with its number, hash and time.`,
      )
    const { number } = block.header
    if (number < last)
      throw new CommandError(
        `${file.path} line ${line} is of block ${number}, after block ${last}: sort its lines.`,
      )
    if (logs >= LOGS_A_STRETCH && number > last) {
      yield { ...checked(held, file), read }
      held = []
      logs = 0
    }
    last = number
    held.push(block)
    logs += block.logs.length
  }
  if (held.length > 0) yield { ...checked(held, file), read: file.bytes }
}

function checked(blocks: readonly BlockLine[], file: FoundFile): { logs: ChainLog[]; refused: LogRefusal[] } {
  const times = new Map(blocks.map(({ header }) => [header.number, header.time]))
  const numbers = [...times.keys()]
  try {
    const { logs, refused } = checkLogs(
      blocks.flatMap((block) => block.logs),
      defined(numbers[0]),
      defined(numbers.at(-1)),
    )
    return {
      logs: logs.map((log) => ({ ...log, blockTime: log.blockTime ?? times.get(log.blockNumber) ?? 0 })),
      refused,
    }
  } catch (error) {
    if (error instanceof RpcFailure)
      throw new CommandError(`${file.path}: ${error.message}.`, { cause: error })
    throw error
  }
}

function parsed(text: string | Refused): BlockLine | null {
  if (typeof text !== 'string') return null
  try {
    return blockLine(JSON.parse(text))
  } catch {
    return null
  }
}

/** The lines that are not empty, from 1; Refused in place of one that is no text. */
async function* texts(
  file: FoundFile,
): AsyncGenerator<{ text: string | Refused; line: number; read: number }> {
  let line = 0
  for await (const { whole, read } of linesOf(file, MAX_BLOCK_BYTES)) {
    for (let start = 0; start <= whole.length; ) {
      const found = whole.indexOf(10, start)
      const end = found < 0 ? whole.length : found
      const text = lineText(whole, start, end, MAX_BLOCK_BYTES)
      start = end + 1
      line++
      if (typeof text !== 'string' || text.trim() !== '') yield { text, line, read }
    }
  }
}

/** Appends blocks to the ledger in batches. */
export interface LogAppender {
  /** Adds complete blocks in order, and writes a batch when it is large. Throws the signal's reason. */
  take(blocks: { logs: readonly ChainLog[]; refused: readonly LogRefusal[] }): Promise<void>
  flush(): Promise<void>
}

export interface LogAppenderOptions {
  logsAWrite?: number
  signal?: AbortSignal
  /** Takes the fills, which are most of the events, in place of the writer; calls are in order. */
  takeFills(fills: readonly Fill[]): Promise<void>
}

/** Decodes logs and appends their events except fills, in transactions of some thousand logs. */
export function createLogAppender(
  writer: LedgerWriter,
  decoder: BlockDecoder,
  reading: Reading & LogAppenderOptions,
): LogAppender {
  const { logsAWrite = 3_000, signal } = reading
  let held: ChainLog[] = []
  const flush = async () => {
    const to = held.at(-1)?.blockNumber
    if (to === undefined) return
    const decoded = decoder.decode(held)
    held = []
    recordSkipped(decoded, reading)
    const events = decoded.events.filter(({ kind }) => kind !== 'FILL')
    await writer.transaction((append, tx) => appendBlocks(append, tx, { ...decoded, events, to }, reading))
    await reading.takeFills(decoded.events.filter((event) => event.kind === 'FILL'))
  }
  return {
    flush,
    async take({ logs, refused }) {
      signal?.throwIfAborted()
      recordSkipped({ refused: [...refused], skipped: new Map() }, reading)
      for (const log of logs) held.push(log)
      if (held.length >= logsAWrite) await flush()
    },
  }
}
