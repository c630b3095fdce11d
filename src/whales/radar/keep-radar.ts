import type { Database } from '../../store/engine/database.ts'
import { type DetectOptions, type DetectReport, detectAlerts } from './detect-alerts.ts'
import { gradeAlerts } from './grade-alerts.ts'

export interface KeepRadarOptions extends DetectOptions {
  /** Called once new alerts are stored, before the rest of the round. @default ignored */
  onDetected?: () => Promise<void>
}

export interface RadarReport extends DetectReport {
  /** Alerts that got a mark. */
  graded: number
}

/**
 * One round of the radar after the ledger has grown: detects alerts, and marks the ones that are due.
 * @throws PequodError as `ensureCohorts` does
 */
export async function keepRadar(db: Database, options: KeepRadarOptions): Promise<RadarReport> {
  const detected = await detectAlerts(db, options)
  if (detected.alerts > 0) await options.onDetected?.()
  return { ...detected, graded: await gradeAlerts(db) }
}
