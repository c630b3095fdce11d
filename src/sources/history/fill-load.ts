import type { ContractSet } from '../../chain/contracts.ts'
import type { Fill } from '../../ledger/event.ts'
import type { Database } from '../../store/engine/database.ts'
import { createTableOf } from '../../store/engine/duckdb.ts'
import { sealLoaded } from '../../store/ledger/seal-ledger.ts'
import { type FoldOptions, foldLoaded } from '../../store/load/fold-loaded.ts'
import { createFillLoader } from '../../store/load/load-fills.ts'
import type { SourceFills } from '../../store/load/load-work.ts'
import type { ReadingReport } from '../append-blocks.ts'
import type { LogRefusal } from '../rpc/check-logs.ts'
import { DECODED_COLUMNS, decodedPages } from './odd-transactions.ts'
import { type FilledTables, openFillStage } from './stage-fills.ts'
import type { Stretch } from './staged-fills.ts'

/** How the fills of tables are loaded. */
export interface LoadOptions {
  contracts: ContractSet
  signal?: AbortSignal | undefined
  /** Where threads find the store. @default everything in this one */
  address?: FoldOptions['address']
  /** Rows that are staged and loaded together, about. @default 5000000 */
  stretchRows?: number | undefined
  onRefusal?(refusal: LogRefusal): void
  /** Called with the rows of tables that are loaded, then after each range of tokens with the fills folded. */
  onProgress?(part: 'fills' | 'positions', done: number, total: number): void
  /** Called before files are written that are removed again, with about how many bytes they take in the data folder. */
  onTemporaryFiles?(bytes: number): void
}

/** Of the time that a stretch takes, the part before its fills are staged, as measured with 5 M rows. */
const STAGED_SHARE = 0.4
/** Bytes of a row as measured with 5 M rows: staged, with ids in place of names, and the memory that finding those takes. */
const BYTES_A_ROW = { staged: 120, coded: 75, naming: 320 }

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
  const load = async (source: SourceFills, onProgress?: (share: number) => void) => {
    const loaded = await loader.load(source, onProgress)
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
        const open: Stretch[] = []
        for (const stretch of stage.stretches) {
          const before = await loader.loaded(stretch.identity)
          if (before === null) open.push(stretch)
          else report.repeated += before
        }
        const total = open.reduce((sum, { rows }) => sum + rows, 0)
        if (open.length > 0) {
          onProgress?.('fills', 0, total)
          options.onTemporaryFiles?.(temporaryBytes(open, db.duckdb.memory))
        }
        let done = 0
        for (const stretch of open) {
          signal?.throwIfAborted()
          const reach = (share: number) =>
            onProgress?.('fills', done + Math.floor(share * stretch.rows), total)
          const { from, areDistinct, refused, drop } = await stage.stage(stretch)
          reach(STAGED_SHARE)
          const part = refused === 0 ? stretch.identity : null
          await load({ from, part, areDistinct }, (share) => reach(STAGED_SHARE + (1 - STAGED_SHARE) * share))
          await drop()
          done += stretch.rows
        }
        if (open.length > 0) onProgress?.('fills', total, total)
      } finally {
        await stage.close()
      }
    },
    async finish() {
      await flush()
      await sealLoaded(db, signal && { signal })
      await foldLoaded(db, {
        address,
        signal,
        onTemporaryFiles: options.onTemporaryFiles,
        onProgress: (done, total) => onProgress?.('positions', done, total),
      })
    },
    close: () => connection.closeSync(),
  }
}

/** Bytes that the largest of some stretches needs beside the ledger, spilled memory included. */
function temporaryBytes(stretches: readonly Stretch[], memory: number): number {
  const rows = Math.max(...stretches.map((stretch) => stretch.rows))
  const { staged, coded, naming } = BYTES_A_ROW
  return rows * staged + Math.max(rows * coded, rows * naming - memory)
}
