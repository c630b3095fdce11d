import type { Sources } from '../days/publisher-lease.ts'
import { buildMarks } from '../inputs/build-marks.ts'
import { readPriceDays } from '../inputs/read-price-days.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { readAddressOrder } from './address-order.ts'
import { countTraders } from './count-traders.ts'
import { emptyState, type PublisherState } from './publisher-state.ts'

/** Computes the state and the day before from the ledger: one pass over all traders' days, in stored order. */
export async function loadState(
  sources: Sources,
  { cutoff, labels, meanings }: Pick<PublisherState, 'cutoff' | 'labels' | 'meanings'>,
  onTraders?: (done: number, total: number) => void,
): Promise<PublisherState> {
  const { sql } = sources
  const order = await readAddressOrder(sql)
  const facts = await readTokenFacts(sql, cutoff.day)
  const marks = buildMarks(facts, await readPriceDays(sql, facts.condition.length, cutoff.day), cutoff.day)
  const state = emptyState({ cutoff, order, marks, labels, meanings })
  await countTraders(sources, state, {
    dayBefore: true,
    onTraders: (done) => onTraders?.(done, order.traders.length),
  })
  return state
}
