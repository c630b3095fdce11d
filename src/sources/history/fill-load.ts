import type { ContractSet } from '../../chain/contracts.ts'
import type { Fill } from '../../ledger/event.ts'
import type { Database } from '../../store/engine/database.ts'
import { createTableOf } from '../../store/engine/duckdb.ts'
import { type FoldOptions, foldLoaded } from '../../store/load/fold-loaded.ts'
import { createFillLoader } from '../../store/load/load-fills.ts'
import type { SourceFills } from '../../store/load/load-work.ts'
import type { ReadingReport } from '../append-blocks.ts'
import type { LogRefusal } from '../rpc/check-logs.ts'
import { DECODED_COLUMNS, decodedPages } from './decoded-pages.ts'
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
  /** Called after each stretch with the rows loaded, then after each range of tokens with the fills folded. */
  onProgress?(part: 'fills' | 'positions', done: number, total: number): void
}

/** Loads fills into the ledger by columns, beside records that are appended row by row. */
export interface FillLoad {
  /** Takes fills that were decoded; loads them once they are many. */
  takeFills(fills: readonly Fill[]): Promise<void>
  /**
   * Loads the fills of tables, a stretch of blocks after the other. A stretch that was loaded whole is not read again, so
   * what was stopped can be run again.
   */
  takeTables(tables: readonly FilledTables[]): Promise<void>
  /** Loads the last batch, and folds everything that was loaded. */
  finish(): Promise<void>
  close(): void
}

/** Decoded fills per load. */
const FILLS_A_LOAD = 200_000

/** Opens a load, whose fills count in a report. */
export async function openFillLoad(
  db: Database,
  report: ReadingReport,
  options: LoadOptions,
): Promise<FillLoad> {
  const { contracts, signal, address, onProgress } = options
  const connection = await db.duckdb.connect()
  const loader = await createFillLoader(db, connection, contracts.infrastructure)
  let held: Fill[] = []
  const refuse = (refusal: LogRefusal) => {
    report.refused++
    options.onRefusal?.(refusal)
  }
  const load = async (source: SourceFills) => {
    const loaded = await loader.load(source)
    report.events += loaded.events
    report.repeated += loaded.repeated
    for (const { reason, count } of loaded.refused) {
      report.refused += count - 1
      refuse({ tx: null, logIndex: null, reason })
    }
  }
  const flush = async () => {
    if (held.length === 0) return
    const events = held
    held = []
    const pages = decodedPages(
      (async function* () {
        yield events
      })(),
    )
    const select = await createTableOf(connection, 'decoded_fills', DECODED_COLUMNS, pages)
    await load({ from: `(${select})`, part: null })
  }
  return {
    async takeFills(fills) {
      for (const fill of fills) held.push(fill)
      if (held.length >= FILLS_A_LOAD) await flush()
    },
    async takeTables(tables) {
      await flush()
      const stage = await openFillStage(db.duckdb, contracts, tables, { ...options, onRefusal: refuse })
      try {
        const total = stage.stretches.reduce((sum, { rows }) => sum + rows, 0)
        let done = 0
        for (const stretch of stage.stretches) {
          signal?.throwIfAborted()
          const before = await loader.loaded(stretch.identity)
          if (before !== null) report.repeated += before
          else {
            const { from, refused, drop } = await stage.stage(stretch)
            await load({ from, part: refused === 0 ? stretch.identity : null })
            await drop()
          }
          done += stretch.rows
          onProgress?.('fills', done, total)
        }
      } finally {
        await stage.close()
      }
    },
    async finish() {
      await flush()
      await foldLoaded(db, {
        address,
        signal,
        onProgress: (done, total) => onProgress?.('positions', done, total),
      })
    },
    close: () => connection.closeSync(),
  }
}
