import { defined } from '../../checks.ts'
import { type ConditionId, type Day, dayOf, type MicroUsd } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/leaderboards.ts'
import { addTo, emptySum, type RunningSum } from '../../metrics/running-sum.ts'
import type { Sql } from '../../store/engine/database.ts'
import { readAt } from '../../store/ledger/history.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import type { Snapshot, StatsScope } from '../../store/snapshot/snapshot-reader.ts'
import { INCOME_DAYS } from '../../store/tables.ts'
import { BEHAVIOUR_COLUMNS, behaviourOf } from '../analytics/behaviour-sums.ts'
import type { BehaviourDay } from '../analytics/trader-facts.ts'
import { readMarketsOf, type UnitLabelsOf, unitLabelsOf } from '../inputs/labels-by-unit.ts'
import {
  buildMarks,
  closingPrices,
  type DaySpan,
  isResolved,
  type LastTrade,
  type Marks,
  priceDaysOf,
  readPriceRowsOf,
} from '../inputs/marks.ts'
import { readTokenRowsOf, tokensOf } from '../inputs/read-token-facts.ts'
import { createDailyCloser, type DailyCloser } from '../windows/daily-closes.ts'
import {
  copyDays,
  eachTrader,
  emptyColumns,
  PROFILE_COLUMNS,
  type ProfileDays,
} from '../windows/trader-days.ts'
import { type ProfileMarks, type Span, spansOf } from '../windows/windows-of.ts'

export interface ViewWindow {
  /** The period's code; null for days that are no period. */
  period: number | null
  /** The day before it; null for all time. */
  dayBefore: Day | null
  /** Its places among the view's closes. */
  span: Span
}

/** The days, windows and category of one profile of a trader: all periods of a snapshot are one view. */
export interface ProfileView {
  /** Unique among the views of a snapshot. */
  name: string
  /** The last day that counts. */
  day: Day
  /** The day closes that the windows lie between, and the close before the last day, ascending. */
  closes: readonly Day[]
  windows: readonly ViewWindow[]
  /** The only category that counts; null for all markets. */
  category: string | null
}

/** The view that a scope belongs to: all periods, or its own days, up to the snapshot's day. */
export function profileView(
  { cutoff }: Pick<Snapshot, 'cutoff'>,
  { window, category }: StatsScope,
): ProfileView {
  const last = dayOf(cutoff.time)
  if ('code' in window) {
    const starts = PERIODS.map((period) => ({
      period: period.code,
      dayBefore: dayBeforeWindow(period, last),
    }))
    return viewOf('periods', last, starts, category)
  }
  const day = Math.min(window.to, last)
  return viewOf(`${window.from} ${window.to}`, day, [{ period: null, dayBefore: window.from - 1 }], category)
}

/** The index of the view's window that a scope asks for. */
export function windowAt({ windows }: ProfileView, { window }: StatsScope): number {
  return windows.findIndex(({ period }) => period === ('code' in window ? window.code : null))
}

function viewOf(
  name: string,
  day: Day,
  starts: readonly Pick<ViewWindow, 'period' | 'dayBefore'>[],
  category: string | null,
): ProfileView {
  const days = starts.map(({ dayBefore }) => ({
    first: dayBefore === null ? null : dayBefore + 1,
    last: day,
  }))
  const { closes, spans } = spansOf(days, [day - 1])
  const windows = starts.map((start, i) => ({ ...start, span: spans[i] ?? { start: -1, end: -1 } }))
  return { name: JSON.stringify([name, category]), day, closes, windows, category }
}

/** Facts, marks and labels of some tokens and their siblings at the close before a view's last day, numbered compactly. */
export interface TokenContext {
  /** A token's number by its id. */
  numbers: ReadonlyMap<number, number>
  /** A token's id by its number; 0 for 0, which is none's. */
  idOf(number: number): number
  /** Marks up to the day before the view's last; what was known of results at the close of the last. */
  marks: Marks
  /** The last trades of the view's last day by token. */
  trades: ReadonlyMap<number, LastTrade>
  labels: UnitLabelsOf
  /** The closes of days up to the day before the view's last. */
  closesOf: DailyCloser
  /** Prices and results at the view's closes before the last. */
  atCloses: ProfileMarks
  /** A condition's id on the chain, or a token's by its negative id where the condition is unknown. */
  nameOf(condition: number): ConditionId
  /** Whether the view counts a token, by its number. */
  counts(number: number): boolean
}

/** Reads the facts, labels and prices of some tokens: a constant number of statements, fewer for no tokens. */
export async function readTokenContext(
  sql: Sql,
  tokens: readonly number[],
  { ledgerVersion: version, firstDay }: Pick<Snapshot, 'ledgerVersion' | 'firstDay'>,
  { day, closes, category }: ProfileView,
): Promise<TokenContext> {
  const asked = [...new Set(tokens)]
  const rows = asked.length === 0 ? [] : await readTokenRowsOf(sql, asked, version)
  const { facts, numbers, names, conditions, negRisks } = tokensOf(rows, day)
  const [prices, markets] =
    asked.length === 0
      ? [[], []]
      : await Promise.all([
          readPriceRowsOf(sql, [...numbers.keys()], { upTo: day }, version),
          readMarketsOf(sql, [...conditions.values()], [...negRisks], version),
        ])
  const labels = await unitLabelsOf(sql, markets)
  const before = prices.filter((price) => price.day < day)
  const marks = buildMarks(facts, priceDaysOf(before, numbers), day - 1)
  const trades = new Map(
    prices.flatMap((price) => (price.day === day ? [[price.token_id, price] as const] : [])),
  )
  const ids = [0, ...numbers.keys()]
  const label = category === null ? null : labels.labelOf(category)
  const counts = (number: number) =>
    category === null || (label !== null && labels.byUnit.get(marks.unit[number] ?? 0)?.category === label)
  return {
    numbers,
    marks,
    trades,
    labels,
    counts,
    idOf: (number) => ids[number] ?? 0,
    atCloses: {
      closes,
      priceAt: closes.slice(0, -1).map((close) => closingPrices(marks, close)),
      isDecided: (token, close) => isResolved(marks, token, close),
    },
    closesOf: createDailyCloser(marks, Math.min(firstDay, day - 1), day - 1),
    nameOf(condition) {
      const name = names.get(condition)
      if (name === undefined) throw new RangeError(`No condition has the number ${condition}`)
      return name
    },
  }
}

interface IncomeDay {
  day: Day
  amount: MicroUsd
}

/** A trader's rows of a view's last day. */
export interface LastDay {
  days: ProfileDays
  /** The row of each token by its id; the closed trader has a position of each. */
  rowOf: ReadonlyMap<number, number>
  /** Null if there was none. */
  income: MicroUsd | null
  behaviour: BehaviourDay | null
}

/** A trader's days, that which a view ends with apart. */
export interface ReadDays {
  before: ProfileDays
  /** Of the days before, ascending, as the next. */
  income: readonly IncomeDay[]
  behaviour: readonly BehaviourDay[]
  last: LastDay
}

/** Reads days of some traders as of a version of the ledger, up to the last of a view: as many statements for one as for all. */
export async function readDays(
  sql: Sql,
  ids: readonly number[],
  span: DaySpan,
  version: number,
): Promise<(trader: number) => ReadDays> {
  const read = { days: new Map<number, SplitDays>(), income: new Map<number, IncomeDay[]>() }
  if (ids.length > 0) {
    const traders = [...ids].sort((a, b) => a - b)
    const [, ofIncome] = await Promise.all([
      readSplitDays(sql, traders, span, version, read.days),
      readIncome(sql, traders, span, version),
    ])
    read.income = ofIncome
  }
  return (trader) => {
    const income = read.income.get(trader) ?? []
    const { before, last, behaviour } = read.days.get(trader) ?? noDays(trader)
    const isBefore = ({ day }: { day: Day }) => day < span.upTo
    return {
      before,
      income: income.filter(isBefore),
      behaviour: behaviour.filter(isBefore),
      last: {
        days: last,
        rowOf: rowsByToken(last),
        income: income.find(({ day }) => day === span.upTo)?.amount ?? null,
        behaviour: behaviour.find(({ day }) => day === span.upTo) ?? null,
      },
    }
  }
}

/** A trader's days, those of positions split at the last one. */
interface SplitDays {
  before: ProfileDays
  last: ProfileDays
  behaviour: readonly BehaviourDay[]
}

const READ_COLUMNS = [...PROFILE_COLUMNS, ...BEHAVIOUR_COLUMNS] as const

async function readSplitDays(
  sql: Sql,
  traders: readonly number[],
  { since, upTo }: DaySpan,
  version: number,
  into: Map<number, SplitDays>,
): Promise<void> {
  const asked = { traders, lists: true, from: since, upTo, at: version, tradersAtOnce: traders.length }
  const parts = ledgerOf(sql).days({ columns: READ_COLUMNS, ...asked })
  await eachTrader(READ_COLUMNS, parts, (days) => {
    const { day } = days.columns
    into.set(days.trader, {
      before: copyDays(PROFILE_COLUMNS, days, (row) => defined(day[row]) < upTo),
      last: copyDays(PROFILE_COLUMNS, days, (row) => day[row] === upTo),
      behaviour: behaviourOf(days),
    })
  })
}

function noDays(trader: number): SplitDays {
  const days = { trader, count: 0, columns: emptyColumns(PROFILE_COLUMNS, 0), lists: [] }
  return { before: days, last: days, behaviour: [] }
}

function rowsByToken({ count, columns }: ProfileDays): Map<number, number> {
  const rows = new Map<number, number>()
  for (let row = 0; row < count; row++) rows.set(defined(columns.token_id[row]), row)
  return rows
}

async function readIncome(
  sql: Sql,
  traders: readonly number[],
  { since = 0, upTo }: DaySpan,
  version: number,
): Promise<Map<number, IncomeDay[]>> {
  const rows = await readAt<IncomeDay & { trader_id: number }>(sql, INCOME_DAYS, {
    columns: ['amount'],
    where: `${sql.isIn('trader_id', 'int')} AND day >= ? AND day <= ?`,
    values: [sql.list(traders), since, upTo],
    orderBy: ['trader_id', 'day'],
    version,
  })
  return Map.groupBy(rows, (row) => row.trader_id)
}

/** Reads the trades of tokens on a day: the last one of each. */
export async function readLastTrades(
  sql: Sql,
  tokens: ReadonlySet<number>,
  day: Day,
  version: number,
): Promise<ReadonlyMap<number, LastTrade>> {
  if (tokens.size === 0) return new Map()
  const prices = await readPriceRowsOf(sql, [...tokens], { since: day, upTo: day }, version)
  return new Map(prices.map((price) => [price.token_id, price]))
}

/** The fields of a trader that do not depend on window and category. */
export interface Lifetime {
  /** The day of the first event; infinite for none. */
  firstDay: Day
  volume: RunningSum
  /** Micro-shares. */
  untracked: number
}

/** The lifetime up to the day before a view's last. */
export function closedLifetime({ before: { count, columns }, income }: ReadDays): Lifetime {
  const life = { firstDay: income[0]?.day ?? Number.POSITIVE_INFINITY, volume: emptySum(), untracked: 0 }
  for (let row = 0; row < count; row++) {
    life.firstDay = Math.min(life.firstDay, defined(columns.day[row]))
    addTo(life.volume, defined(columns.volume[row]))
    life.untracked += defined(columns.untracked[row])
  }
  return life
}

/** The lifetime with a view's last day. */
export function lifetimeAfter(
  life: Readonly<Lifetime>,
  { days, income }: LastDay,
  { day }: ProfileView,
): Lifetime {
  const after = { ...life, volume: { ...life.volume } }
  for (let row = 0; row < days.count; row++) {
    addTo(after.volume, defined(days.columns.volume[row]))
    after.untracked += defined(days.columns.untracked[row])
  }
  if (income !== null || days.count > 0) after.firstDay = Math.min(after.firstDay, day)
  return after
}
