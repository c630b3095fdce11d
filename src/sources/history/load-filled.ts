import type { ContractSet } from '../../chain/contracts.ts'
import type { Database } from '../../store/database.ts'
import { type FoldOptions, foldLoaded } from '../../store/load/fold-loaded.ts'
import { createFillLoader } from '../../store/load/load-fills.ts'
import type { ReadingReport } from '../append-blocks.ts'
import type { LogRefusal } from '../rpc/check-logs.ts'
import { type FilledTables, openFillStage } from './stage-fills.ts'

/** How the fills of tables are loaded. */
export interface LoadOptions {
  contracts: ContractSet
  signal?: AbortSignal | undefined
  /** Where threads find the store. @default everything in this one */
  address?: FoldOptions['address']
  /** Rows that are staged and loaded together, about. @default 5000000 */
  stretchRows?: number | undefined
  onRefusal?(refusal: LogRefusal): void
  /** Told after each stretch how many rows were loaded, then after each range of tokens how many fills are folded. */
  onProgress?(part: 'fills' | 'positions', done: number, total: number): void
}

/**
 * Loads the fills of tables, a stretch of blocks after the other, and folds them. A stretch that was loaded whole is not read
 * again, so what was stopped can be run again.
 */
export async function loadFilled(
  db: Database,
  tables: readonly FilledTables[],
  report: ReadingReport,
  options: LoadOptions,
): Promise<void> {
  const refuse = (refusal: LogRefusal) => {
    report.refused++
    options.onRefusal?.(refusal)
  }
  const stage = await openFillStage(db.segments, options.contracts, tables, { ...options, onRefusal: refuse })
  const connection = await db.segments.connect()
  try {
    const loader = await createFillLoader(db, connection, options.contracts.infrastructure)
    const total = stage.stretches.reduce((sum, { rows }) => sum + rows, 0)
    let done = 0
    for (const stretch of stage.stretches) {
      options.signal?.throwIfAborted()
      const before = await loader.loaded(stretch.identity)
      if (before !== null) report.repeated += before
      else {
        const { from, refused, drop } = await stage.stage(stretch)
        const loaded = await loader.load({ from, part: refused === 0 ? stretch.identity : null })
        await drop()
        report.events += loaded.events
        report.repeated += loaded.repeated
        for (const { reason, count } of loaded.refused) {
          report.refused += count - 1
          refuse({ tx: null, logIndex: null, reason })
        }
      }
      done += stretch.rows
      options.onProgress?.('fills', done, total)
    }
  } finally {
    connection.closeSync()
    await stage.close()
  }
  const { address, signal, onProgress } = options
  await foldLoaded(db, {
    address,
    signal,
    onProgress: (done, total) => onProgress?.('positions', done, total),
  })
}
