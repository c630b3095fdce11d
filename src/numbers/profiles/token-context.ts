import type { ConditionId } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { buildMarks, type LastTrade } from '../inputs/build-marks.ts'
import { readMarketsOf, type UnitLabelsOf, unitLabelsOf } from '../inputs/labels-by-unit.ts'
import { closingPrices, isResolved, type Marks } from '../inputs/marks.ts'
import { priceDaysOf, readPriceRowsOf } from '../inputs/read-price-days.ts'
import { readTokenRowsOf, tokensOf } from '../inputs/read-token-facts.ts'
import { createDailyCloser, type DailyCloser } from '../windows/daily-closes.ts'
import type { ProfileMarks } from '../windows/windows-of.ts'
import type { ProfileView } from './profile-view.ts'

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
