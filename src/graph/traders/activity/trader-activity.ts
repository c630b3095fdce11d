import { comparePlaces } from '../../../store/ledger/place.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'
import type { StoredMovement, StoredTrade } from '../../../store/trades/trade-filter.ts'
import { builder } from '../../kit/builder.ts'
import type { RequestContext } from '../../kit/context.ts'
import type { TraderProfile } from '../../kit/loaders.ts'
import { eventEnd, isUpTo } from '../../kit/paging/event-end.ts'
import type { PageArguments } from '../../kit/paging/page-slice.ts'
import {
  askedPage,
  decodePlace,
  encodePlace,
  FIRST_ROWS_ALONE,
  newestFirstPage,
  pageArguments,
  pageOf,
  placePrice,
} from '../../kit/paging/place-paging.ts'
import { TraderType } from '../trader.ts'
import { type EventNode, eventNodes, LedgerEventInterface } from '../trades/ledger-event.ts'
import { tradeNodes } from '../trades/trade.ts'
import './movement-types.ts'

const LedgerEventConnectionType = builder.connectionObject(
  {
    type: LedgerEventInterface,
    name: 'LedgerEventConnection',
    description: 'A page of events of the ledger.',
  },
  { name: 'LedgerEventEdge', description: 'An event with its cursor.' },
)

builder.objectFields(TraderType, (t) => ({
  activity: t.field({
    type: LedgerEventConnectionType,
    complexity: placePrice(2),
    description: `All activity of the trader, newest first, each row with its kind: trades, splits, merges, conversions, redemptions, transfers sent and received, and income. ${FIRST_ROWS_ALONE}`,
    args: pageArguments(t.arg),
    resolve: (trader, args, context) => listActivity(trader, args, context),
  }),
}))

/** A page of a trader's events of every kind, newest first: fills and movements, each read as a page of its own. */
async function listActivity({ row, snapshot }: TraderProfile, args: PageArguments, context: RequestContext) {
  const { trades } = context.reader
  const asked = askedPage(args, context, decodePlace)
  const { bounds, ...page } = newestFirstPage(asked)
  const upTo = eventEnd(snapshot)
  const { ahead, behind } = bounds
  const place = ahead && { time: ahead.time, key: ahead.key }
  const fillBounds = {
    // A fill is the first item of its log and comes before the others.
    ...(place && (ahead.item && isUpTo(place, upTo) ? { upTo: place } : { ahead: place })),
    ...(behind && { behind: { time: behind.time, key: behind.key } }),
  }
  const owner = { column: 'owner_id', id: row.id } as const
  const [fills, movements] = await Promise.all([
    trades.fills({ ...page, streams: [owner], filter: { upTo, ...fillBounds } }),
    trades.movements({
      ...page,
      streams: [owner, { column: 'other_id', id: row.id }],
      filter: { upTo, ...bounds },
    }),
  ])
  const rows = [...fills, ...movements].sort((a, b) => comparePlaces(b, a))
  const found = page.newestFirst ? rows.slice(0, page.limit) : rows.slice(-page.limit)
  return {
    total: async () => null,
    cutoff: () => snapshot.cutoff,
    ...pageOf(asked, found, (shown) => ledgerNodes(shown, snapshot, context), encodePlace),
  }
}

/** Returns events of every kind as nodes; related rows are read for all of them together. */
export function ledgerNodes(
  events: readonly (StoredTrade | StoredMovement)[],
  snapshot: Snapshot,
  context: RequestContext,
): EventNode[] {
  const { trades } = context.reader
  const fills = tradeNodes(
    events.filter((event) => 'side' in event),
    snapshot,
    context,
  )
  const movements = eventNodes(
    events.filter((event) => 'kind' in event),
    snapshot,
    context,
    (keys) => trades.movementHashes(keys),
  )
  const nodes = new Map<object, EventNode>([...fills, ...movements].map((node) => [node.event, node]))
  return events.flatMap((event) => nodes.get(event) ?? [])
}
