import { loadConfig } from '../config/config.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { newestHead } from '../store/snapshot/stored-snapshots.ts'
import { readAlertIds } from '../whales/alerts/alert-reader.ts'
import { noticeAlerts } from '../whales/live/alert-notices.ts'
import { notifyRedis } from '../whales/live/redis-notifier.ts'
import { enqueueRows } from '../whales/radar/enqueue-alerts.ts'
import { keepRadar } from '../whales/radar/keep-radar.ts'
import type { JobContext } from './job-context.ts'
import { showCohorts } from './write-weekly-signals.ts'

export interface WatchOptions {
  /**
   * Without a snapshot, leave detection to the first refresh: a new ledger arrives file by file, and its weeks' cohorts
   * are best computed once it is complete. @default false
   */
  afterFirstRefresh?: boolean
  /** Decides which alerts are too old to deliver, in seconds since 1970. @default the wall clock's */
  now?: Seconds
}

/**
 * Detects whale alerts after the ledger has grown, and reports their number. A failure is reported in one line and does
 * not affect the ledger; the next run finds the missing alerts.
 * @returns false if it failed
 */
export async function watchWhales(
  { env, screen }: JobContext,
  db: Database,
  { afterFirstRefresh = false, now = Math.floor(Date.now() / 1_000) }: WatchOptions = {},
): Promise<boolean> {
  const { whaleMinUsd, redisUrl } = loadConfig(env)
  const cohorts = showCohorts(screen)
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
      onWeek: cohorts.onWeek,
    })
    if (alerts > 0) screen.note(`${alerts.toLocaleString('en')} new whale alerts.`)
    return true
  } catch (error) {
    cohorts.stop()
    screen.warn(`Whale alerts are delayed: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

async function isPublished(db: Database): Promise<boolean> {
  return (await newestHead(db)) !== undefined
}
