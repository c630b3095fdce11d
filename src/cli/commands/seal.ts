import type { Database } from '../../store/engine/database.ts'
import { readManifests, rowsByKind, type SegmentKind } from '../../store/segments/manifest.ts'
import { isSealDue, type SealOptions, type SealReport, sealLedger } from '../../store/segments/seal-ledger.ts'
import type { CommandContext } from '../command-context.ts'
import { withStore } from '../with-store.ts'
import type { PrintOptions } from './accounts.ts'

/** `pequod seal`: moves what is settled out of the store into Parquet files, however little it is. */
export async function sealStore(context: CommandContext, options: PrintOptions): Promise<void> {
  await withStore(context, async ({ db }) => {
    const report = await sealAloud(context, db)
    const segments = await readManifests(db)
    const sealed = rowsByKind(segments)
    if (options.json)
      context.screen.printJson({ newlySealed: report.rows, sealed, segments: segments.length })
    else
      context.screen.print(
        `${sealedWords(report.rows)} sealed now; ${sealedWords(sealed)} in ${count(segments.length)} segments in ${db.segments.folder}.`,
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
  options: Pick<SealOptions, 'pace' | 'partRows' | 'signal'> = {},
): Promise<void> {
  try {
    if (!(await isSealDue(db, options.partRows))) return
    const { rows, segments } = await sealAloud(context, db, options)
    if (segments > 0) context.screen.note(`Sealed ${sealedWords(rows)} in ${db.segments.folder}.`)
  } catch (error) {
    context.screen.warn(`Nothing was sealed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function sealAloud(
  { screen }: CommandContext,
  db: Database,
  options: SealOptions = {},
): Promise<SealReport> {
  const progress = screen.progress('seal', null)
  try {
    return await sealLedger(db, { ...options, onProgress: (sealed) => progress.update(sealed) })
  } finally {
    progress.stop()
  }
}

const WORDS: Readonly<Record<SegmentKind, string>> = {
  FILLS: 'fills',
  MOVEMENTS: 'movements',
  DAYS: 'days of positions',
}

/** How many rows of each kind, in words. */
export function sealedWords(rows: Readonly<Record<SegmentKind, number>>): string {
  const kinds = Object.keys(WORDS) as SegmentKind[]
  return kinds.map((kind) => `${count(rows[kind])} ${WORDS[kind]}`).join(', ')
}

function count(number: number): string {
  return number.toLocaleString('en')
}
