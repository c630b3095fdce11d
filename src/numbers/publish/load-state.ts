import type { Cutoff } from '../boards/cutoff.ts'
import { type BoardTop, createTops, type TopsAsked } from '../boards/tops-as-of.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { buildMarks } from '../inputs/build-marks.ts'
import { readPriceDays } from '../inputs/read-price-days.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { readAddressOrder } from './address-order.ts'
import { countTraders } from './count-traders.ts'
import { emptyState, type PublisherState } from './publisher-state.ts'

/** Computations of the pass that computes a state. */
export interface LoadOptions {
  /** The close of an earlier day. @default none */
  closed?: Cutoff | null
  /** Boards as of days before the cutoff's. @default none */
  tops?: TopsAsked | null
  onTraders?: (done: number, total: number) => void
}

/** The state with its day before, and what else was asked for. */
export interface Loaded {
  state: PublisherState
  closed: PublisherState | null
  tops: BoardTop[] | null
}

/** Computes the state and the day before from the ledger: one pass over all traders' days, in stored order. */
export async function loadState(
  sources: Sources,
  { cutoff, labels, meanings }: Pick<PublisherState, 'cutoff' | 'labels' | 'meanings'>,
  { closed = null, tops: asked = null, onTraders }: LoadOptions = {},
): Promise<Loaded> {
  const { sql } = sources
  const order = await readAddressOrder(sql)
  const facts = await readTokenFacts(sql, cutoff.day)
  const marks = buildMarks(facts, await readPriceDays(sql, facts.condition.length, cutoff.day), cutoff.day)
  const stateAt = (at: Cutoff) => emptyState({ cutoff: at, order, marks, labels, meanings })
  const loaded = { state: stateAt(cutoff), closed: closed && stateAt(closed) }
  const tops = asked && createTops(asked, order)
  await countTraders(sources, loaded.state, {
    dayBefore: true,
    closed: loaded.closed,
    tops,
    onTraders: (done) => onTraders?.(done, order.traders.length),
  })
  return { ...loaded, tops: tops === null ? null : tops.tops() }
}
