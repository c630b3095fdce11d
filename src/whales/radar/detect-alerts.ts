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
import { type AlertChain, type NewAlert, openAlertChain } from '../alerts/alert-chain.ts'
import { type AlertRow, alertRows } from '../alerts/alert-row.ts'
import { readAlertsState, writeAlertsState } from './alerts-state.ts'
import { alertedFills, type LargeFill, readLargeFills } from './large-fills.ts'

/** The rules that make fills alerts. */
export interface DetectOptions {
  /** The smallest fill that becomes an alert, in micro-dollars. */
  minUsd: MicroUsd
  /** @default COHORTS; of these, the radar's cohorts with a computed leaderboard */
  cohorts?: readonly CohortDefinition[]
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
 * not matter how often this runs or where it stopped. Everything happens in one transaction, except for the cohorts,
 * with a transaction for each week. A change of rules (a smaller size, one more board) rescans the whole ledger;
 * records in the chain stay.
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

/** The radar's rules, resolved. */
interface Radar {
  minUsd: MicroUsd
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
 * Reads new fills up to a time; later weeks have no cohorts yet. Fills that arrive after the ledger's newest event was
 * read wait for the next pass.
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
