import { defined } from '../../checks.ts'
import type { Address, Day } from '../../ledger/quantities.ts'
import { PERIODS } from '../../metrics/leaderboards.ts'
import { type DecidedUnit, decidedUnits } from '../../metrics/skill/edge.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statementBy } from '../../store/engine/statement.ts'
import { readSkills } from '../../store/snapshot/snapshot-tables.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'
import { INCOME_DAYS } from '../../store/tables.ts'
import { skillRecord } from '../analytics/trader-analytics.ts'
import { type PassVisitor, passOverTraders, type ScoredTrader, type Scoring } from '../boards/trader-pass.ts'
import {
  hasEnoughFills,
  LEAST_POSITIONS,
  putScores,
  type ScoredTotals,
  scoredTotals,
  scoresAt,
  type TraderScores,
} from '../boards/trader-scores.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { eachPosition, type ScoredDays, tokenRecords } from '../windows/trader-days.ts'
import { periodWindows, type WindowNumbers } from '../windows/windows-of.ts'
import {
  type DayBefore,
  type Holding,
  heldAt,
  NEVER,
  type PeriodColumns,
  type PublisherState,
} from './publisher-state.ts'
import { addUnits, type BaselineUnit } from './sum-baselines.ts'

/** The traders to count, and other computations of the same pass. */
export interface CountOptions {
  /** Ids, ascending. @default all traders */
  traders?: readonly number[]
  /** Also counts the day before. @default false */
  dayBefore?: boolean
  /** Another state to count, up to an earlier day's close, with its day before. */
  closed?: PublisherState | null
  /** Boards to rank as of earlier days. */
  tops?: PassVisitor | null
  /** Called with the number of traders counted. */
  onTraders?: (done: number) => void
}

/** Recomputes traders' part of the state, each from the trader's own days. */
export async function countTraders(
  sources: Sources,
  state: PublisherState,
  { traders, dayBefore = false, closed = null, tops = null, onTraders }: CountOptions = {},
): Promise<void> {
  const { marks, order, cutoff } = state
  const skills = new Skills(sources.sql)
  const head = { state, dayBefore: dayBefore ? state.dayBefore : null, skills }
  const counters = closed === null ? [head] : [head, { state: closed, dayBefore: closed.dayBefore, skills }]
  for (const trader of traders ?? []) forget(state, trader, head.dayBefore)
  const options = { marks, order, upTo: cutoff.day, traders, closed: state.closedDays, onTraders }
  const [first, ...others] = counters.map(visitorOf)
  const visitors = [
    { ...defined(first), prepare: (ids: readonly number[]) => skills.read(ids) },
    ...others,
    ...(tops === null ? [] : [tops]),
  ]
  await passOverTraders(sources, options, visitors)
  for (const counter of counters) await addIncomeTraders(sources.sql, counter.state, traders)
}

/** A state to which traders are counted. */
interface Counter {
  state: PublisherState
  /** Null where the day before is not counted. */
  dayBefore: DayBefore | null
  skills: Skills
}

function visitorOf(counter: Counter): PassVisitor {
  const { state, dayBefore } = counter
  const { day } = state.cutoff
  const before = dayBefore ? [day - 1] : []
  return {
    windows: [day, ...before].flatMap((last) => periodWindows(PERIODS, last)),
    days: [...before, day],
    show: (days, numbers) => showTrader(counter, days, numbers),
  }
}

/** Whether a state moves on after its publication. The state of a past day does not, and so keeps no positions and units. */
function goesOn({ cutoff }: PublisherState): boolean {
  return cutoff.asOf === null
}

/** Counts what needs no records; the rest of those who may have a score is counted by the scoring. */
function showTrader(counter: Counter, days: ScoredDays, numbers: readonly WindowNumbers[]): Scoring | null {
  const { state, dayBefore } = counter
  const { trader } = days
  const { day } = state.cutoff
  const isNow = goesOn(state)
  const held = holdingsOf(days, state.marks.resolvedOn, day, isNow ? heldAt(day) : [])
  if (held.positions === 0) return null
  const [now, before] = [numbers.slice(0, PERIODS.length), numbers.slice(PERIODS.length)]
  putPeriods(state.periods, trader, now, isNow)
  if (dayBefore) putPeriods(dayBefore.periods, trader, before, false)
  state.known[trader] = 1
  const { first, partialFrom } = firstDaysOf(days)
  state.firstDay[trader] = first
  state.partialFrom[trader] = partialFrom
  if (isNow) state.positions.replace(trader, held.rows)
  if (held.positions < LEAST_POSITIONS && !hasEnoughFills(days, day)) {
    putUnits(state, trader, held.closed > 0 ? decidedUnits(tokenRecords(days, state.marks, day)) : [])
    return null
  }
  state.candidates.add(trader)
  const totals = { now: now.map(scoredTotals), before: before.map(scoredTotals) }
  return (place, scored) => {
    const scoresOf = (own: readonly ScoredTotals[]) =>
      scoresAt(scored.walk, (period) => own[PERIODS.indexOf(period)])
    if (dayBefore !== null && place === 0) putScores(dayBefore.scores, trader, scoresOf(totals.before))
    else putCandidate(counter, scored, scoresOf(totals.now))
  }
}

/** Tests of skill run once for the same units: a pass needs the stored ones of some traders, and the one that it computed last. */
class Skills {
  readonly #sql: Sql
  #stored: Awaited<ReturnType<typeof readSkills>> | null = null
  #last: { trader: number; skill: SkillRecord } | null = null

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async read(ids: readonly number[]): Promise<void> {
    this.#stored = await readSkills(this.#sql, ids)
  }

  /** @returns null for `fresh` where the record is stored, or not worth it */
  of(trader: number, units: readonly DecidedUnit[], address: Address) {
    const known = this.#stored?.get(trader) ?? null
    const earlier = this.#last?.trader === trader ? this.#last.skill : known
    const skill = skillRecord(units, address, earlier)
    this.#last = { trader, skill }
    return { skill, fresh: skill === known || skill.print === null ? null : skill }
  }
}

/** Puts a trader's numbers of the periods, in their order. @param isNow whether their prices at the end may still change */
function putPeriods(
  periods: readonly PeriodColumns[],
  trader: number,
  windows: readonly WindowNumbers[],
  isNow: boolean,
): void {
  for (const [i, columns] of periods.entries()) {
    const numbers = windows[i]
    if (numbers === undefined) continue
    columns.settled[trader] = isNow ? numbers.pnl - numbers.unrealizedAtEnd : numbers.pnl
    columns.volume[trader] = Number(numbers.volume)
    columns.stake[trader] = Number(numbers.stake)
    columns.fills[trader] = numbers.fills
  }
}

/** A trader without known numbers, until it is counted. */
function forget(state: PublisherState, trader: number, dayBefore: DayBefore | null): void {
  for (const columns of [...state.periods, ...(dayBefore?.periods ?? [])])
    for (const column of Object.values(columns)) (column as Float64Array)[trader] = 0
  state.known[trader] = 0
  state.firstDay[trader] = NEVER
  state.partialFrom[trader] = NEVER
  state.positions.replace(trader, [])
  putUnits(state, trader, [])
  state.shown.delete(trader)
  state.pValues.delete(trader)
  putScores(state.scores, trader, null)
  if (dayBefore) putScores(dayBefore.scores, trader, null)
  state.candidates.delete(trader)
  state.sensitive.delete(trader)
}

/** Replaces a trader's units in the baselines, which are the sums of all traders' units. */
function putUnits(state: PublisherState, trader: number, units: readonly BaselineUnit[]): void {
  const { units: rows, baselines, labels, cutoff } = state
  const before: BaselineUnit[] = []
  rows.each(trader, (slot) => {
    const at = (name: keyof BaselineUnit) => rows.columns[name][slot] ?? 0
    before.push({ unit: at('unit'), decidedOn: at('decidedOn'), pnl: at('pnl'), cost: at('cost') })
  })
  addUnits(baselines, before, labels, cutoff.day, -1)
  addUnits(baselines, units, labels, cutoff.day, 1)
  if (goesOn(state)) rows.replace(trader, units)
}

/** The first day of all, and the first with untracked shares that left. */
function firstDaysOf(days: ScoredDays): { first: number; partialFrom: number } {
  const { day, untracked } = days.columns
  let [first, partialFrom] = [NEVER, NEVER]
  for (let row = 0; row < days.count; row++) {
    const own = defined(day[row])
    first = Math.min(first, own)
    if (defined(untracked[row]) > 0) partialFrom = Math.min(partialFrom, own)
  }
  return { first, partialFrom }
}

/** The number of positions up to a day's close, how many of them are closed, and what is held at some closes up to it. */
function holdingsOf(days: ScoredDays, resolvedOn: Int32Array, upTo: Day, closes: readonly Day[]) {
  const { token_id: token, day, shares, cost } = days.columns
  const rows: Holding[] = []
  let [positions, closed] = [0, 0]
  const add = (first: number, end: number) => {
    const own = defined(token[first])
    positions += 1
    if (shares[end - 1] === 0 || (resolvedOn[own] ?? NEVER) <= upTo) closed += 1
    for (let row = first; row < end; row++) {
      const [since, until] = [defined(day[row]), row + 1 < end ? defined(day[row + 1]) : NEVER]
      let at = 0
      for (let i = 0; i < closes.length; i++)
        if (defined(closes[i]) >= since && defined(closes[i]) < until) at |= 1 << i
      if (at !== 0 && shares[row] !== 0)
        rows.push({ token: own, shares: defined(shares[row]), cost: defined(cost[row]), closes: at })
    }
  }
  eachPosition(days, add, upTo)
  return { rows, positions, closed }
}

function putCandidate(
  { state, skills }: Counter,
  { days: { trader }, walk, records }: ScoredTrader,
  scores: TraderScores,
): void {
  putScores(state.scores, trader, scores)
  if (scores.isSensitive()) state.sensitive.add(trader)
  const units = walk.units()
  putUnits(state, trader, units)
  const { skill, fresh } = skills.of(trader, units, records.address)
  if (fresh !== null) state.freshSkills.set(trader, fresh)
  if (skill.pValue === null) state.pValues.delete(trader)
  else state.pValues.set(trader, skill.pValue)
}

const EARNERS = statementBy(
  (from, { isOfSome }: { isOfSome: boolean }, given: { upTo: number; traders: readonly number[] }) => {
    const earners = from(INCOME_DAYS).distinct('trader_id as trader').where('day', '<=', given.upTo)
    return isOfSome ? earners.whereAnyOf('trader_id', 'int', given.traders) : earners
  },
)

/** Adds traders who were only paid a reward. */
async function addIncomeTraders(sql: Sql, state: PublisherState, traders?: readonly number[]): Promise<void> {
  const { cutoff, known, order } = state
  const isOfSome = traders !== undefined
  const rows = await EARNERS({ isOfSome }).all(sql, { upTo: cutoff.day, traders: traders ?? [] })
  for (const { trader } of rows) if (order.hidden[trader] !== 1) known[trader] = 1
}
