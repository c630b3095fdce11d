import type { Database } from '../../store/engine/database.ts'
import { type DetectOptions, type DetectReport, detectAlerts } from './detect-alerts.ts'
import { gradeAlerts } from './grade-alerts.ts'

/** How the radar is kept current. */
export interface KeepRadarOptions extends DetectOptions {
  /** Called once new alerts are stored, before the rest of the round. @default ignored */
  onDetected?: () => Promise<void>
}

/** What one round did. */
export interface RadarReport extends DetectReport {
  /** Alerts that got a mark. */
  graded: number
}

/**
 * One round of the radar after the ledger has grown: looks for alerts, and marks those that are old enough.
 * @throws PequodError as `ensureCohorts` does
 */
export async function keepRadar(db: Database, options: KeepRadarOptions): Promise<RadarReport> {
  const detected = await detectAlerts(db, options)
  if (detected.alerts > 0) await options.onDetected?.()
  return { ...detected, graded: await gradeAlerts(db) }
}
