import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../config/config.ts'
import { countText } from '../../formats.ts'
import { watchWhales, writeWeeklySignals } from '../../jobs/news.ts'
import { refreshWithProgress } from '../../jobs/refresh-with-progress.ts'
import type { Address } from '../../ledger/quantities.ts'
import { ingestDataApi } from '../../sources/files/ingest-data-api.ts'
import { fetchActivity } from '../../sources/http/fetch-activity.ts'
import type { Database } from '../../store/engine/database.ts'
import type { CommandContext } from '../command-context.ts'
import type { PrintOptions } from '../options.ts'
import { readTrader } from '../read/read-traders.ts'
import { createRefusals } from '../refusals.ts'
import { refuseDemoStore, withStore } from '../with-store.ts'

/**
 * `pequod fetch`: imports a wallet's activity from the Data API, publishes a snapshot, and prints the trader's numbers.
 * Run again, it adds new activity. Throws a CommandError if the API has none, or the store is the demo's.
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
        `${countText(rows)} rows of ${address} from the Data API, ${await take(context, db, file)} new.`,
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

/**
 * Saves the rows to a file first, since the reader needs all of them to number identical rows. Returns their number.
 */
async function save({ env, screen }: CommandContext, address: Address, path: string): Promise<number> {
  const progress = screen.progress({ label: 'Fetching activity', total: null, unit: 'rows' })
  // A folder of this process, so that no other user's file is written to.
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

/** Imports the file; returns the number of new events. */
async function take({ screen }: CommandContext, db: Database, path: string): Promise<string> {
  const refusals = createRefusals()
  const report = await ingestDataApi(db, 'activity', path, { onRefusal: refusals.note })
  refusals.lines('The Data API').forEach(screen.warn)
  return countText(report.events)
}
