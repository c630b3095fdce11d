import type { Sql } from '../../store/engine/database.ts'
import { emptyScoreBook } from '../boards/score-book.ts'
import { buildMarks } from '../inputs/build-marks.ts'
import { readPriceDays } from '../inputs/read-price-days.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { readAddressOrder } from './address-order.ts'
import { countTraders, type DayBefore } from './count-traders.ts'
import { emptyPresent, newColumns, type Present } from './present.ts'

/** Everything as of a cutoff, and as of the close of the day before. */
export interface Loaded {
  present: Present
  dayBefore: DayBefore
}

/** Makes the present from the ledger: one pass over everybody's days, in the order in which they lie. */
export async function loadPresent(
  sql: Sql,
  { cutoff, labels, meanings }: Pick<Present, 'cutoff' | 'labels' | 'meanings'>,
  onTraders?: (done: number) => void,
): Promise<Loaded> {
  const order = await readAddressOrder(sql)
  const facts = await readTokenFacts(sql, cutoff.day)
  const marks = buildMarks(facts, await readPriceDays(sql, facts.condition.length, cutoff.day), cutoff.day)
  const present = emptyPresent({ cutoff, order, marks, labels, meanings })
  const size = order.hidden.length
  const dayBefore = { periods: present.periods.map(() => newColumns(size)), scores: emptyScoreBook() }
  await countTraders(sql, present, { dayBefore, ...(onTraders && { onTraders }) })
  return { present, dayBefore }
}
