import type { Seconds } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { publishAlerts } from '../alerts/publish-alerts.ts'
import { type DetectOptions, type DetectReport, detectAlerts } from './detect-alerts.ts'
import { gradeAlerts } from './grade-alerts.ts'

/** How the radar is kept current. */
export interface KeepRadarOptions extends DetectOptions {
  /** How late everybody sees what Pro callers see at once. */
  delayMinutes: number
  /** Called once new alerts are stored, before the rest of the round. @default ignored */
  onDetected?: () => Promise<void>
  /** @default the wall clock */
  now?: Seconds
}

/** What one round did. */
export interface RadarReport extends DetectReport {
  /** Alerts that became public, and those that got a mark. */
  published: number
  graded: number
}

/**
 * One round of the radar after the ledger has grown: looks for alerts, marks those that are old enough, and lets those
 * out that everybody may see.
 * @throws PequodError as `ensureCohorts` does
 */
export async function keepRadar(db: Database, options: KeepRadarOptions): Promise<RadarReport> {
  const detected = await detectAlerts(db, options)
  if (detected.alerts > 0) await options.onDetected?.()
  const now = options.now ?? Math.floor(Date.now() / 1_000)
  return {
    ...detected,
    graded: await gradeAlerts(db),
    published: await publishAlerts(db, { now, delayMinutes: options.delayMinutes }),
  }
}
