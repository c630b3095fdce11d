import { PequodError } from '../../errors.ts'
import { type Day, dayOf, weekStart } from '../../ledger/quantities.ts'
import { cohortHistory } from '../../smart-money/cohort-history.ts'
import { cohortWeek, noWeekYet } from '../../smart-money/current-stances.ts'
import { AS_OF } from '../kit/as-of-argument.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { GIVEN_CONDITION } from '../kit/limits/forms.ts'
import { LIST_LIMITS, PAGE } from '../kit/list-limits.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { type Market, MarketType, marketPage } from './market.ts'
import { listMarkets, MarketConnectionType } from './market-connection.ts'
import { MarketOrderEnum } from './market-order.ts'
import { SignalType } from './signal.ts'
import { DEFAULT_COHORT, SmartCohortEnum } from './smart-cohort.ts'
import { highlightsOf, SmartMoneyType, smartMoneyOf } from './smart-money.ts'
import { SmartMoneyHistoryType } from './smart-money-history.ts'
import { SmartMoneyMarketType } from './smart-money-market.ts'

/** Two years of weeks. */
const MAX_WEEKS = 104
const DEFAULT_WEEKS = 12
/** Rows of a page of markets. */
const DEFAULT_PAGE = 20
const PRO = { requires: 'PRO', otherwise: 'ERROR' } as const

builder.queryFields((t) => {
  const cohort = t.arg({
    type: SmartCohortEnum,
    defaultValue: DEFAULT_COHORT,
    description: 'Which cohort. Default: TOP_PNL.',
  })
  const weeks = t.arg.int({
    defaultValue: DEFAULT_WEEKS,
    limits: { minimum: 1, maximum: MAX_WEEKS },
    description: `Number of weeks, from {limits}. Default: ${DEFAULT_WEEKS}.`,
  })
  const asOf = t.arg({ type: 'Date', description: AS_OF })
  const id = t.arg.string({
    required: true,
    limits: GIVEN_CONDITION,
    description: "The market's condition id: {limits}.",
  })
  return {
    smartMoney: t.field({
      type: SmartMoneyType,
      description:
        "A cohort's positions in open markets, compared with market prices. Error SERVICE_UNAVAILABLE until the first week is computed.",
      args: { cohort, asOf },
      resolve: async (_root, args, context) =>
        smartMoneyOf(args.cohort ?? DEFAULT_COHORT, await context.snapshot(args.asOf ?? null), context),
    }),
    smartMoneyHighlights: t.field({
      type: [SignalType],
      complexity: ({ weeks: count }) => ({
        field: 1,
        multiplier: Math.min(count ?? DEFAULT_WEEKS, MAX_WEEKS),
      }),
      description: "A cohort's weekly highlights as recorded at the time, newest first, with their outcomes.",
      args: { weeks, cohort },
      resolve: async (_root, args, context) => {
        const snapshot = await context.snapshot()
        const [to, name] = [weekStart(dayOf(snapshot.cutoff.time)), args.cohort ?? DEFAULT_COHORT]
        const range = { cohort: name, from: to - 7 * ((args.weeks ?? DEFAULT_WEEKS) - 1), to }
        if ((await context.reader.smartMoney.view(name, 0)) === null) throw noWeekYet(name)
        return (await highlightsOf(range, snapshot, context)).reverse()
      },
    }),
    smartMoneyHistory: t.field({
      type: SmartMoneyHistoryType,
      nullable: true,
      tier: PRO,
      complexity: ({ weeks: count }) => ({
        field: 1,
        multiplier: Math.min(count ?? DEFAULT_WEEKS, MAX_WEEKS),
      }),
      description:
        "A cohort's past signals week by week, with their outcomes and performance. Error FORBIDDEN without Pro.",
      args: { cohort, weeks },
      resolve: async (_root, args, context) => {
        const { cutoff } = await context.snapshot()
        const count = args.weeks ?? DEFAULT_WEEKS
        return cohortHistory(context.reader.smartMoney, args.cohort ?? DEFAULT_COHORT, count, cutoff.time)
      },
    }),
    smartMoneyMarket: t.field({
      type: SmartMoneyMarketType,
      nullable: true,
      tier: PRO,
      description:
        "A cohort's position in one market, with its history and members. Error NOT_FOUND for an unknown condition, FORBIDDEN without Pro.",
      args: { id, cohort, asOf },
      resolve: async (_root, args, context) => {
        const name = args.cohort ?? DEFAULT_COHORT
        const market = await marketOf(args.id, context, args.asOf ?? null)
        const week = await cohortWeek(context.reader.smartMoney, name, market.snapshot)
        return { market, cohort: name, week }
      },
    }),
    market: t.field({
      type: MarketType,
      nullable: true,
      description: 'One market by condition id. Error NOT_FOUND for an unknown condition.',
      args: { id, asOf },
      resolve: (_root, args, context) => marketOf(args.id, context, args.asOf ?? null),
    }),
    markets: t.field({
      type: MarketConnectionType,
      complexity: ({ first }) => ({
        field: 1,
        multiplier: Math.min(first ?? DEFAULT_PAGE, LIST_LIMITS.rows),
      }),
      description: 'Markets with known metadata, newest in the ledger first, or in the given `order`.',
      args: {
        first: t.arg.int({
          defaultValue: DEFAULT_PAGE,
          limits: PAGE,
          description: `Rows per page, from {limits}. Default: ${DEFAULT_PAGE}.`,
        }),
        after: t.arg.string({
          description: 'A cursor from the same list; the page starts after its row. Default: the first page.',
          limits: { minLength: 1, maxLength: 100 },
        }),
        category: t.arg({
          type: MarketCategoryEnum,
          description: 'Only markets of this category. Default: all.',
        }),
        order: t.arg({
          type: MarketOrderEnum,
          defaultValue: 'NEWEST',
          description: 'Sort order. Default: NEWEST. A cursor is valid only in its own order.',
        }),
        asOf,
      },
      resolve: (_root, { first, after, category, order, asOf: day }, context) =>
        listMarkets(
          {
            first: first ?? DEFAULT_PAGE,
            after: after ?? null,
            category: category ?? null,
            order: order ?? 'NEWEST',
            asOf: day ?? null,
          },
          context,
        ),
    }),
  }
})

async function marketOf(id: string, context: RequestContext, asOf: Day | null = null): Promise<Market> {
  const snapshot = await context.snapshot(asOf)
  const facts = await context.reader.smartMoney.findMarket(id)
  const [market] = facts ? marketPage([facts], snapshot, context) : []
  if (market) return market
  throw new PequodError(
    'NOT_FOUND',
    `No market has the condition ${id}: the ledger holds no event of it. Take one that an answer names.`,
  )
}
