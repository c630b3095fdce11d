import { setImmediate } from 'node:timers/promises'
import type { Day } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/periods.ts'
import { decidedUnits } from '../../metrics/skill/decided-units.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statementBy } from '../../store/engine/statement.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'
import { readSkills } from '../../store/snapshot/trader-skills.ts'
import { INCOME_DAYS } from '../../store/tables.ts'
import { DrawdownWalk } from '../analytics/drawdown-before-cutoff.ts'
import { skillRecord } from '../analytics/skill-record.ts'
import { readTraderRecords, type TraderRecords } from '../boards/read-trader-records.ts'
import { putScores } from '../boards/score-book.ts'
import { type ScoredTotals, scoredTotals, scoresAt } from '../boards/trader-scores.ts'
import { TraderWalk } from '../boards/trader-walk.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { closingPrices } from '../windows/closing-prices.ts'
import { createDailyCloser, type DailyCloser } from '../windows/daily-closes.ts'
import { lastFills, tokenRecords } from '../windows/token-records.ts'
import {
  copyDays,
  DAYS_AT_ONCE,
  eachTrader,
  SCORE_COLUMNS,
  type ScoredDays,
  type TraderDays,
} from '../windows/trader-days.ts'
import { createWindowsOf, periodWindows, type WindowNumbers } from '../windows/windows-of.ts'
import { hasEnoughFills, LEAST_POSITIONS } from './has-enough-fills.ts'
import { type DayBefore, NEVER, type PeriodColumns, type PublisherState } from './publisher-state.ts'
import { type CountedTrader, periodNumbers } from './shown-rows.ts'
import { addUnits, type BaselineUnit } from './sum-baselines.ts'

/** Whom to count, and where to. */
export interface CountOptions {
  /** Ids, ascending. @default all traders */
  traders?: readonly number[]
  /** Also counts the day before. @default false */
  dayBefore?: boolean
  /** Called with the number of traders counted. */
  onTraders?: (done: number) => void
}

/** A trader whose scores are computed: few are. */
interface Candidate {
  days: ScoredDays
  windows: CountedTrader['windows']
  now: readonly ScoredTotals[]
  dayBefore: readonly ScoredTotals[]
}

/** Standings count every token. */
const all = () => true

/** Recomputes traders' part of the state, each from the trader's own days. */
export async function countTraders(
  sources: Sources,
  state: PublisherState,
  options: CountOptions = {},
): Promise<void> {
  const { sql } = sources
  const { traders, onTraders } = options
  const { cutoff, marks, order, positions } = state
  const dayBefore = options.dayBefore === true ? state.dayBefore : undefined
  const { day } = cutoff
  const windows = [...periodWindows(PERIODS, day), ...(dayBefore ? periodWindows(PERIODS, day - 1) : [])]
  const windowsOf = createWindowsOf(windows, (close) => closingPrices(marks, close))
  const closesOf = createDailyCloser(marks, Math.min(cutoff.firstDay, day), day)
  let waiting: Candidate[] = []
  let waitingDays = 0
  const score = async () => {
    const batch = waiting
    waiting = []
    waitingDays = 0
    const ids = batch.map(({ days }) => days.trader)
    const recordsOf = await readTraderRecords(sources, ids, day)
    const skills = await readSkills(sql, ids)
    for (const candidate of batch) {
      putCandidate(state, candidate, {
        records: recordsOf(candidate.days.trader),
        dayBefore,
        skills,
        closesOf,
      })
      // A server in this process must get its turn.
      await setImmediate()
    }
  }
  let done = 0
  const count = async (days: ScoredDays) => {
    const { trader } = days
    if (order.hidden[trader] === 1) return
    const numbers = windowsOf(days)
    put(state.periods, trader, numbers, true)
    if (dayBefore) put(dayBefore.periods, trader, numbers.slice(PERIODS.length), false)
    state.known[trader] = 1
    state.partialFrom[trader] = partialFrom(days)
    const held = holdingsOf(days, marks.resolvedOn, day)
    positions.replace(trader, held.rows)
    if (held.positions >= LEAST_POSITIONS || hasEnoughFills(days)) {
      const totals = numbers.map(scoredTotals)
      const [now, before] = [totals.slice(0, PERIODS.length), totals.slice(PERIODS.length)]
      const shown = numbers.slice(0, PERIODS.length).map(({ fills, realized }) => ({ fills, realized }))
      waiting.push({ days: copyDays(SCORE_COLUMNS, days), windows: shown, now, dayBefore: before })
      waitingDays += days.count
    } else {
      const units = held.closed > 0 ? decidedUnits(tokenRecords(days, marks, day)) : []
      putUnits(state, trader, units)
      putShown(state, days, { windows: numbers, units, closesOf, isCandidate: false })
    }
    if (waitingDays >= DAYS_AT_ONCE) await score()
    if (++done % 1_000 === 0) {
      onTraders?.(done)
      // SQLite answers without a pause: a server in this process must get its turn.
      await setImmediate()
    }
  }
  for (const trader of traders ?? []) forget(state, trader, dayBefore)
  await eachTrader(
    SCORE_COLUMNS,
    ledgerOf(sql).days({ columns: SCORE_COLUMNS, lists: true, upTo: day, traders }),
    count,
  )
  if (waiting.length > 0) await score()
  await addIncomeTraders(sql, state, traders)
  onTraders?.(done)
}

function put(
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

/** A trader of whom nothing is known any more, until it is counted. */
function forget(state: PublisherState, trader: number, dayBefore: DayBefore | undefined): void {
  for (const columns of [...state.periods, ...(dayBefore?.periods ?? [])])
    for (const column of Object.values(columns)) (column as Float64Array)[trader] = 0
  state.known[trader] = 0
  state.partialFrom[trader] = NEVER
  state.positions.replace(trader, [])
  putUnits(state, trader, [])
  state.periodNumbers.replace(trader, [])
  state.botProbability.delete(trader)
  state.pValues.delete(trader)
  putScores(state.scores, trader, null)
  if (dayBefore) putScores(dayBefore.scores, trader, null)
  state.sensitive.delete(trader)
}

/** Replaces a trader's units in the baselines, which are the sums of all traders' units. */
function putUnits(
  { units: rows, baselines, labels, cutoff }: PublisherState,
  trader: number,
  units: readonly BaselineUnit[],
): void {
  const before: BaselineUnit[] = []
  rows.each(trader, (slot) => {
    const at = (name: keyof BaselineUnit) => rows.column(name)[slot] ?? 0
    before.push({ unit: at('unit'), decidedOn: at('decidedOn'), pnl: at('pnl'), cost: at('cost') })
  })
  addUnits(baselines, before, labels, cutoff.day, -1)
  addUnits(baselines, units, labels, cutoff.day, 1)
  rows.replace(trader, units)
}

function partialFrom(days: ScoredDays): number {
  const { day, untracked } = days.columns
  let first = NEVER
  for (let row = 0; row < days.count; row++)
    if ((untracked[row] ?? 0) > 0) first = Math.min(first, day[row] ?? NEVER)
  return first
}

/** The holdings at the last day's close, the number of positions, and how many of them are closed. */
function holdingsOf(days: ScoredDays, resolvedOn: Int32Array, day: number) {
  const { token_id: token, shares, cost } = days.columns
  const rows: { token: number; shares: number; cost: number }[] = []
  let [positions, closed] = [0, 0]
  for (let row = 0; row < days.count; row++) {
    const own = token[row] ?? 0
    if (row + 1 < days.count && token[row + 1] === own) continue
    positions += 1
    const isOver = shares[row] === 0 || (resolvedOn[own] ?? NEVER) <= day
    if (isOver) closed += 1
    if (shares[row] !== 0) rows.push({ token: own, shares: shares[row] ?? 0, cost: cost[row] ?? 0 })
  }
  return { rows, positions, closed }
}

function putCandidate(
  state: PublisherState,
  { days, windows, now, dayBefore: before }: Candidate,
  {
    records,
    dayBefore,
    skills,
    closesOf,
  }: {
    records: TraderRecords
    dayBefore: DayBefore | undefined
    skills: ReadonlyMap<number, SkillRecord>
    closesOf: DailyCloser
  },
): void {
  const { marks, cutoff } = state
  const { trader } = days
  const walk = new TraderWalk({ days, marks, records })
  const scoresOn = (day: Day, totals: readonly ScoredTotals[]) => {
    walk.moveTo(day)
    return scoresAt(walk, (period) => totals[PERIODS.indexOf(period)])
  }
  if (dayBefore !== undefined) putScores(dayBefore.scores, trader, scoresOn(cutoff.day - 1, before))
  const scores = scoresOn(cutoff.day, now)
  putScores(state.scores, trader, scores)
  if (scores.isSensitive()) state.sensitive.add(trader)
  const units = walk.units()
  putUnits(state, trader, units)
  state.botProbability.set(trader, scores.botProbability())
  putShown(state, days, { windows, units, closesOf, isCandidate: true })
  const known = skills.get(trader) ?? null
  const skill = skillRecord(units, records.address, known)
  if (skill !== known && skill.print !== null) state.freshSkills.set(trader, skill)
  if (skill.pValue === null) state.pValues.delete(trader)
  else state.pValues.set(trader, skill.pValue)
}

function putShown(
  { periodNumbers: rows, marks, cutoff }: PublisherState,
  days: TraderDays,
  {
    closesOf,
    ...counted
  }: Pick<CountedTrader, 'windows' | 'units' | 'isCandidate'> & { closesOf: DailyCloser },
): void {
  const { day } = cutoff
  const walks = PERIODS.map((period) => new DrawdownWalk(dayBeforeWindow(period, day), day))
  closesOf(days, all, (close) => {
    for (const walk of walks) walk.add(close)
  })
  const drawdowns = walks.map((walk) => walk.record())
  rows.replace(
    days.trader,
    periodNumbers({ ...counted, cutoffDay: day, traded: lastFills(days, marks), drawdowns }),
  )
}

const EARNERS = statementBy(
  (from, { isOfSome }: { isOfSome: boolean }, given: { upTo: number; traders: readonly number[] }) => {
    const earners = from(INCOME_DAYS).distinct('trader_id as trader').where('day', '<=', given.upTo)
    return isOfSome ? earners.whereAnyOf('trader_id', 'int', given.traders) : earners
  },
)

/** Who was paid a reward and did nothing else is a trader, too. */
async function addIncomeTraders(sql: Sql, state: PublisherState, traders?: readonly number[]): Promise<void> {
  const { cutoff, known, order } = state
  const isOfSome = traders !== undefined
  const rows = await EARNERS({ isOfSome }).all(sql, { upTo: cutoff.day, traders: traders ?? [] })
  for (const { trader } of rows) if (order.hidden[trader] !== 1) known[trader] = 1
}
