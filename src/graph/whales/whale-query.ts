import { meets } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'
import { FILL_USD } from '../../ledger/bounds.ts'
import { addressOf, MICRO } from '../../ledger/quantities.ts'
import { PUBLIC_LIST, SHOWCASE } from '../../whales/alerts/alert-desk.ts'
import type { AlertFilter } from '../../whales/alerts/alert-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { ALL_ALERTS, PAGE_ROWS, sliced } from '../kit/cost/query-cost.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import {
  AFTER,
  ALERT_ID,
  GIVEN_ADDRESS,
  GIVEN_CONDITION,
  LIST_LIMITS,
  PAGE,
  rowsPerPage,
} from '../kit/limits/known-limits.ts'
import type { ArgumentTier } from '../kit/tier-rule.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { oneMarket } from '../traders/market-links.ts'
import { LEAST_USD, ONE_SIDE, ONE_TRADER } from '../traders/trades/trade-filters.ts'
import { TradeSideEnum } from '../traders/trades/trade-terms.ts'
import { NotableAlertType } from './notable-alert.ts'
import { RadarRecordType } from './radar-record.ts'
import { WhaleAlertType } from './whale-alert.ts'
import { listWhaleAlerts, WhaleAlertConnectionType } from './whale-connection.ts'

const PRO: ArgumentTier<unknown> = { requires: 'PRO', otherwise: 'ERROR' }
const MORE_ALERTS: ArgumentTier<number> = {
  requires: 'PRO',
  otherwise: 'NULL',
  where: { says: `it is above ${PUBLIC_LIST.alerts}`, holds: (first) => first > PUBLIC_LIST.alerts },
}

/** The filters of alerts as a caller writes them. */
interface FilterArguments {
  category?: string | null | undefined
  minUsd?: number | null | undefined
  side?: 'BUY' | 'SELL' | null | undefined
  qualifying?: string | null | undefined
  trader?: string | null | undefined
  market?: string | null | undefined
}

builder.queryField('whaleAlerts', (t) =>
  t.field({
    type: WhaleAlertConnectionType,
    complexity: sliced(
      { assumedSize: PUBLIC_LIST.alerts, slicingArguments: ['first'], sizedFields: PAGE_ROWS },
      (tier) => (meets(tier, 'PRO') ? LIST_LIMITS.rows : PUBLIC_LIST.alerts),
    ),
    description: `Large fills by top traders, newest first. Pro callers see all of them immediately, with identities. Everyone else sees those of the last ${PUBLIC_LIST.days} days of the ledger, an hour (configurable) after the fill, with a label for the trader and rounded amounts, and filters by \`market\` alone.`,
    args: {
      category: t.arg({
        type: MarketCategoryEnum,
        tier: PRO,
        description: 'Only fills in markets of this category. Default: all.',
      }),
      minUsd: t.arg.float({
        tier: PRO,
        description: LEAST_USD,
        limits: FILL_USD,
      }),
      side: t.arg({
        type: TradeSideEnum,
        tier: PRO,
        description: ONE_SIDE,
      }),
      qualifying: t.arg({
        type: QualifyingBoardEnum,
        tier: PRO,
        description: 'Only alerts for which the trader qualified by this leaderboard. Default: all.',
      }),
      trader: t.arg.string({
        tier: PRO,
        limits: GIVEN_ADDRESS,
        description: ONE_TRADER,
      }),
      market: t.arg.id({
        description: oneMarket('fills'),
        limits: GIVEN_CONDITION,
      }),
      first: t.arg.int({
        defaultValue: PUBLIC_LIST.alerts,
        tier: MORE_ALERTS,
        limits: PAGE,
        description: rowsPerPage(PUBLIC_LIST.alerts, `at most ${PUBLIC_LIST.alerts} without Pro`),
      }),
      after: t.arg.string({
        description: AFTER,
        limits: ALERT_ID,
      }),
    },
    resolve: async (_root, { first, after, ...filters }, context) =>
      listWhaleAlerts(
        {
          filter: await filterOf(filters, context),
          first: first ?? PUBLIC_LIST.alerts,
          after: after ?? null,
        },
        context,
      ),
  }),
)

builder.queryField('whaleAlert', (t) =>
  t.field({
    type: WhaleAlertType,
    nullable: true,
    description: 'One alert by id, with the fields that the caller may see.',
    throws: { NOT_FOUND: 'for an unknown id, and for an alert that the caller may not see yet' },
    args: {
      id: t.arg.string({
        required: true,
        limits: ALERT_ID,
        description: "The alert's id, from a list.",
      }),
    },
    resolve: async (_root, { id }, { whales, caller }) => {
      const alert = await whales.one(caller.tier, id)
      if (alert) return alert
      throw new PequodError(
        'NOT_FOUND',
        'No alert visible to you has this id: copy one from the list of alerts.',
      )
    },
  }),
)

builder.queryField('whaleShowcase', (t) =>
  t.field({
    type: [NotableAlertType],
    complexity: { field: ALL_ALERTS, multiplier: SHOWCASE.alerts },
    description: `Up to ${SHOWCASE.alerts} alerts of the ledger's last ${SHOWCASE.days} days with the largest move in the trader's favor, one per trader, largest first.`,
    resolve: (_root, _args, { whales, caller }) => whales.showcase(caller.tier),
  }),
)

builder.queryField('whaleRadarRecord', (t) =>
  t.field({
    type: RadarRecordType,
    complexity: ALL_ALERTS,
    description:
      'The track record of all alerts, overall and by leaderboard: hit rate against the rate that prices implied, and price moves after the fill.',
    resolve: (_root, _args, { whales, caller }) => whales.record(caller.tier),
  }),
)

async function filterOf(
  { category, minUsd, side, qualifying, trader, market }: FilterArguments,
  { reader }: Pick<RequestContext, 'reader'>,
): Promise<AlertFilter> {
  const address = trader ? addressOf(trader) : null
  return {
    ...(category && { category }),
    ...(typeof minUsd === 'number' && { minUsd: Math.ceil(minUsd * MICRO) }),
    ...(side && { side }),
    ...(qualifying && { qualifying }),
    ...(address && { trader: address }),
    ...(market && { tokens: (await reader.trades.tokensOf([market])).map(({ id }) => id) }),
  }
}
