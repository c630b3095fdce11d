import { readWeekMembers, type WeekMember } from '../cohorts/cohort-weeks.ts'
import { COHORTS, type CohortDefinition } from '../cohorts/cohorts.ts'
import { type EnsureCohortsOptions, ensureCohorts } from '../cohorts/ensure-cohorts.ts'
import { DAY_SECONDS, type Day, dayOf, MICRO, type Seconds, weekStart } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { lockTable } from '../store/engine/locks.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import { readLedgerState, undoneCount } from '../store/ledger/ledger-state.ts'
import { type CohortStances, cohortStances, NOWHERE, WEEK_RULES } from './cohort-stances.ts'
import { writeDivergences } from './divergences.ts'
import { heldAtCloses } from './held-at-closes.ts'
import { studyLargeBuys } from './large-buys.ts'
import { closeOf } from './open-markets.ts'
import { appendSignals, type NewRecord } from './signal-chain.ts'
import { membersHash } from './signal-hash.ts'
import { createSmartMoneyStore } from './smart-money-store.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'
import {
  divergenceOf,
  type Side,
  type SignalKind,
  SMART_COHORTS,
  type Stance,
  signalKind,
  signalSide,
} from './stance.ts'
import { weeksWithoutView, writeView } from './views.ts'
import { writeHeadViews } from './write-head-views.ts'

export interface UpdateOptions {
  /** @default COHORTS; of these, the smart-money cohorts with a computed leaderboard */
  cohorts?: readonly CohortDefinition[]
  /** Called while cohorts are fixed, as `ensureCohorts` calls it. */
  onWeek?: NonNullable<EnsureCohortsOptions['onWeek']>
}

export interface UpdateReport {
  /** Each week counts once, with one cohort or more. */
  weeks: number
  signals: number
}

/**
 * Fixes the cohorts of every week that the ledger has begun, writes their stances at its start and appends their
 * signals to the chain, oldest week first; written weeks do not change. Each week is a transaction of its own, so an
 * interrupted run resumes there. Then snapshots that were published before their week's cohorts were fixed get their
 * views, the last closed days their studies of large buys, and the weeks of skilled traders their divergences.
 * @throws PequodError as `refresh` does
 */
export async function updateSmartMoney(db: Database, options: UpdateOptions = {}): Promise<UpdateReport> {
  const report: UpdateReport = { weeks: 0, signals: 0 }
  const { lastTime } = await readLedgerState(db)
  if (lastTime === null) return report
  await ensureCohorts(db, weekStart(dayOf(lastTime)), options)
  const names: string[] = SMART_COHORTS.map(({ wire }) => wire)
  const known = (options.cohorts ?? COHORTS).map(({ id }) => id)
  const cohorts = names.filter((name) => known.includes(name))
  const lacking = await weeksWithoutView(db, cohorts)
  const weeks = [...new Set(lacking.map((view) => view.week))]
  for (let from = 0; from < weeks.length; from += WEEKS_A_PASS) {
    const some = weeks.slice(from, from + WEEKS_A_PASS)
    report.signals += await writeWeeks(db, cohorts, some)
    report.weeks += some.length
  }
  await writeHeadViews(db)
  await studyLargeBuys(db)
  await writeDivergences(db)
  return report
}

/**
 * The most significant stance: the largest |divergence| · log10(value in dollars) · √members. Ties go to the larger
 * value, then to the first in the list, which is in the order of the conditions. Null if every stance agrees with its
 * price.
 */
export function highlightOf(stances: readonly Stance[]): Stance | null {
  let best: { stance: Stance; score: number } | null = null
  for (const stance of stances) {
    const score = scoreOf(stance)
    if (score <= 0) continue
    const isBetter = best === null || score > best.score
    const isLarger = best !== null && score === best.score && stance.value > best.stance.value
    if (isBetter || isLarger) best = { stance, score }
  }
  return best?.stance ?? null
}

function scoreOf(stance: Stance): number {
  const dollars = stance.value / MICRO
  return (Math.abs(divergenceOf(stance)) / MICRO) * Math.log10(dollars) * Math.sqrt(stance.members)
}

export interface Signal {
  kind: SignalKind
  side: Side
  stance: Stance
}

/** The signals of stances: opportunities and consensus in the order of the stances, then the highlight if any. */
function signalsOf(stances: readonly Stance[]): Signal[] {
  const signals = stances.flatMap((stance) => {
    const kind = signalKind(stance)
    return kind === null ? [] : [signalOf(kind, stance)]
  })
  const highlight = highlightOf(stances)
  return highlight ? [...signals, signalOf('HIGHLIGHT', highlight)] : signals
}

function signalOf(kind: SignalKind, stance: Stance): Signal {
  return { kind, side: signalSide(kind, stance), stance }
}

/** A cohort's week as a view of the ledger shows it. */
interface WeekOfCohort {
  cohort: string
  members: readonly WeekMember[]
  stances: CohortStances
}

/** Weeks whose holdings one pass over the members' days finds: memory has what is held in unresolved markets at each one's start. */
const WEEKS_A_PASS = 52

/** Some weeks as a view of the ledger shows them. */
interface ReadWeeks {
  undone: number
  ledgerTime: Seconds
  weeks: readonly { week: Day; events: number; cohorts: readonly WeekOfCohort[] }[]
}

/**
 * Writes cohorts' stances at the start of some weeks, each only from events before it, and appends their signals to the chain. A
 * written week is unchanged. The stances are read from a view, so other writers wait only while those of a week are written.
 * @param weeks ascending
 * @returns the number of appended signals
 */
export async function writeWeeks(
  db: Database,
  cohorts: readonly string[],
  weeks: readonly Day[],
): Promise<number> {
  let signals = 0
  for (let left = weeks; left.length > 0; ) {
    const read = await db.view((sql) => readWeeks(sql, cohorts, left))
    for (const own of read.weeks) {
      const appended = await db.transaction((tx) => appendWeek(tx, cohorts, own, read))
      // Blocks that the view showed were taken back.
      if (appended === null) break
      signals += appended
      left = left.slice(1)
    }
  }
  return signals
}

async function appendWeek(
  tx: Sql,
  cohorts: readonly string[],
  { week, events, cohorts: read }: ReadWeeks['weeks'][number],
  { undone, ledgerTime }: ReadWeeks,
): Promise<number | null> {
  await lockTable(tx, SMART_SIGNALS)
  if ((await undoneCount(tx)) !== undone) return null
  const lacking = await cohortsWithout(tx, cohorts, week)
  const records: NewRecord[] = []
  for (const { cohort, members, stances } of read.filter((own) => lacking.includes(own.cohort))) {
    const view = { snapshot: 0, cohort, week, members: members.length, events }
    await writeView(tx, view, stances.stances, divergenceOf)
    records.push(
      weekRecord(cohort, week, members, events, ledgerTime),
      ...signalRecords(cohort, week, stances),
    )
  }
  await appendSignals(tx, records)
  return records.filter(({ kind }) => kind !== 'WEEK' && kind !== 'ENDED').length
}

async function readWeeks(sql: Sql, cohorts: readonly string[], weeks: readonly Day[]): Promise<ReadWeeks> {
  const undone = await undoneCount(sql)
  const ledgerTime = (await readLedgerState(sql)).lastTime ?? 0
  const { openMarkets } = createSmartMoneyStore(sql)
  const lacking = Map.groupBy(await weeksWithoutView(sql, cohorts), ({ week }) => week)
  const members = new Map<Day, ReadonlyMap<string, readonly WeekMember[]>>()
  for (const week of weeks) {
    const names = (lacking.get(week) ?? []).map(({ cohort }) => cohort)
    const found = Map.groupBy(await readWeekMembers(sql, names, week), ({ cohort }) => cohort)
    members.set(week, new Map(names.map((cohort) => [cohort, found.get(cohort) ?? []])))
  }
  const tradersOf = (own: readonly WeekMember[]) => own.map(({ trader }) => trader)
  const asked = [...members].map(
    ([week, own]) => [week - 1, new Set([...own.values()].flatMap(tradersOf))] as const,
  )
  const held = await heldAtCloses(sql, new Map(asked))
  const read: ReadWeeks['weeks'][number][] = []
  for (const [week, own] of members) {
    const traders = new Map([...own].map(([cohort, some]) => [cohort, tradersOf(some)]))
    const store = { openMarkets, holdings: async () => held.get(week - 1) ?? [] }
    const stances = await cohortStances(store, traders, closeOf(week - 1))
    read.push({
      week,
      events: await ledgerOf(sql).countEvents(week * DAY_SECONDS),
      cohorts: [...own].map(([cohort, some]) => ({
        cohort,
        members: some,
        stances: stances.get(cohort) ?? NOWHERE,
      })),
    })
  }
  return { undone, ledgerTime, weeks: read }
}

/** The cohorts whose week is not written yet. */
async function cohortsWithout(sql: Sql, cohorts: readonly string[], week: Day): Promise<string[]> {
  const lacking = await weeksWithoutView(sql, cohorts)
  return lacking.filter((view) => view.week === week).map(({ cohort }) => cohort)
}

function weekRecord(
  cohort: string,
  week: Day,
  members: readonly WeekMember[],
  events: number,
  ledgerTime: number,
): NewRecord {
  const detail = membersHash(members.map(({ address }) => address))
  return {
    kind: 'WEEK',
    cohort,
    week,
    members: members.length,
    detail,
    events,
    ledgerTime,
    rules: WEEK_RULES,
  }
}

/** A cohort's week as records of the chain: its signals, then the markets excluded because they had ended. */
export function signalRecords(cohort: string, week: Day, { stances, ended }: CohortStances): NewRecord[] {
  return [
    ...signalsOf(stances).map(({ kind, side, stance }) => ({ kind, side, cohort, week, ...stance })),
    ...ended.map(({ endsAt, ...stance }) => {
      return { kind: 'ENDED' as const, cohort, week, ...stance, detail: String(endsAt) }
    }),
  ]
}
