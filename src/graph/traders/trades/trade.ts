import { countText } from '../../../formats.ts'
import { MAX_OUTCOMES } from '../../../ledger/bounds.ts'
import { feeInUsd } from '../../../ledger/fold.ts'
import type { Seconds } from '../../../ledger/quantities.ts'
import { roleOf } from '../../../store/ingest/volume-day-rows.ts'
import { blockOf, chainKey, hashText, type Place } from '../../../store/ledger/place.ts'
import { memoize } from '../../../store/snapshot/keep-newest.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'
import { type FillEffect, MOST_REPLAYED } from '../../../store/trades/fill-effects.ts'
import type { StoredTrade } from '../../../store/trades/trade-filter.ts'
import { builder } from '../../kit/builder.ts'
import type { RequestContext } from '../../kit/context.ts'
import { REPLAYED_DAY } from '../../kit/cost/query-cost.ts'
import { HASH } from '../../kit/limits/known-limits.ts'
import { MarketRef } from '../../kit/market-page.ts'
import { loadNodes, type NodeId, nodeIdOf } from '../../kit/node-id.ts'
import { eventEnd, isUpTo } from '../../kit/paging/page-slice.ts'
import { type MarketLinks, marketLinks, type OfMarket } from '../market-links.ts'
import { TraderType } from '../trader.ts'
import { FillRoleEnum, OUTCOME_NAME, OUTCOME_TOKEN, TradeSideEnum } from './trade-filters.ts'

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
  /** The chain took it back: the ledger does not have it. */
  readonly isRetracted?: true
  /** Of a stream, whose trades have no hindsight. */
  readonly isStreamed?: true
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
    logIndex: t.count(({ event }) => blockOf(event.key).logIndex, {
      nullable: true,
      description: 'Index of the log in its block, {limits}. Null for a Data API row.',
    }),
    tx: t.string({
      nullable: true,
      description: 'Transaction hash: {limits}. Null if the source does not provide it.',
      limits: HASH,
      resolve: async ({ event, reads }) =>
        hashText(event.tx === undefined ? ((await reads.hashes()).get(event.key)?.tx ?? null) : event.tx),
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

/** A fill as the graph shows it. */
export type TradeNode = EventNode<StoredTrade>

/** Said of facts that folding the day of a fill's position again tells. */
export const UNKNOWN_EFFECT = `Null if shares of the position came from another wallet earlier on the same UTC day, after the first ${countText(MOST_REPLAYED)} events of the position, with those that move together with it, on that day, and for a fill that the chain took back.`

/** Effects by the fill as it was read, so that subscribers who are sent one fill compute its effect once. */
const effects = new WeakMap<StoredTrade, Promise<FillEffect | null>>()

/** The effect of a fill on its position, null if unknown. */
export function effectOf(
  { event, snapshot, isRetracted }: TradeNode,
  { loaders }: Pick<RequestContext, 'loaders'>,
): Promise<FillEffect | null> {
  if (isRetracted) return Promise.resolve(null)
  const known = effects.get(event)
  if (known !== undefined) return known
  const read = loaders(snapshot).effects.load(event)
  effects.set(event, read)
  read.catch(() => effects.delete(event))
  return read
}

/** One order's fill, seen by the wallet whose order it was. */
export const TradeType = builder.node(builder.objectRef<TradeNode>('Trade'), {
  description: 'A fill of one order, from the view of the trader who placed it.',
  interfaces: [LedgerEventInterface],
  isTypeOf: isEventOf((event) => 'side' in event),
  id: {
    description:
      'Block and log index (`52000000-17`), or `row-` and a number for a Data API row; with `asOf`, followed by `@` and the day.',
    resolve: ({ event, snapshot }) => nodeIdOf(tradeName(event.key), { asOf: snapshot.asOf }),
  },
  loadManyWithoutCache: (ids, context) => loadNodes(ids, (id) => readTrade(id, context)),
  fields: (t) => ({
    side: t.field({
      type: TradeSideEnum,
      description: 'Side of the fill.',
      resolve: ({ event }) => (event.side === 0 ? 'BUY' : 'SELL'),
    }),
    role: t.field({
      type: FillRoleEnum,
      nullable: true,
      description: "The trader's role. Null if the source does not provide it.",
      resolve: ({ event }) => roleOf(event.role),
    }),
    token: t.string({
      ...OUTCOME_TOKEN,
      resolve: ({ event, reads }) => reads.ofToken(event.token, (token) => token?.token ?? ''),
    }),
    outcome: t.string({
      ...OUTCOME_NAME,
      resolve: ({ event, reads }) => reads.ofToken(event.token, (token) => token?.name ?? null),
    }),
    outcomeIndex: t.int({
      nullable: true,
      limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
      description: 'Position of the outcome in its market, {limits}. Null if unknown.',
      resolve: ({ event, reads }) => reads.ofToken(event.token, (token) => token?.outcome ?? null),
    }),
    shares: t.amount(({ event }) => event.shares, {
      limits: { minimum: 0.000001 },
      description: 'Shares traded, before fees taken in shares; {limits}.',
    }),
    price: t.float({
      description: 'Price in USD per share, before fees: `usd` divided by `shares`.',
      resolve: ({ event: { usd, shares } }) => (shares === 0 ? 0 : usd / shares),
    }),
    usd: t.amount(({ event }) => event.usd, {
      limits: { minimum: 0 },
      description: "Value in USD before fees, {limits}. All of a trader's trades add up to its `volume`.",
    }),
    fee: t.amount(({ event }) => feeInUsd({ ...event, feeIn: event.feeIn === 0 ? 'USD' : 'SHARES' }), {
      limits: { minimum: 0 },
      description:
        "The trader's fee in USD, {limits}; a fee taken in shares is valued at the price of the fill. 0 if the source does not provide it.",
    }),
    realizedPnl: t.amount(async (node, _args, context) => (await effectOf(node, context))?.realized ?? null, {
      nullable: true,
      complexity: REPLAYED_DAY,
      description: `Profit that the fill realized, in USD, at average cost; shares without a known cost realize nothing, and a BUY 0. ${UNKNOWN_EFFECT}`,
    }),
    counterparty: t.field({
      type: TraderType,
      nullable: true,
      description:
        'The counterparty. Null if it is the exchange, the source does not name it, or the wallet opted out.',
      resolve: ({ event: { counterparty }, snapshot }, _args, { loaders }) =>
        counterparty === null ? null : loaders(snapshot).profiles.load(counterparty),
    }),
  }),
})

/** Returns a page of fills as nodes; related rows are read for all of them together. */
export function tradeNodes(
  trades: readonly StoredTrade[],
  snapshot: Snapshot,
  context: RequestContext,
): TradeNode[] {
  return eventNodes(trades, snapshot, context, (keys) => context.reader.trades.hashes(keys))
}

/** Returns a fill's name among all objects. */
function tradeName(key: number): string {
  const { block, logIndex } = blockOf(key)
  return block === null ? `row-${-key}` : `${block}-${logIndex}`
}

/** Returns the key of a fill's name, null if the text is not one. */
function tradeKey(name: string): number | null {
  const row = /^row-(\d{1,16})$/.exec(name)?.[1]
  const [, block, logIndex] = /^(\d{1,10})-(\d{1,7})$/.exec(name) ?? []
  const key = row === undefined ? chainKey(Number(block), Number(logIndex)) : -Number(row)
  return tradeName(key) === name ? key : null
}

/** A fill that the snapshot counts and the caller may be shown. */
async function readTrade({ name, asOf }: NodeId, context: RequestContext): Promise<TradeNode | null> {
  const key = tradeKey(name)
  if (key === null) return null
  const snapshot = await context.snapshot(asOf)
  const [trade] = await context.reader.trades.fillsByKey([key])
  const end = eventEnd(snapshot)
  return trade && isUpTo(trade, end) ? (tradeNodes([trade], snapshot, context)[0] ?? null) : null
}
