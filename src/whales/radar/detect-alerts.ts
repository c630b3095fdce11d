import { membershipsOf } from '../../cohorts/cohort-weeks.ts'
import { COHORTS, type CohortDefinition } from '../../cohorts/cohorts.ts'
import { type EnsureCohortsOptions, ensureCohorts } from '../../cohorts/ensure-cohorts.ts'
import {
  DAY_SECONDS,
  type Day,
  dayOf,
  type MicroUsd,
  type Seconds,
  weekStart,
} from '../../ledger/quantities.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { hiddenTraders } from '../../store/opted-out.ts'
import { type NewAlert, openAlertChain } from '../alerts/alert-chain.ts'
import { type AlertRow, alertRows } from '../alerts/alert-row.ts'
import { readAlertsState, type SeenAlertsState, writeAlertsState } from './alerts-state.ts'
import { alertedFills, type LargeFill, readLargeFills } from './large-fills.ts'

/** The rules that make fills alerts. */
export interface DetectOptions {
  /** The smallest fill that becomes an alert, in micro-dollars. */
  minUsd: MicroUsd
  /** @default COHORTS; of these, the radar's cohorts with a computed leaderboard */
  cohorts?: readonly CohortDefinition[]
  /** Large fills that are read together. @default 2000 */
  pageSize?: number
  /** Given the new alerts, in the transaction that writes them. @default ignored */
  onAlerts?: (tx: Sql, alerts: readonly AlertRow[]) => Promise<unknown>
  /** Called while cohorts are fixed, as `ensureCohorts` calls it. @default ignored */
  onWeek?: NonNullable<EnsureCohortsOptions['onWeek']>
}

export interface DetectReport {
  /** Appended to the chain. */
  alerts: number
  /** Weeks with computed cohorts. */
  weeks: number
}

/**
 * Appends an alert to the chain for each fill that qualifies (methodology §8) and has none yet, in the ledger's order;
 * a late fill goes to the end of the chain with its own time. The ledger alone decides the fills to read, so it does
 * not matter how often this runs or where it stopped. A page of fills is read from a view. Its alerts are written in short
 * transactions, and the last moves the resume point. Cohorts of a week have a transaction of their own. A change of
 * rules (a smaller size, one more board) rescans the whole ledger; records in the chain stay.
 * @throws PequodError as `ensureCohorts` does
 */
export async function detectAlerts(db: Database, options: DetectOptions): Promise<DetectReport> {
  const report: DetectReport = { alerts: 0, weeks: 0 }
  const radar = radarOf(options)
  if (radar.cohorts.size === 0) return report
  for (;;) {
    const { since, rules } = await readAlertsState(db)
    const { lastTime } = await readLedgerState(db)
    if ((since === null && rules === radar.rules) || lastTime === null) return report
    const week = weekStart(dayOf(lastTime))
    report.weeks += await ensureCohorts(db, week, cohortOptions(options))
    report.alerts += await detectPage(db, (week + 7) * DAY_SECONDS, radar)
  }
}

/** The radar's rules, resolved. */
interface Radar {
  minUsd: MicroUsd
  cohorts: ReadonlyMap<string, string>
  rules: string
  pageSize: number
  onAlerts: DetectOptions['onAlerts']
}

function radarOf(options: DetectOptions): Radar {
  const { minUsd, cohorts = COHORTS, pageSize = 2_000, onAlerts } = options
  const counting = cohorts.filter(({ isRadar, board }) => isRadar && leaderboardById(board) !== undefined)
  const boards = new Map(counting.map(({ id, board }) => [id, board]))
  const rules = JSON.stringify([minUsd, [...boards.values()]])
  return { minUsd, cohorts: boards, rules, pageSize, onAlerts }
}

function cohortOptions({ cohorts, onWeek }: DetectOptions) {
  return { ...(cohorts && { cohorts }), ...(onWeek && { onWeek }) }
}

/** Qualifying fills that one transaction appends: nobody waits for long. */
const FILLS_A_WRITE = 250

/** A page of fills that qualify, and the resume point after it. */
interface QualifyingPage {
  state: SeenAlertsState
  fills: readonly QualifyingFill[]
  next: Seconds | null
}

type QualifyingFill = LargeFill & { boards: readonly string[] }

/**
 * Appends the alerts of the next page of fills before a time; later weeks have no cohorts yet. Where another pass or an undo
 * comes between reading and writing nothing more is written, and the next page begins at the newer resume point.
 * @returns the number of new alerts
 */
async function detectPage(db: Database, before: Seconds, radar: Radar): Promise<number> {
  const page = await db.view((sql) => readPage(sql, before, radar))
  if (page === null) return 0
  const { state, fills, next } = page
  let alerts = 0
  for (let from = 0; from === 0 || from < fills.length; from += FILLS_A_WRITE) {
    const isLast = from + FILLS_A_WRITE >= fills.length
    const appended = await db.transaction(async (tx) => {
      if ((await readAlertsState(tx, true)).mark !== state.mark) return null
      const fresh = await appendAlerts(tx, fills.slice(from, from + FILLS_A_WRITE), radar)
      if (isLast) await writeAlertsState(tx, { since: next, rules: radar.rules, version: state.version })
      return fresh
    })
    if (appended === null) break
    alerts += appended
  }
  return alerts
}

/**
 * Reads fills from the resume point on, a page or as many as one second has, with the boards of their traders. Fills that arrive
 * after the ledger's newest event was read wait for the next pass.
 */
async function readPage(sql: Sql, before: Seconds, radar: Radar): Promise<QualifyingPage | null> {
  const state = await readAlertsState(sql)
  const since = state.rules === radar.rules ? state.since : 0
  if (since === null) return null
  const fills: QualifyingFill[] = []
  const after = { time: since, key: Number.MIN_SAFE_INTEGER }
  const { minUsd, pageSize } = radar
  for await (const page of readLargeFills(sql, { after, before, minUsd, pageSize })) {
    fills.push(...(await qualifyingOf(sql, page, radar)))
    const reached = page.at(-1)?.time ?? since
    // The rest of that second is read again with the next page: fills with an alert are skipped.
    if (page.length === pageSize && reached > since) return { state, fills, next: reached }
  }
  const { lastTime } = await readLedgerState(sql)
  return { state, fills, next: lastTime !== null && lastTime >= before ? Math.max(since, before) : null }
}

async function qualifyingOf(
  sql: Sql,
  fills: readonly LargeFill[],
  { cohorts }: Radar,
): Promise<QualifyingFill[]> {
  const weeks = [...new Set(fills.map((fill) => weekOf(fill)))]
  const memberships = await membershipsOf(sql, [...cohorts.keys()], weeks)
  const boardsOf = (fill: LargeFill) =>
    (memberships.get(`${weekOf(fill)} ${fill.trader}`) ?? []).map((cohort) => cohorts.get(cohort) ?? cohort)
  return fills.map((fill) => ({ ...fill, boards: boardsOf(fill) })).filter(({ boards }) => boards.length > 0)
}

/** Appends alerts on the fills that have none yet, but for traders who opted out. */
async function appendAlerts(tx: Sql, fills: readonly QualifyingFill[], { onAlerts }: Radar): Promise<number> {
  if (fills.length === 0) return 0
  const [chain, hidden] = [await openAlertChain(tx), await hiddenTraders(tx)]
  const alerted = await alertedFills(tx, fills)
  const fresh = fills.filter(({ key, trader }) => !alerted.has(key) && !hidden.has(trader))
  const seqs = await chain.append(fresh.map(alertOf))
  if (onAlerts && seqs.length > 0) await onAlerts(tx, await alertRows(tx, seqs))
  return fresh.length
}

function weekOf({ time }: Pick<LargeFill, 'time'>): Day {
  return weekStart(dayOf(time))
}

function alertOf({ key, ...terms }: QualifyingFill): NewAlert {
  return { ...terms, fillKey: key, week: weekOf(terms) }
}
