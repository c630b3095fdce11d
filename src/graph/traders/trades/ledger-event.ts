import type { Seconds } from '../../../ledger/quantities.ts'
import { memoize } from '../../../numbers/inputs/memoize.ts'
import { blockOf, type Place } from '../../../store/ledger/place.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'
import { hashOf } from '../../../whales/alerts/pro-view.ts'
import { builder } from '../../kit/builder.ts'
import type { RequestContext } from '../../kit/context.ts'
import { HASH } from '../../kit/limits/known-limits.ts'
import { MarketRef } from '../../kit/market-page.ts'
import { type MarketLinks, marketLinks, type OfMarket } from '../market-links.ts'
import { TraderType } from '../trader.ts'

/** The fields that stored events of every kind have. */
export interface StoredEvent extends Place, OfMarket {
  time: Seconds
  /** Null if the event has no owner. */
  owner: number | null
  /** The transaction; undefined for a sealed event, whose hash is stored apart. */
  tx?: Uint8Array | null
}

/** An event of a page, whose events share the related rows. */
export interface EventNode<Event extends StoredEvent = StoredEvent> {
  readonly event: Event
  readonly snapshot: Snapshot
  readonly reads: EventReads
}

/** Distinguishes a type of events from the others: see `isTypeOf` of GraphQL. */
export function isEventOf(holds: (event: object) => boolean): (node: unknown) => boolean {
  return (node) => {
    const event = typeof node === 'object' && node !== null && 'event' in node ? node.event : null
    return typeof event === 'object' && event !== null && holds(event)
  }
}

/**
 * Reads of rows related to a page's events, each made once for all of them and only when a field needs it.
 */
export interface EventReads extends MarketLinks {
  hashes(): Promise<ReadonlyMap<number, { tx: Uint8Array | null }>>
}

/** The nodes of a page of a snapshot's events. */
export function eventNodes<Event extends StoredEvent>(
  events: readonly Event[],
  snapshot: Snapshot,
  context: RequestContext,
  hashesOf: (keys: readonly number[]) => ReturnType<EventReads['hashes']>,
): EventNode<Event>[] {
  const sealed = events.filter(({ tx }) => tx === undefined).map(({ key }) => key)
  const reads = { ...marketLinks(snapshot, context), hashes: memoize(() => hashesOf(sealed)) }
  return events.map((event) => ({ event, snapshot, reads }))
}

export const LedgerEventInterface = builder.interfaceRef<EventNode>('LedgerEvent').implement({
  description: 'An event of a trader in the ledger.',
  fields: (t) => ({
    time: t.when(({ event }) => event.time, 'Time of the event, from its block or its Data API row.'),
    block: t.count(({ event }) => blockOf(event.key).block, {
      nullable: true,
      description: 'Block number, {limits}. Null for a Data API row.',
    }),
    tx: t.string({
      nullable: true,
      description: 'Transaction hash: {limits}. Null if the source does not provide it.',
      limits: HASH,
      resolve: async ({ event, reads }) =>
        hashOf(event.tx === undefined ? ((await reads.hashes()).get(event.key)?.tx ?? null) : event.tx),
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      description: 'The trader. Null if the wallet opted out.',
      resolve: ({ event: { owner }, snapshot }, _args, { loaders }) =>
        owner === null ? null : loaders(snapshot).profiles.load(owner),
    }),
    market: t.field({
      type: MarketRef,
      nullable: true,
      description: 'The market of the event. Null if it concerns no single market, or the market is unknown.',
      resolve: ({ event, reads }) => reads.marketOf(event),
    }),
  }),
})
