import type { Day } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS, type PeriodDefinition } from '../../metrics/periods.ts'
import {
  BOARD_SCORES,
  EVER,
  packScores,
  packShownNumbers,
  SHOWN_NUMBERS,
  type ShownRow,
  STANDINGS,
} from '../../store/snapshot/snapshot-columns.ts'
import type { Standings } from '../../store/snapshot/standings.ts'
import type { MadeColumns } from '../../store/snapshot/write-columns.ts'
import type { ScoreBook } from '../boards/score-book.ts'

/** The columns of a snapshot from which its boards are read, at its cutoff or at the close of the day before. */
export function buildSnapshotColumns(
  last: Day,
  standings: readonly (Standings | null)[],
  { scores }: ScoreBook,
  isDayBefore: boolean,
): MadeColumns[] {
  const day_before = isDayBefore ? 1 : 0
  const ofPeriods = PERIODS.flatMap((period, i): MadeColumns[] => {
    const own = standings[i]
    if (!own) return []
    // The windows of the day before begin a day earlier, and go by the names of those that they are compared with.
    const first_day = firstDayOf(period, last)
    return [{ table: STANDINGS, key: { first_day, category: 0, day_before }, pack: () => own.bytes }]
  })
  const ofBoards = [...scores].map(
    ([board, byTrader]): MadeColumns => ({
      table: BOARD_SCORES,
      key: { board, day_before },
      pack: () => packScores(byTrader),
    }),
  )
  return [...ofPeriods, ...ofBoards]
}

/** The columns of the numbers that boards show beside those that order them. @param shown by period */
export function buildShownColumns(last: Day, shown: readonly (readonly ShownRow[])[]): MadeColumns[] {
  return PERIODS.map((period, i) => ({
    table: SHOWN_NUMBERS,
    key: { first_day: firstDayOf(period, last) },
    pack: () => packShownNumbers(shown[i] ?? []),
  }))
}

function firstDayOf(period: PeriodDefinition, last: Day): Day {
  const before = dayBeforeWindow(period, last)
  return before === null ? EVER : before + 1
}
