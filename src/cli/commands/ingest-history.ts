import { loadConfig } from '../../config/config.ts'
import type { Progress } from '../../jobs/job-context.ts'
import { type HistoryProgress, ingestHistory } from '../../sources/history/ingest-history.ts'
import { type Layout, lacking, layoutName } from '../../sources/history/layout.ts'
import { endSignal, logOptions } from '../chain-node.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal } from '../exit-status.ts'
import { counted } from '../refusals.ts'
import { timeLeft } from '../screen/progress.ts'
import { refuseDemoStore, withStore } from '../with-store.ts'
import { type FinishOptions, finishIngest } from './finish-ingest.ts'

/**
 * `pequod ingest history`: imports downloaded data sets, in any order; a repeated run adds missing rows. Throws a
 * CommandError for an unknown or damaged file, and at the end if any row was refused.
 */
export async function ingestHistoryFiles(
  context: CommandContext,
  paths: readonly string[],
  options: Omit<FinishOptions, 'signal'>,
): Promise<void> {
  const signal = endSignal(terminationSignal())
  await withStore(context, async ({ db }) => {
    await refuseDemoStore(db)
    const progress = progressByPart(context)
    try {
      const report = await ingestHistory(db, {
        ...logOptions(context, signal),
        paths,
        address: loadConfig(context.env).database,
        onLayouts: (layouts) => tellLayouts(context, layouts),
        onPassedOver: (reason, [first, ...more]) =>
          context.screen.note(
            `Not read: ${first} ${reason}${more.length > 0 ? `; the same for ${counted(more.length, 'file')} more` : ''}.`,
          ),
        onProgress: progress.update,
      })
      progress.finish()
      await finishIngest(context, db, report, { ...options, signal })
    } finally {
      progress.stop()
    }
  })
}

function tellLayouts({ screen }: CommandContext, layouts: ReadonlyMap<Layout, number>): void {
  for (const [layout, files] of layouts) {
    const lacks = lacking(layout)
    screen.note(
      `${counted(files, 'file')} of ${layoutName(layout)}${lacks === null ? '' : `; these lack ${lacks}`}.`,
    )
  }
}

/** Shows a bar for each part in turn. */
function progressByPart({ screen }: CommandContext) {
  let shown: { part: HistoryProgress['part']; bar: Progress; start: number } | null = null
  return {
    update({ part, done, total, rows }: HistoryProgress): void {
      if (shown?.part !== part) {
        shown?.bar.finish()
        shown = { part, bar: screen.progress(part, total), start: performance.now() }
      }
      const unit = part === 'logs' ? 'logs' : 'rows'
      shown.bar.update(done, timeLeft(shown.start, done, Math.max(0, total - done), rows, unit))
    },
    finish: () => shown?.bar.finish(),
    stop: () => shown?.bar.stop(),
  }
}
