import { type CohortWeek, cohortMembers, weekKey } from '../cohorts/cohort-weeks.ts'
import { COHORT_SIZE, COHORTS, type CohortHead, cohortTopsAlone } from '../cohorts/cohorts.ts'
import { DAY_SECONDS, type Day, dayText } from '../ledger/quantities.ts'
import { type ChainFaults, checkChain } from '../ledger/record-hash.ts'
import type { Database } from '../store/engine/database.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import { hiddenTraders } from '../store/opted-out.ts'
import { cohortStances, endedAsWritten, NOWHERE } from './cohort-stances.ts'
import { closeOf } from './open-markets.ts'
import { readChain, readWeekRecords } from './signal-chain.ts'
import { type ChainRecord, membersHash, signalHash } from './signal-hash.ts'
import { createSmartMoneyStore } from './smart-money-store.ts'
import { SMART_COHORTS } from './stance.ts'
import { signalRecords } from './update-smart-money.ts'
import { readView } from './views.ts'

export interface WeekCheck {
  cohort: string
  week: Day
  /** SAME; LATER if late events for days before the week prevent the check; else DIFFERS. */
  state: 'SAME' | 'LATER' | 'DIFFERS'
  /** The difference, in a sentence; null if there is no difference. */
  problem: string | null
}

/** Recomputes a cohort's week from the ledger and its members, and compares it with the signal chain. */
export async function checkWeek(db: Database, cohort: string, week: Day): Promise<WeekCheck> {
  const store = createSmartMoneyStore(db)
  const records = await readWeekRecords(db, cohort, week)
  const { head, signals, ended } = records
  const check = (state: WeekCheck['state'], what: string | null): WeekCheck => ({
    cohort,
    week,
    state,
    problem: what && `${what} of ${cohort} in the week of ${dayText(week)}`,
  })
  if (head === null) return check('DIFFERS', 'the chain has no record')
  const members = await store.weekMembers([cohort], week)
  if (membersHash(members.map(({ address }) => address)) !== head.detail)
    return check('DIFFERS', 'the chain names other members')
  if ((await ledgerOf(db).countEvents(week * DAY_SECONDS)) !== head.events)
    return check('LATER', 'late events arrived for days before the signals')
  const traders = members.map(({ trader }) => trader)
  const moment = closeOf(week - 1)
  const endOf = endedAsWritten(records, moment.at)
  const stances = await cohortStances(store, new Map([[cohort, traders]]), moment, endOf)
  const derived = signalRecords(cohort, week, stances.get(cohort) ?? NOWHERE).map(textOf)
  const isSame = JSON.stringify(derived) === JSON.stringify([...signals, ...ended].map(textOf))
  return isSame ? check('SAME', null) : check('DIFFERS', 'the ledger has other signals')
}

/** A signal's text without its category, since metadata may have changed. */
function textOf(record: ChainRecord): string {
  if (record.kind === 'WEEK' || record.kind === 'RECALL') return record.detail
  if (record.kind === 'ENDED') return [record.kind, record.condition, record.members, record.detail].join(' ')
  const { kind, condition, side, members, yesValue, value, price } = record
  return [kind, condition, side, members, yesValue, value, price].join(' ')
}

/** The result of checking the chain of signals. */
export interface SignalsReport extends ChainFaults {
  /** Cohorts' weeks in the chain, how many of them were recalled since, and the signals in them. */
  weeks: number
  recalled: number
  signals: number
}

/** Makes every hash of the chain again, from its first record on. */
export async function checkSignals(db: Database): Promise<SignalsReport> {
  const report: SignalsReport = { weeks: 0, recalled: 0, signals: 0, wrong: [], failed: 0 }
  await checkChain(readChain(db), {
    found: report,
    name: 'signal record',
    hashOf: (before, { seq, record }) => signalHash(before, seq, record),
    count({ record: { kind } }) {
      if (kind === 'WEEK') report.weeks++
      else if (kind === 'RECALL') report.recalled++
      else if (kind !== 'ENDED') report.signals++
    },
  })
  return report
}

/**
 * Recomputes the members of cohorts' weeks from the ledger, in one pass for all of them; writes nothing. Traders who
 * have opted out since are skipped.
 * @returns the weeks with different fixed members, as {@link weekKey} spells them
 */
async function weeksWithOtherMembers(db: Database, weeks: readonly CohortWeek[]): Promise<Set<string>> {
  const other = new Set<string>()
  if (weeks.length === 0) return other
  const hidden = await hiddenTraders(db)
  for (const head of await derivedHeads(db, weeks)) {
    const fixed = (await cohortMembers(db, head)) ?? []
    const shown = fixed.filter((trader) => !hidden.has(trader))
    // A full cohort has runners-up, who move up when a member is skipped.
    const derived = fixed.length < COHORT_SIZE ? head.traders : head.traders.slice(0, shown.length)
    if (JSON.stringify(shown) !== JSON.stringify(derived)) other.add(weekKey(head))
  }
  return other
}

async function derivedHeads(db: Database, weeks: readonly CohortWeek[]): Promise<CohortHead[]> {
  const asked = new Map<Day, typeof COHORTS>()
  for (const { cohort, week } of weeks.toSorted((a, b) => a.week - b.week))
    asked.set(week, [...(asked.get(week) ?? []), ...COHORTS.filter(({ id }) => id === cohort)])
  let heads: CohortHead[] = []
  try {
    await db.transaction(async (tx) => {
      heads = await cohortTopsAlone(tx, asked)
      throw UNDONE
    })
  } catch (error) {
    if (error !== UNDONE) throw error
  }
  return heads
}

/** Rolls back the days of behavior that the transaction wrote. */
const UNDONE = new Error('rolled back')

/** Recomputes the newest week of every cohort, its members and its signals; cohorts without a week are skipped. */
export async function checkNewestWeeks(db: Database): Promise<WeekCheck[]> {
  const weeks: CohortWeek[] = []
  for (const { wire } of SMART_COHORTS) {
    const view = await readView(db, wire, 0)
    if (view) weeks.push({ cohort: wire, week: view.week })
  }
  const checks: WeekCheck[] = []
  for (const { cohort, week } of weeks) checks.push(await checkWeek(db, cohort, week))
  // After late events or a broken chain, the members prove nothing.
  const same = checks.filter(({ state }) => state === 'SAME')
  const other = await weeksWithOtherMembers(db, same)
  return checks.map((check) => (other.has(weekKey(check)) ? differing(check) : check))
}

function differing({ cohort, week }: WeekCheck): WeekCheck {
  const problem = `the ledger has other members of ${cohort} in the week of ${dayText(week)}`
  return { cohort, week, state: 'DIFFERS', problem }
}
