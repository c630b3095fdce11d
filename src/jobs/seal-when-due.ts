import type { Database } from '../store/engine/database.ts'
import type { SealedKind } from '../store/ledger/files.ts'
import { isSealDue, type SealOptions, type SealReport, sealLedger } from '../store/ledger/seal-ledger.ts'
import type { JobContext } from './job-context.ts'

/** Seals settled fills. */
type Seal = (options: Pick<SealOptions, 'partRows' | 'onProgress'>) => Promise<SealReport>

/**
 * Seals settled fills once they fill a segment, and prints it. A failure prints a line and leaves the ledger intact;
 * the next call tries again.
 * @param seal does the work. @default in this process
 */
export async function sealWhenDue(
  context: JobContext,
  db: Database,
  { partRows, seal }: { partRows?: number | undefined; seal?: Seal } = {},
): Promise<void> {
  try {
    if (!(await isSealDue(db, partRows))) return
    const { rows, segments } = await sealWithProgress(context, db, { partRows, ...(seal && { seal }) })
    if (segments > 0) context.screen.note(`Sealed ${sealedWords(rows)} in ${db.duckdb.folder}.`)
  } catch (error) {
    context.screen.warn(`Nothing was sealed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Seals settled fills and shows the progress. Throws as `sealLedger` does. */
export async function sealWithProgress(
  { screen }: JobContext,
  db: Database,
  {
    partRows,
    seal = (options) => sealLedger(db, options),
  }: { partRows?: number | undefined; seal?: Seal } = {},
): Promise<SealReport> {
  const progress = screen.progress({ label: 'Sealing', total: null, unit: 'rows' })
  try {
    return await seal({
      ...(partRows !== undefined && { partRows }),
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
  return kinds.map((kind) => `${count(rows[kind])} ${SEALED_WORDS[kind]}`).join(', ')
}

function count(number: number): string {
  return number.toLocaleString('en')
}
