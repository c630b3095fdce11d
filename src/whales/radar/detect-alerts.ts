import { COHORTS, type CohortDefinition } from '../../cohorts/cohorts.ts'
import { ensureCohorts } from '../../cohorts/ensure-cohorts.ts'
import {
  DAY_SECONDS,
  type Day,
  dayOf,
  type MicroUsd,
  type Seconds,
  weekStart,
} from '../../ledger/quantities.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { hiddenTraders } from '../../store/accounts/opted-out.ts'
import { type AlertChain, type NewAlert, openAlertChain } from '../../store/alerts/alert-chain.ts'
import { type AlertRow, alertRows } from '../../store/alerts/alert-row.ts'
import { alertedFills } from '../../store/alerts/alerted-fills.ts'
import { readAlertsState, writeAlertsState } from '../../store/alerts/alerts-state.ts'
import { type LargeFill, readLargeFills } from '../../store/alerts/large-fills.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { membershipsOf } from '../../store/smart-money/cohorts.ts'

/** By which rules fills become alerts. */
export interface DetectOptions {
  /** The smallest fill that becomes an alert, in micro-dollars. */
  minUsd: MicroUsd
  /** @default COHORTS; of these, the radar's whose board is computed */
  cohorts?: readonly CohortDefinition[]
  /** Given the new alerts, in the transaction that writes them. @default ignored */
  onAlerts?: (tx: Sql, alerts: readonly AlertRow[]) => Promise<unknown>
  /** Called with each week whose cohorts are computed first. @default ignored */
  onWeek?: (week: Day, weeks: number) => void
}

/** What looking for alerts did. */
export interface DetectReport {
  /** Alerts that were appended to the chain. */
  alerts: number
  /** Weeks whose cohorts were computed. */
  weeks: number
}

/**
 * Appends an alert to the chain for each fill that qualifies (methodology §8) and has none yet, in the ledger's order;
 * a fill that came late, behind others that were looked at, comes at the end of the chain with its own time. What is
 * looked at follows from the ledger alone, so it does not matter how often this runs or where it was stopped. All in
 * one transaction, but for the cohorts, each week of which is one of its own. By other rules than the last time (a
 * smaller size, one more board) the whole ledger is looked at again; records in the chain stay.
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
    report.alerts += await db.transaction((tx) => detectUpTo(tx, (week + 7) * DAY_SECONDS, radar))
  }
}

/** What a fill is measured by. */
interface Radar {
  minUsd: MicroUsd
  /** The board of each cohort whose members' fills count. */
  cohorts: ReadonlyMap<string, string>
  rules: string
  onAlerts: DetectOptions['onAlerts']
}

function radarOf(options: DetectOptions): Radar {
  const { minUsd, cohorts = COHORTS, onAlerts } = options
  const counting = cohorts.filter(({ isRadar, board }) => isRadar && leaderboardById(board) !== undefined)
  const boards = new Map(counting.map(({ id, board }) => [id, board]))
  const rules = JSON.stringify([minUsd, [...boards.values()]])
  return { minUsd, cohorts: boards, rules, onAlerts }
}

function cohortOptions({ cohorts, onWeek }: DetectOptions) {
  return { ...(cohorts && { cohorts }), ...(onWeek && { onWeek }) }
}

/**
 * Looks at what has come, up to a time: the weeks after it have no cohorts yet. Fills that came to the ledger after
 * its newest event was read are left for the next look.
 */
async function detectUpTo(tx: Sql, before: Seconds, radar: Radar): Promise<number> {
  const state = await readAlertsState(tx, true)
  const since = state.rules === radar.rules ? state.since : 0
  if (since === null) return 0
  const [chain, hidden] = [await openAlertChain(tx), await hiddenTraders(tx)]
  let alerts = 0
  const after = { time: since, key: Number.MIN_SAFE_INTEGER }
  for await (const fills of readLargeFills(tx, { after, before, minUsd: radar.minUsd }))
    alerts += await appendQualifying(
      tx,
      chain,
      fills.filter(({ trader }) => !hidden.has(trader)),
      radar,
    )
  const { lastTime } = await readLedgerState(tx)
  const next = lastTime !== null && lastTime >= before ? Math.max(since, before) : null
  await writeAlertsState(tx, { since: next, rules: radar.rules, version: state.version })
  return alerts
}

async function appendQualifying(
  tx: Sql,
  chain: AlertChain,
  fills: readonly LargeFill[],
  { cohorts, onAlerts }: Radar,
): Promise<number> {
  const weeks = [...new Set(fills.map((fill) => weekOf(fill)))]
  const memberships = await membershipsOf(tx, [...cohorts.keys()], weeks)
  const boardsOf = (fill: LargeFill) =>
    (memberships.get(`${weekOf(fill)} ${fill.trader}`) ?? []).map((cohort) => cohorts.get(cohort) ?? cohort)
  const qualifying = fills.filter((fill) => boardsOf(fill).length > 0)
  if (qualifying.length === 0) return 0
  const alerted = await alertedFills(tx, qualifying)
  const fresh = qualifying.filter(({ key }) => !alerted.has(key))
  const seqs = await chain.append(fresh.map((fill) => alertOf(fill, boardsOf(fill))))
  if (onAlerts && seqs.length > 0) await onAlerts(tx, await alertRows(tx, seqs))
  return fresh.length
}

function weekOf({ time }: LargeFill): Day {
  return weekStart(dayOf(time))
}

function alertOf(fill: LargeFill, boards: readonly string[]): NewAlert {
  const { key, ...terms } = fill
  return { ...terms, fillKey: key, week: weekOf(fill), boards }
}
