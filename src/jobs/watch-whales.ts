import { loadConfig } from '../config/config.ts'
import type { Seconds } from '../ledger/quantities.ts'
import { noticeAlerts } from '../store/alerts/alert-notices.ts'
import { readAlertIds } from '../store/alerts/alert-reader.ts'
import type { Database } from '../store/engine/database.ts'
import { newestHead } from '../store/snapshot/stored-snapshots.ts'
import { notifyRedis } from '../whales/live/redis-notifier.ts'
import { enqueueRows } from '../whales/radar/enqueue-rows.ts'
import { keepRadar } from '../whales/radar/keep-radar.ts'
import type { JobContext } from './job-context.ts'
import { reportCohorts } from './report-cohorts.ts'

/** When a look is due. */
export interface WatchOptions {
  /**
   * Leave it to the first refresh where nothing is published yet: a new ledger comes file by file, and the cohorts of
   * its weeks are best computed once all are there. @default false
   */
  afterFirstRefresh?: boolean
  /** The time, in seconds since 1970, by which alerts become old. @default the wall clock's */
  now?: Seconds
}

/**
 * Looks for whale alerts after the ledger has grown, and reports how many came. The ledger is kept whatever comes of
 * this: a failure is reported in one line, and the next look finds what this one has not.
 * @returns false if it failed
 */
export async function watchWhales(
  { env, screen }: JobContext,
  db: Database,
  { afterFirstRefresh = false, now = Math.floor(Date.now() / 1_000) }: WatchOptions = {},
): Promise<boolean> {
  const { whaleMinUsd, redisUrl } = loadConfig(env)
  try {
    if (afterFirstRefresh && !(await isPublished(db))) return true
    const ids = await readAlertIds(db)
    const { alerts } = await keepRadar(db, {
      minUsd: whaleMinUsd,
      async onAlerts(tx, rows) {
        await enqueueRows(tx, rows, ids, now)
        await noticeAlerts(tx)
      },
      onDetected: async () => {
        if (redisUrl !== null) await notifyRedis(redisUrl)
      },
      onWeek: reportCohorts(screen),
    })
    if (alerts > 0) screen.note(`${alerts.toLocaleString('en')} new whale alerts.`)
    return true
  } catch (error) {
    screen.warn(`Whale alerts are delayed: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

async function isPublished(db: Database): Promise<boolean> {
  return (await newestHead(db)) !== undefined
}
