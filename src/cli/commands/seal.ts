import { countText } from '../../formats.ts'
import { sealedWords, sealWithProgress } from '../../jobs/seal-when-due.ts'
import { sealedPart } from '../../store/ledger/files.ts'
import type { CommandContext } from '../command-context.ts'
import type { PrintOptions } from '../options.ts'
import { withStore } from '../with-store.ts'

/** `pequod seal`: moves all settled fills from the store into Parquet files, however few they are. */
export async function sealStore(context: CommandContext, options: PrintOptions): Promise<void> {
  await withStore(context, async ({ db }) => {
    const report = await sealWithProgress(context, db)
    const { segments, rows: sealed } = await sealedPart(db)
    if (options.json) context.screen.printJson({ newlySealed: report.rows, sealed, segments })
    else
      context.screen.print(
        `${sealedWords(report.rows)} sealed now; ${sealedWords(sealed)} in ${countText(segments)} segments in ${db.duckdb.folder}.`,
      )
  })
}
