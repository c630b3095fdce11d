import { meets } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'
import { FILL_USD } from '../../ledger/bounds.ts'
import { addressOf, MICRO } from '../../ledger/quantities.ts'
import {
  type AlertSearch,
  type NotableAlert,
  PUBLIC_LIST,
  type RadarRecordAsOf,
  SHOWCASE,
} from '../../whales/alerts/alert-desk.ts'
import type { AlertFilter } from '../../whales/alerts/alert-reader.ts'
import { type AlertView, shownUsd } from '../../whales/alerts/alert-view.ts'
import type { RadarRecord } from '../../whales/alerts/radar-record.ts'
import { isQualifyingBoard } from '../../whales/config/alert-config.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { ALL_ALERTS, PAGE_ROWS, sliced } from '../kit/cost/query-cost.ts'
import { ALERT_CUTOFF, CutoffType } from '../kit/cutoff.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { argumentError } from '../kit/errors.ts'
import { trackRecord } from '../kit/interval.ts'
import {
  AFTER,
  ALERT_ID,
  GIVEN_ADDRESS,
  GIVEN_CONDITION,
  LIST_LIMITS,
  PAGE,
  rowsPerPage,
} from '../kit/limits/known-limits.ts'
import { certainTotal, NO_CURSOR } from '../kit/paging/page-slice.ts'
import type { ArgumentTier } from '../kit/tier-rule.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { oneMarket } from '../traders/market-links.ts'
import { LEAST_USD, ONE_SIDE, ONE_TRADER, TradeSideEnum } from '../traders/trades/trade-filters.ts'
import { WhaleAlertType } from './whale-alert.ts'

const PRO: ArgumentTier<unknown> = { requires: 'PRO', otherwise: 'ERROR' }
const MORE_ALERTS: ArgumentTier<number> = {
  requires: 'PRO',
  otherwise: 'NULL',
  where: { says: `it is above ${PUBLIC_LIST.alerts}`, holds: (first) => first > PUBLIC_LIST.alerts },
}

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
    throws: { NOT_FOUND: UNSEEN_ALERT },
    args: {
      id: t.arg.string({
        required: true,
        limits: ALERT_ID,
        description: ONE_ALERT,
      }),
    },
    resolve: (_root, { id }, context) => alertById(id, context),
  }),
)

/** An alert with what the caller may see of it. @throws PequodError NOT_FOUND for an unknown one, and one that the caller may not see yet */
export async function alertById(id: string, { whales, caller }: RequestContext): Promise<AlertView> {
  const alert = await whales.one(caller.tier, id)
  if (alert) return alert
  throw noAlert()
}

/** The argument of a field of one alert, its failure, and the error. */
export const ONE_ALERT = "The alert's id, from a list."
export const UNSEEN_ALERT = 'for an unknown id, and for an alert that the caller may not see yet'
export function noAlert(): PequodError {
  return new PequodError(
    'NOT_FOUND',
    'No alert visible to you has this id: copy one from the list of alerts.',
  )
}

builder.queryField('whaleShowcase', (t) =>
  t.of([NotableAlertType], (_root, _args, { whales, caller }) => whales.showcase(caller.tier), {
    complexity: { field: ALL_ALERTS, multiplier: SHOWCASE.alerts },
    description: `Up to ${SHOWCASE.alerts} alerts of the ledger's last ${SHOWCASE.days} days with the largest move in the trader's favor, one per trader, largest first.`,
  }),
)

builder.queryField('whaleRadarRecord', (t) =>
  t.of(RadarRecordType, (_root, _args, { whales, caller }) => whales.record(caller.tier), {
    complexity: ALL_ALERTS,
    description:
      'The track record of all alerts, overall and by leaderboard: hit rate against the rate that prices implied, and price moves after the fill.',
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

export const NotableAlertType = builder.objectRef<NotableAlert>('NotableAlert').implement({
  description: 'A whale alert and the price move since its fill.',
  fields: (t) => ({
    alert: t.of(WhaleAlertType, 'alert', 'The alert, with the fields that the caller may see.'),
    cutoff: t.of(CutoffType, (_alert, _args, { whales, caller }) => whales.cutoff(caller.tier), {
      nullable: true,
      description: ALERT_CUTOFF,
    }),
    move: t.number('move', {
      tier: { requires: 'PRO', otherwise: 'ROUNDED', round: shownUsd },
      description:
        'Gain since the fill, (price now − price) · side · shares, in USD: exact for Pro; without Pro, rounded towards 0 to 2 significant digits.',
    }),
    priceNow: t.fraction('priceNow', 'The current mark of a share, in USD from {limits}.'),
  }),
})

export interface WhaleSearch extends Omit<AlertSearch, 'after'> {
  /** The cursor to continue after, or null for the newest. */
  after: string | null
}

/** The cost of counting a list, in fields: it reads every alert. */
const COUNT_COST = 25

export const WhaleAlertConnectionType = builder.connectionObject(
  {
    type: WhaleAlertType,
    name: 'WhaleAlertConnection',
    description: 'A page of whale alerts.',
    fields: (t) => ({
      totalCount: t.count(certainTotal, {
        complexity: COUNT_COST,
        description: `Alerts in the whole list, {limits}: for Pro, all that match the filters; otherwise those released to everyone, of the last ${PUBLIC_LIST.days} days of the ledger.`,
      }),
    }),
  },
  { name: 'WhaleAlertEdge', description: 'A row of a page of whale alerts.' },
)

/** Why a list ends for callers without Pro. */
const OLDER = `Only alerts of the last ${PUBLIC_LIST.days} days are listed without Pro: sign in with a Pro account for all of them.`

/** Returns the requested page of alerts, as the caller may see it. A cursor is its row's id. */
export async function listWhaleAlerts({ after, ...search }: WhaleSearch, { whales, caller }: RequestContext) {
  const place = after === null ? null : await whales.placeOf(caller.tier, after)
  if (after !== null && place === null) throw noCursor(after)
  const { alerts, hasMore, isTruncated, total } = await whales.page(caller.tier, { ...search, after: place })
  const edges = alerts.map((node) => ({ node, cursor: node.id }))
  return {
    total,
    cutoff: () => whales.cutoff(caller.tier),
    truncatedReason: isTruncated ? OLDER : null,
    edges,
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

function noCursor(input: string) {
  return argumentError({ issues: [{ code: 'custom', path: ['after'], message: NO_CURSOR, input }] })
}

const BoardRecordType = builder.objectRef<RadarRecord>('RadarBoardRecord').implement({
  description:
    "The track record of all alerts, or of one qualifying leaderboard's. An alert with two leaderboards counts for both.",
  fields: (t) => ({
    board: t.of(QualifyingBoardEnum, ({ board }) => (isQualifyingBoard(board) ? board : null), {
      nullable: true,
      description: 'The qualifying leaderboard. Null for all alerts.',
    }),
    alerts: t.count('alerts', 'Alerts counted, {limits}.'),
    decided: t.count('decided', 'Alerts whose outcome has paid 1 or 0; {limits}.'),
    ...trackRecord(t, {
      rate: 'Share of decided alerts that were right, a fraction. Null if none is decided.',
      implied: 'the prices paid: the mean of price for a BUY and 1 − price for a SELL',
    }),
    markoutAfterHour: t.number('markoutAfterHour', {
      nullable: true,
      description:
        'Mean of side · (mark − price) one hour after the fill, in USD per share. Null if none is marked.',
    }),
    markoutAfterDay: t.number('markoutAfterDay', {
      nullable: true,
      description:
        'Mean of side · (mark − price) one day after the fill, in USD per share. Null if none is marked.',
    }),
  }),
})

export const RadarRecordType = builder.objectRef<RadarRecordAsOf>('WhaleRadarRecord').implement({
  description: 'The track record of the whale alerts.',
  fields: (t) => ({
    cutoff: t.of(CutoffType, 'cutoff', {
      nullable: true,
      description: `${ALERT_CUTOFF} Marks due by then are counted.`,
    }),
    all: t.of(BoardRecordType, ({ records: [all] }) => all, 'The record of all alerts.'),
    boards: t.of(
      [BoardRecordType],
      ({ records }) => records.filter(({ board }) => isQualifyingBoard(board)),
      { rows: 3, description: 'The record by qualifying leaderboard, ordered by id.' },
    ),
  }),
})
