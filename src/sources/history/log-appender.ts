import type { ChainLog } from '../../chain/log.ts'
import type { Fill } from '../../ledger/event.ts'
import type { LedgerWriter } from '../../store/ingest/ledger-writer.ts'
import { appendBlocks, type Reading, recordSkipped } from '../append-blocks.ts'
import type { BlockDecoder } from '../rpc/block-events.ts'
import type { LogRefusal } from '../rpc/check-logs.ts'

/** Takes blocks in, some of them together. */
export interface LogAppender {
  /** Takes whole blocks, which come after those before them; writes once they are many. Throws what the signal is given. */
  take(blocks: { logs: readonly ChainLog[]; refused: readonly LogRefusal[] }): Promise<void>
  /** Writes what is left. */
  flush(): Promise<void>
}

/** Options of a log appender. */
export interface LogAppenderOptions {
  logsAWrite?: number
  signal?: AbortSignal
  /** Takes the fills, which are most of the events, in place of the writer; each call's come after those before. */
  takeFills(fills: readonly Fill[]): Promise<void>
}

/** Decodes logs and appends their events but for the fills, a transaction of the store for some thousand logs. */
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
