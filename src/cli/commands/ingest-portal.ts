import { loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { retractNews, watchWhales } from '../../jobs/news.ts'
import { ingestPortal } from '../../sources/ingest-chain.ts'
import { endSignal, logOptions } from '../chain-node.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal, UsageError } from '../exit-status.ts'
import type { PrintOptions } from '../options.ts'
import { withStore } from '../with-store.ts'
import { finishIngest } from './finish-ingest.ts'

export interface IngestPortalOptions extends PrintOptions {
  from: number
  /** @default the newest final block of the portal */
  to?: number
  /** Fetch missing metadata from the configured APIs afterwards. @default true */
  metadata?: boolean
}

/**
 * `pequod ingest portal`: reads final blocks from an SQD portal; a repeated run resumes where it stopped. Throws a
 * CommandError if the portal cannot be used, and at the end if any log was refused.
 */
export async function ingestFromPortal(context: CommandContext, options: IngestPortalOptions): Promise<void> {
  const { portalUrl } = loadConfig(context.env)
  if (portalUrl === null)
    throw new CommandError('PORTAL_URL is not set: set it to a Polygon portal, as in PORTAL_URL=https://….')
  const { from, to = null } = options
  if (to !== null && to < from) throw new UsageError(`--to is ${to}, before --from, which is ${from}.`)
  const signal = endSignal(terminationSignal())
  await withStore(context, async ({ db }) => {
    const progress = context.screen.progress({
      label: `Blocks from ${from}${to === null ? '' : ` to ${to}`}`,
      total: to === null ? null : to - from + 1,
      unit: 'logs',
    })
    let first: number | null = null
    try {
      const report = await ingestPortal(db, {
        ...logOptions(context, signal),
        portal: { url: portalUrl, signal },
        from,
        to,
        onProgress({ block, logs }) {
          first ??= block
          progress.update(block - from + 1, { counted: logs, from: first - from })
        },
        beforeUndo: async () => void (await watchWhales(context, db)),
        onUndo: retractNews,
      })
      const isWhole = to === null || report.next > to
      if (isWhole) progress.finish()
      else progress.stop()
      if (!isWhole)
        context.screen.warn(`The portal has no final block ${report.next} yet: run this command again later.`)
      await finishIngest(context, db, report, { ...options, signal })
    } finally {
      progress.stop()
    }
  })
}
