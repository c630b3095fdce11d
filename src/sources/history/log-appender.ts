import type { ChainLog } from '../../chain/log.ts'
import type { Fill } from '../../ledger/event.ts'
import type { LedgerWriter } from '../../store/ingest/ledger-writer.ts'
import { appendBlocks, type Reading, recordSkipped } from '../append-blocks.ts'
import type { BlockDecoder } from '../rpc/block-events.ts'
import type { LogRefusal } from '../rpc/check-logs.ts'

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
  const { logsAWrite = 5_000, signal } = reading
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
