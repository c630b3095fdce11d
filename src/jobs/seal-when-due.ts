import { loadConfig } from '../config/config.ts'
import { countText } from '../formats.ts'
import type { Database } from '../store/engine/database.ts'
import type { SealedKind } from '../store/ledger/files.ts'
import { isSealDue, type SealOptions, type SealReport, sealLedger } from '../store/ledger/seal-ledger.ts'
import type { JobContext } from './job-context.ts'

interface SealJob {
  partRows?: number | undefined
  /** Does the work. @default in this process */
  seal?: (options: Pick<SealOptions, 'partRows' | 'leadMs' | 'onProgress'>) => Promise<SealReport>
}

/**
 * Seals settled fills once they fill a segment, and prints it. A failure prints a line and leaves the ledger intact;
 * the next call tries again.
 */
export async function sealWhenDue(context: JobContext, db: Database, job: SealJob = {}): Promise<void> {
  try {
    if (!(await isSealDue(db, job.partRows))) return
    const { rows, segments } = await sealWithProgress(context, db, job)
    if (segments > 0) context.screen.note(`Sealed ${sealedWords(rows)} in ${db.duckdb.folder}.`)
  } catch (error) {
    context.screen.warn(`Nothing was sealed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Seals settled fills and shows the progress. Throws as `sealLedger` does. */
export async function sealWithProgress(
  { screen, env }: JobContext,
  db: Database,
  { partRows, seal = (options) => sealLedger(db, options) }: SealJob = {},
): Promise<SealReport> {
  const progress = screen.progress({ label: 'Sealing', total: null, unit: 'rows' })
  try {
    return await seal({
      ...(partRows !== undefined && { partRows }),
      leadMs: loadConfig(env).dataLagSeconds * 1_000,
      onProgress: (sealed) => progress.update(sealed),
    })
  } finally {
    progress.stop()
  }
}

/** Names of sealed rows, in the plural. */
export const SEALED_WORDS: Readonly<Record<SealedKind, string>> = {
  FILLS: 'fills',
  MOVEMENTS: 'movements',
  DAYS: 'days of positions',
}

/** The numbers of rows of each kind, in words. */
export function sealedWords(rows: Readonly<Record<SealedKind, number>>): string {
  const kinds = Object.keys(SEALED_WORDS) as SealedKind[]
  return kinds.map((kind) => `${countText(rows[kind])} ${SEALED_WORDS[kind]}`).join(', ')
}
