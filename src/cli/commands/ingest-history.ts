import { statfsSync } from 'node:fs'
import { loadConfig } from '../../config/config.ts'
import { type Stage, showStages } from '../../jobs/job-context.ts'
import { type HistoryProgress, ingestHistory } from '../../sources/history/ingest-history.ts'
import { type Layout, lacking, layoutName } from '../../sources/history/layout.ts'
import { endSignal, logOptions } from '../chain-node.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal } from '../exit-status.ts'
import { counted } from '../refusals.ts'
import { sizeText } from '../screen/progress.ts'
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
    const stages = showStages(context.screen)
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
        onTemporaryFiles: (bytes) => announceTemporaryFiles(context, db.duckdb.folder, bytes),
        onProgress: ({ part, done, total, rows }) =>
          stages.update({ ...STAGES[part], total }, done, { counted: rows }),
      })
      stages.finish()
      await finishIngest(context, db, report, { ...options, signal })
    } finally {
      stages.stop()
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

/** The stages of an import as they are shown. */
const STAGES: Readonly<Record<HistoryProgress['part'], Omit<Stage, 'total'>>> = {
  logs: { label: 'Reading logs', unit: 'logs' },
  markets: { label: 'Reading markets', unit: 'markets' },
  resolutions: { label: 'Reading resolutions', unit: 'rows' },
  splits: { label: 'Reading splits', unit: 'rows' },
  merges: { label: 'Reading merges', unit: 'rows' },
  redemptions: { label: 'Reading redemptions', unit: 'rows' },
  fills: { label: 'Loading fills', unit: 'rows' },
  positions: { label: 'Computing positions', unit: 'fills' },
}

/** Bytes of temporary files that nobody needs to hear of. */
const FEW_BYTES = 100_000_000

/** Says how much room temporary files take before they are written, and warns where the disk has less. */
function announceTemporaryFiles({ screen }: CommandContext, folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const needed = `About ${sizeText(bytes)} of temporary files will be written to ${folder}, where ${sizeText(free)} are free`
  if (bytes >= free) screen.warn(`${needed}: stop now, and free some or set DATA_DIR to a larger disk.`)
  else if (bytes >= FEW_BYTES) screen.note(`${needed}; they are removed afterwards.`)
}
