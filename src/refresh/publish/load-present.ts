import { buildMarks } from '../inputs/build-marks.ts'
import { readPriceDays } from '../inputs/read-price-days.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { readAddressOrder } from './address-order.ts'
import { countTraders, type Sources } from './count-traders.ts'
import { emptyPresent, type Present } from './present.ts'

/** Makes the present, and what the day before told, from the ledger: one pass over everybody's days, in the order in which they lie. */
export async function loadPresent(
  sources: Sources,
  { cutoff, labels, meanings }: Pick<Present, 'cutoff' | 'labels' | 'meanings'>,
  onTraders?: (done: number) => void,
): Promise<Present> {
  const { sql } = sources
  const order = await readAddressOrder(sql)
  const facts = await readTokenFacts(sql, cutoff.day)
  const marks = buildMarks(facts, await readPriceDays(sql, facts.condition.length, cutoff.day), cutoff.day)
  const present = emptyPresent({ cutoff, order, marks, labels, meanings })
  await countTraders(sources, present, { dayBefore: true, ...(onTraders && { onTraders }) })
  return present
}
