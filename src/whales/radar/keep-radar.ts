import type { Seconds } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import type { TokenMoment } from '../../store/ledger/ledger.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { marksAt } from '../../store/markets/last-prices.ts'
import { openAlertChain } from '../alerts/alert-chain.ts'
import { type AlertGrade, DROP_GRADES, gradable, MARK_AFTER, writeGrades } from '../alerts/radar-record.ts'
import { lockAlerts } from './alerts-state.ts'
import { type DetectOptions, type DetectReport, detectAlerts } from './detect-alerts.ts'
import { alertsFrom } from './large-fills.ts'

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

/** Alerts that one transaction marks: nobody waits for long. */
const PAGE = 250

/**
 * Writes the marks of alerts' tokens that the ledger has by now: an hour after the fill, a day after it, and at
 * resolution. Each is written once; only a reorg removes it.
 * @returns the number of alerts that got a mark
 */
async function gradeAlerts(db: Database): Promise<number> {
  let graded = 0
  for (;;) {
    const page = await db.transaction(gradePage)
    graded += page.marked
    // A page without a single mark would come again.
    if (page.read < PAGE || page.marked === 0) return graded
  }
}

async function gradePage(tx: Sql): Promise<{ read: number; marked: number }> {
  await lockAlerts(tx)
  const { lastTime, lastBlock } = await readLedgerState(tx)
  if (lastTime === null) return { read: 0, marked: 0 }
  const grades = await gradable(tx, lastTime, PAGE)
  const moments = grades.map((grade) => dueMoments(grade, lastTime))
  const marks = await marksAt(tx, moments.flat())
  let next = 0
  const marked = grades.map((grade, i) => {
    const [hour, day, payout] = (moments[i] ?? []).map(() => marks[next++] ?? null)
    return {
      ...grade,
      afterHour: isDue(grade, MARK_AFTER.hour, lastTime) ? (grade.afterHour ?? hour ?? null) : null,
      afterDay: isDue(grade, MARK_AFTER.day, lastTime) ? (grade.afterDay ?? day ?? null) : null,
      payout: isResolved(grade, lastTime) ? (grade.payout ?? payout ?? null) : null,
    }
  })
  const changed = marked.filter((grade, i) => isBetter(grade, grades[i]))
  await writeGrades(tx, changed, lastBlock)
  return { read: grades.length, marked: changed.length }
}

/** The three moments of an alert; one that is not due yet is replaced by the alert's own time and ignored. */
function dueMoments(grade: AlertGrade, now: Seconds): TokenMoment[] {
  const { token, time, resolvedTime } = grade
  const after = (seconds: number) => (isDue(grade, seconds, now) ? time + seconds : time)
  const settled = isResolved(grade, now) ? (resolvedTime ?? time) : time
  return [after(MARK_AFTER.hour), after(MARK_AFTER.day), settled].map((at) => ({ token, time: at }))
}

function isDue({ time }: AlertGrade, seconds: number, now: Seconds): boolean {
  return time + seconds <= now
}

function isResolved({ resolvedTime }: AlertGrade, now: Seconds): boolean {
  return resolvedTime !== null && resolvedTime <= now
}

function isBetter(grade: AlertGrade, before: AlertGrade | undefined): boolean {
  return (
    grade.afterHour !== before?.afterHour ||
    grade.afterDay !== before?.afterDay ||
    grade.payout !== before?.payout
  )
}

/**
 * Retracts in the chain the alerts on fills of a block or later, in the transaction that removes those fills from the
 * ledger and before it does; grades that depend on those blocks are computed again later. Detection must have run up to
 * here, or the chain would depend on its timing.
 * @returns the number of retracted alerts
 */
export async function retractAlerts(tx: Sql, block: number): Promise<number> {
  await lockAlerts(tx)
  const alerts = await alertsFrom(tx, block)
  const chain = await openAlertChain(tx)
  await chain.retract(alerts)
  await DROP_GRADES.run(tx, { block })
  return alerts.length
}
