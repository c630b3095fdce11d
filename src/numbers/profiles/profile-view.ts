import { type ConditionId, type Day, dayOf } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/leaderboards.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { Snapshot, StatsScope } from '../../store/snapshot/snapshot-reader.ts'
import { readMarketsOf, type UnitLabelsOf, unitLabelsOf } from '../inputs/labels-by-unit.ts'
import {
  buildMarks,
  closingPrices,
  isResolved,
  type LastTrade,
  type Marks,
  priceDaysOf,
  readPriceRowsOf,
} from '../inputs/marks.ts'
import { readTokenRowsOf, tokensOf } from '../inputs/read-token-facts.ts'
import { createDailyCloser, type DailyCloser } from '../windows/daily-closes.ts'
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
