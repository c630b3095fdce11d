import type { ConditionId, Day } from '../../ledger/quantities.ts'
import { buildMarks } from '../inputs/build-marks.ts'
import { createDailyCloser, type DailyCloser } from '../inputs/daily-closes.ts'
import type { Marks } from '../inputs/marks.ts'
import type { TraderLedger } from '../inputs/trader-ledger.ts'
import type { UnitLabelsOf } from '../inputs/world-labels.ts'
import type { AskedView } from './asked-view.ts'
import type { AskedLedger } from './read-ledger-at.ts'

/** What the profiles of some traders share. */
export interface ProfileWorld {
  /** Of the tokens that they touched. */
  marks: Marks
  labels: UnitLabelsOf
  closesOf: DailyCloser
  conditionId(condition: number): ConditionId
  /** A trader's ledger without what the view leaves out. */
  inCategory(ledger: TraderLedger): TraderLedger
}

/**
 * Makes it of what was read.
 * @param firstDay of the whole ledger
 */
export function profileWorld(
  { tokens, prices, labels }: AskedLedger,
  { day, category }: AskedView,
  firstDay: Day,
): ProfileWorld {
  const marks = buildMarks(tokens.facts, prices, day)
  const label = category === null ? null : labels.labelOf(category)
  const counts = (token: number) =>
    label !== null && labels.byUnit.get(marks.unit[token] ?? 0)?.category === label
  return {
    ...{ marks, labels },
    closesOf: createDailyCloser(marks, Math.min(firstDay, day), day),
    conditionId(condition) {
      const name = tokens.names.get(condition)
      if (name === undefined) throw new RangeError(`No condition has the number ${condition}`)
      return name
    },
    inCategory(ledger) {
      if (category === null) return ledger
      const positions = ledger.positions.filter(([first]) => first !== undefined && counts(first.token))
      return { trader: ledger.trader, positions, income: [] }
    },
  }
}
