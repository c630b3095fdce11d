import { readWeekMembers, type WeekMember } from '../cohorts/cohort-weeks.ts'
import { COHORTS, type CohortDefinition } from '../cohorts/cohorts.ts'
import { type EnsureCohortsOptions, ensureCohorts } from '../cohorts/ensure-cohorts.ts'
import { DAY_SECONDS, type Day, dayOf, MICRO, weekStart } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { lockTable } from '../store/engine/locks.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import { readLedgerState, undoneCount } from '../store/ledger/ledger-state.ts'
import { type CohortStances, cohortStances, NOWHERE, WEEK_RULES } from './cohort-stances.ts'
import { writeDivergences } from './divergences.ts'
import { studyLargeBuys } from './large-buys.ts'
import { closeOf } from './open-markets.ts'
import { appendSignals, type NewRecord } from './signal-chain.ts'
import { membersHash } from './signal-hash.ts'
import { SMART_COHORTS } from './smart-cohorts.ts'
import { createSmartMoneyStore } from './smart-money-store.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'
import { divergenceOf, type Side, type SignalKind, type Stance, signalKind, signalSide } from './stance.ts'
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
  for (const week of new Set(lacking.map((view) => view.week))) {
    report.signals += await writeWeek(db, cohorts, week)
    report.weeks += 1
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

/**
 * Writes cohorts' stances at the start of a week, only from events before it, and appends their signals to the chain. A
 * written week is unchanged. The stances are read from a view, so other writers wait only while they are written. The number of
 * statements does not depend on the holdings.
 * @returns the number of appended signals
 */
export async function writeWeek(db: Database, cohorts: readonly string[], week: Day): Promise<number> {
  for (;;) {
    const read = await db.view(async (sql) => ({
      undone: await undoneCount(sql),
      weeks: await readWeek(sql, cohorts, week),
      events: await ledgerOf(sql).countEvents(week * DAY_SECONDS),
      ledgerTime: (await readLedgerState(sql)).lastTime ?? 0,
    }))
    const signals = await db.transaction(async (tx) => {
      await lockTable(tx, SMART_SIGNALS)
      // Blocks that the view showed may have been taken back since.
      if ((await undoneCount(tx)) !== read.undone) return null
      const lacking = await cohortsWithout(tx, cohorts, week)
      const records: NewRecord[] = []
      for (const { cohort, members, stances } of read.weeks.filter((own) => lacking.includes(own.cohort))) {
        const view = { snapshot: 0, cohort, week, members: members.length, events: read.events }
        await writeView(tx, view, stances.stances, divergenceOf)
        records.push(
          weekRecord(cohort, week, members, read.events, read.ledgerTime),
          ...signalRecords(cohort, week, stances),
        )
      }
      await appendSignals(tx, records)
      return records.filter(({ kind }) => kind !== 'WEEK' && kind !== 'ENDED').length
    })
    if (signals !== null) return signals
  }
}

async function readWeek(sql: Sql, cohorts: readonly string[], week: Day): Promise<WeekOfCohort[]> {
  const names = await cohortsWithout(sql, cohorts, week)
  if (names.length === 0) return []
  const members = Map.groupBy(await readWeekMembers(sql, names, week), ({ cohort }) => cohort)
  const membersOf = (cohort: string) => members.get(cohort) ?? []
  const traders = new Map(names.map((cohort) => [cohort, membersOf(cohort).map(({ trader }) => trader)]))
  const stances = await cohortStances(createSmartMoneyStore(sql), traders, closeOf(week - 1))
  return names.map((cohort) => ({
    cohort,
    members: membersOf(cohort),
    stances: stances.get(cohort) ?? NOWHERE,
  }))
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
