import { MAX_OUTCOMES } from '../../../ledger/bounds.ts'
import { decimalOf } from '../../../ledger/quantities.ts'
import type { MovementKind } from '../../../store/ledger/movement-row.ts'
import { comparePlaces } from '../../../store/ledger/place.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'
import type { StoredMovement, StoredTrade } from '../../../store/trades/trade-filter.ts'
import { builder } from '../../kit/builder.ts'
import type { RequestContext } from '../../kit/context.ts'
import type { TraderProfile } from '../../kit/loaders.ts'
import { eventEnd, isUpTo, type PageArguments } from '../../kit/paging/page-slice.ts'
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
import { type EventNode, eventNodes, isEventOf, LedgerEventInterface, tradeNodes } from '../trades/trade.ts'
import { OUTCOME_NAME, OUTCOME_TOKEN } from '../trades/trade-filters.ts'

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

/** An event that is no fill, as the graph shows it. */
export type MovementNode = EventNode<StoredMovement>

const interfaces = [LedgerEventInterface]
const isA = (kind: MovementKind) => isEventOf((event) => 'kind' in event && event.kind === kind)
const amountOf = ({ event }: MovementNode) => event.amount ?? 0

builder.objectRef<MovementNode>('Split').implement({
  description: 'The trader split dollars into equal shares of every outcome.',
  interfaces,
  isTypeOf: isA('SPLIT'),
  fields: (t) => ({
    amount: t.amount(amountOf, 'Shares received of each outcome, and USD paid for all of them; 0 or more.'),
  }),
})

builder.objectRef<MovementNode>('Merge').implement({
  description: 'The trader merged equal shares of every outcome into dollars.',
  interfaces,
  isTypeOf: isA('MERGE'),
  fields: (t) => ({
    amount: t.amount(amountOf, 'Shares merged of each outcome, and USD received for all of them; 0 or more.'),
  }),
})

builder.objectRef<MovementNode>('Conversion').implement({
  description:
    'The trader converted NO shares of some questions of an event to YES shares of the others, and dollars. It belongs to no single market.',
  interfaces,
  isTypeOf: isA('CONVERT'),
  fields: (t) => ({
    amount: t.amount(amountOf, 'Shares converted of each NO, 0 or more.'),
    questions: t.intList({
      description: 'The questions whose NO was converted, by their positions in the event, from 0.',
      complexity: { field: 1, multiplier: MAX_OUTCOMES },
      resolve: ({ event }) => bitsOf(BigInt(event.indexSet ?? '0')),
    }),
    feeRate: t.float({
      description: 'The fee, as a fraction of the amount received; 0 to 1.',
      resolve: ({ event }) => (event.feeBips ?? 0) / 10_000,
    }),
  }),
})

builder.objectRef<MovementNode>('Resolution').implement({
  description: 'The market of a position resolved. No trader is its owner.',
  interfaces,
  isTypeOf: isA('RESOLVE'),
  fields: (t) => ({
    payouts: t.floatList({
      nullable: true,
      complexity: { field: 1, multiplier: MAX_OUTCOMES },
      description:
        "Payout of a share of each outcome in USD, 0 to 1, in the market's order. Null if unknown.",
      resolve: ({ event: { payouts } }) => payouts?.map(decimalOf) ?? null,
    }),
  }),
})

builder.objectRef<MovementNode>('Redemption').implement({
  description: 'The trader redeemed shares of a resolved market.',
  interfaces,
  isTypeOf: isA('REDEEM'),
  fields: (t) => ({
    payout: t.amount(amountOf, 'USD received, 0 or more.'),
    amounts: t.floatList({
      nullable: true,
      complexity: { field: 1, multiplier: MAX_OUTCOMES },
      description:
        "Shares redeemed of each outcome, in the market's order. Null if the whole holding was redeemed.",
      resolve: ({ event: { amounts } }) => amounts?.map(decimalOf) ?? null,
    }),
  }),
})

builder.objectRef<MovementNode>('Transfer').implement({
  description: 'Shares moved from one wallet to another. `trader` is the sender.',
  interfaces,
  isTypeOf: isA('TRANSFER'),
  fields: (t) => ({
    receiver: t.field({
      type: TraderType,
      nullable: true,
      description: 'The receiving trader. Null if the wallet opted out.',
      resolve: ({ event: { other }, snapshot }, _args, { loaders }) =>
        other === null ? null : loaders(snapshot).profiles.load(other),
    }),
    shares: t.amount(amountOf, 'Shares moved, 0 or more.'),
    token: t.string({
      ...OUTCOME_TOKEN,
      resolve: ({ event, reads }) => reads.ofToken(event.token ?? 0, (token) => token?.token ?? ''),
    }),
    outcome: t.string({
      ...OUTCOME_NAME,
      resolve: ({ event, reads }) => reads.ofToken(event.token ?? 0, (token) => token?.name ?? null),
    }),
  }),
})

builder.objectRef<MovementNode>('Income').implement({
  description: 'A reward or a rebate. It counts in no profit.',
  interfaces,
  isTypeOf: isA('INCOME'),
  fields: (t) => ({
    amount: t.amount(amountOf, 'USD received, 0 or more.'),
    reason: t.string({
      nullable: true,
      description: "The Data API's type, such as MAKER_REBATE. Null if unknown.",
      resolve: ({ event }) => event.reason,
    }),
  }),
})

function bitsOf(set: bigint): number[] {
  const digits = [...set.toString(2)].reverse()
  return digits.flatMap((digit, i) => (digit === '1' ? i : []))
}
