import { loadConfig } from '../config/config.ts'
import { retractNotices } from '../follows/watch.ts'
import { countText } from '../formats.ts'
import { recheckRules } from '../lab/forward/run-forward.ts'
import { dayText, type Seconds } from '../ledger/quantities.ts'
import { recallWeeks } from '../smart-money/recall-weeks.ts'
import { type UpdateOptions, updateSmartMoney } from '../smart-money/update-smart-money.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { newestHead } from '../store/snapshot/stored-snapshots.ts'
import { readAlertIds } from '../whales/alerts/alert-reader.ts'
import { noticeAlerts, notifyRedis } from '../whales/live/alert-notices.ts'
import { enqueueRows } from '../whales/radar/enqueue-alerts.ts'
import { keepRadar, retractAlerts } from '../whales/radar/keep-radar.ts'
import { type JobContext, type JobScreen, showStages } from './job-context.ts'

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
    if (alerts > 0) screen.note(`${countText(alerts)} new whale alerts.`)
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

/**
 * Reverts the effects of a block and of later ones on readers of the ledger, in the transaction that removes the events
 * and before it does: alerts are retracted in their chain, followers are not notified, and registered rules are run again from there.
 */
export async function retractNews(tx: Sql, block: number): Promise<void> {
  await retractAlerts(tx, block)
  await retractNotices(tx, block)
  await recallWeeks(tx, block)
  await recheckRules(tx, block)
}

/**
 * Writes the signals of the weeks that have begun, and prints their number. A failure prints one line and does not
 * affect the snapshot; the next run writes the missing weeks.
 */
export async function writeWeeklySignals({ screen }: JobContext, db: Database): Promise<void> {
  const cohorts = showCohorts(screen)
  try {
    const { weeks, signals } = await updateSmartMoney(db, { onWeek: cohorts.onWeek })
    if (weeks > 0)
      screen.note(
        `${countText(signals)} signals in ${countText(weeks)} weeks. ` +
          'Weeks written now are final: later imports for earlier days do not change them.',
      )
  } catch (error) {
    cohorts.stop()
    screen.warn(`Smart money is delayed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Shows the progress of weeks whose cohorts are fixed: a first start fixes months of them. */
export function showCohorts(screen: JobScreen): {
  onWeek: NonNullable<UpdateOptions['onWeek']>
  stop(): void
} {
  const stages = showStages(screen)
  return {
    onWeek(week, fixed, weeks) {
      if (fixed === 0)
        screen.note(
          `Fixing the cohorts of ${countText(weeks)} weeks from ${dayText(week)}; they never change afterwards.`,
        )
      // One pass computes a year of weeks, so the first of them says nothing about the time of the others.
      stages.update({ label: 'Fixing cohorts', total: null, unit: 'weeks' }, fixed)
      if (fixed === weeks) stages.finish()
    },
    stop: stages.stop,
  }
}
