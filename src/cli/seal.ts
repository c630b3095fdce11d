import type { Database } from '../store/database.ts'
import { readManifest } from '../store/segments/manifest.ts'
import { isSealDue, type SealOptions, type SealReport, sealLedger } from '../store/segments/seal-ledger.ts'
import type { PrintOptions } from './accounts.ts'
import type { CommandContext } from './command-context.ts'
import { withStore } from './with-store.ts'

/** `pequod seal`: moves settled fills out of the store into Parquet files, however few they are. */
export async function sealStore(context: CommandContext, options: PrintOptions): Promise<void> {
  await withStore(context, async ({ db }) => {
    const report = await sealAloud(context, db)
    const segments = await readManifest(db, 'FILLS')
    const sealed = segments.reduce((sum, { rows }) => sum + rows, 0)
    if (options.json)
      context.screen.printJson({ newlySealed: report.rows.FILLS, sealed, segments: segments.length })
    else
      context.screen.print(
        `${count(report.rows.FILLS)} fills sealed now; ${count(sealed)} in ${count(segments.length)} segments in ${db.segments.folder}.`,
      )
  })
}

/**
 * Seals what is settled where that is worth a segment, and says so. The ledger stands whatever becomes of this: a failure is
 * a line, and the next call does what this one has not.
 */
export async function sealWhenDue(
  context: CommandContext,
  db: Database,
  options: Pick<SealOptions, 'maxSegments'> = {},
): Promise<void> {
  try {
    if (!(await isSealDue(db))) return
    const { rows } = await sealAloud(context, db, options)
    context.screen.note(`Sealed ${count(rows.FILLS)} settled fills in ${db.segments.folder}.`)
  } catch (error) {
    context.screen.warn(`Nothing was sealed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function sealAloud(
  { screen }: CommandContext,
  db: Database,
  options: SealOptions = {},
): Promise<SealReport> {
  const { fills } = (await db.get<{ fills: number }>('SELECT fills FROM ledger_state WHERE id = 1')) ?? {
    fills: 0,
  }
  const progress = screen.progress('seal', fills)
  try {
    return await sealLedger(db, { ...options, onProgress: (sealed) => progress.update(sealed) })
  } finally {
    progress.stop()
  }
}

function count(number: number): string {
  return number.toLocaleString('en')
}
