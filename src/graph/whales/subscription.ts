import { FILL_USD } from '../../ledger/bounds.ts'
import { addressOf, MICRO } from '../../ledger/quantities.ts'
import type { AlertRow } from '../../whales/alerts/alert-row.ts'
import { proView, sideOf } from '../../whales/alerts/alert-view.ts'
import type { AlertStream, StreamItem } from '../../whales/live/alert-stream.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { argumentError } from '../kit/errors.ts'
import { ALERT_ID, GIVEN_ADDRESS, GIVEN_CONDITION } from '../kit/limits/known-limits.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { TradeSideEnum } from '../traders/trades/trade-filters.ts'
import { callerNow, watchTier } from './watch-tier.ts'
import { WhaleAlertType } from './whale-alert.ts'

builder.subscriptionType({
  description:
    'The live API, over server-sent events (`Accept: text/event-stream`, the distinct-connections mode of graphql-sse) or WebSocket (`graphql-transport-ws`).',
  fields: (t) => ({
    whaleAlerts: t.field({
      type: WhaleAlertType,
      tier: { requires: 'PRO', otherwise: 'ERROR' },
      description:
        'New whale alerts, each once, in the order of detection. To resume without loss, pass the `id` of the last alert received as `after`. The stream ends with an error: SLOW_CONSUMER when more than 1,000 alerts are unread, UNAUTHENTICATED or FORBIDDEN within seconds of the caller losing the key or the tier, SERVICE_UNAVAILABLE when the process stops. At most 20 open streams per caller and process; one more is RATE_LIMITED.',
      args: {
        filter: t.arg({
          type: WhaleAlertFilterInput,
          description: 'A filter of the alerts to stream. Default: all.',
        }),
        after: t.arg.string({
          description:
            "An alert's `id`, or its cursor in a list: the stream starts with the alerts detected after it. Default: only new alerts.",
          limits: ALERT_ID,
        }),
      },
      subscribe: (_root, { filter, after }, context) =>
        openStream(context, { after: placeOf(after, context), passes: liveFilter(filter) }),
      resolve: async (item: StreamItem, _args, context) => {
        // A stream's last event is an error with a code, which only a field can carry.
        if (item.kind === 'END') throw item.reason
        context.renew(await callerNow(context, 'PRO'))
        return proView(item.row, context.live.ids)
      },
    }),
  }),
})

async function openStream(
  context: RequestContext,
  options: Parameters<RequestContext['live']['feed']['subscribe']>[0],
): Promise<AlertStream> {
  const { limiterKey: caller } = context.caller
  const stream = await context.live.feed.subscribe({ ...options, caller })
  const stop = watchTier(context, { requires: 'PRO', end: stream.end })
  stream.onGone(stop)
  return stream
}

/** Returns the number in the chain after which a subscriber begins; null to begin with new alerts. */
function placeOf(after: string | null | undefined, { live }: RequestContext): number | null {
  if (after === null || after === undefined) return null
  const place = live.ids.seqOf(after)
  if (place !== null) return place
  const message = 'is not an alert’s id: pass the id of the last alert received'
  throw argumentError({ issues: [{ code: 'custom', path: ['after'], message, input: after }] })
}

/** The alerts that a subscriber requests; an omitted field does not filter. */
export const WhaleAlertFilterInput = builder.inputType('WhaleAlertFilter', {
  description: 'A filter for live alerts. An omitted or null field matches any alert.',
  fields: (t) => ({
    category: t.field({ type: MarketCategoryEnum, description: 'Only fills in markets of this category.' }),
    minUsd: t.float({
      limits: FILL_USD,
      description: 'Only fills of at least this many USD, from {limits}.',
    }),
    side: t.field({ type: TradeSideEnum, description: 'Only fills of this side.' }),
    qualifying: t.field({
      type: QualifyingBoardEnum,
      description: 'Only alerts for which the trader qualified by this leaderboard.',
    }),
    trader: t.string({
      limits: GIVEN_ADDRESS,
      description: 'Only fills of this trader: a wallet address, {limits}.',
    }),
    market: t.id({
      limits: GIVEN_CONDITION,
      description: 'Only fills in this market: its condition, {limits}.',
    }),
  }),
})

/** Returns whether an alert meets a filter, as the store's queries decide it. */
export function liveFilter(
  filter: typeof WhaleAlertFilterInput.$inferInput | null | undefined,
): (row: AlertRow) => boolean {
  const { category, minUsd, side, qualifying, trader, market } = filter ?? {}
  const least = Math.ceil((minUsd ?? 0) * MICRO)
  const address = trader ? addressOf(trader.toLowerCase()) : null
  const condition = market?.toLowerCase() ?? null
  return (row) =>
    row.usd >= least &&
    (!category || row.category === category) &&
    (!side || sideOf(row) === side) &&
    (!qualifying || row.boards.split(' ').includes(qualifying)) &&
    (address === null || row.address === address) &&
    (condition === null || row.condition === condition)
}
