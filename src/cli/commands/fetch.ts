import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../config/config.ts'
import { refreshWithProgress } from '../../jobs/refresh-with-progress.ts'
import { watchWhales } from '../../jobs/watch-whales.ts'
import { writeWeeklySignals } from '../../jobs/write-weekly-signals.ts'
import type { Address } from '../../ledger/quantities.ts'
import { ingestDataApi } from '../../sources/files/ingest-data-api.ts'
import { fetchActivity } from '../../sources/http/fetch-activity.ts'
import type { Database } from '../../store/engine/database.ts'
import type { CommandContext } from '../command-context.ts'
import { readTrader } from '../read/read-trader.ts'
import { createRefusals } from '../refusals.ts'
import { refuseDemoStore } from '../refuse-demo-store.ts'
import { withStore } from '../with-store.ts'
import type { PrintOptions } from './accounts.ts'

/**
 * `pequod fetch`: a wallet's activity from the Data API into the store, a new snapshot, and the trader's numbers. Fetched
 * again, it adds what is new. Throws a CommandError if the API gives none, or the store is the demo's.
 */
export async function fetchWallet(
  context: CommandContext,
  address: Address,
  options: PrintOptions,
): Promise<void> {
  await withStore(context, async ({ db }) => {
    await refuseDemoStore(db)
    const file = join(tmpdir(), `pequod-activity-${process.pid}-${address}.jsonl`)
    try {
      const rows = await save(context, address, file)
      context.screen.note(
        `${rows.toLocaleString('en')} rows of ${address} from the Data API, ${await take(context, db, file)} new.`,
      )
    } finally {
      await rm(file, { force: true })
    }
    await refreshWithProgress(context, db)
    await writeWeeklySignals(context, db)
    await watchWhales(context, db)
  })
  await readTrader(context, address, options)
}

/** The rows go into a file first: its reader needs all of them to number identical rows. Answers how many they are. */
async function save({ env, screen }: CommandContext, address: Address, path: string): Promise<number> {
  const progress = screen.progress('Fetching activity', null)
  // A file of this process alone: nothing of another user's is written to.
  const file = await open(path, 'wx', 0o600)
  let rows = 0
  try {
    for await (const page of fetchActivity({ url: loadConfig(env).dataApiUrl, address })) {
      await file.write(page.map((row) => `${JSON.stringify(row)}\n`).join(''))
      rows += page.length
      progress.update(rows)
    }
  } finally {
    progress.stop()
    await file.close()
  }
  return rows
}

/** Answers how many events were new. */
async function take({ screen }: CommandContext, db: Database, path: string): Promise<string> {
  const refusals = createRefusals()
  const report = await ingestDataApi(db, 'activity', path, { onRefusal: refusals.note })
  refusals.lines('The Data API').forEach(screen.warn)
  return report.events.toLocaleString('en')
}
