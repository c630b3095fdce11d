import { PequodError } from '../errors.ts'
import { type Day, dayOf, dayText } from '../ledger/quantities.ts'
import { LEADERBOARDS } from '../metrics/leaderboards.ts'
import { intBetween, textUpTo } from './kit/argument-checks.ts'
import { AS_OF } from './kit/as-of-argument.ts'
import { builder } from './kit/builder.ts'
import type { RequestContext } from './kit/context.ts'
import { FIELD_LIMIT } from './kit/field-limit.ts'
import { LIST_LIMITS } from './kit/list-limits.ts'
import { sliceCost } from './kit/query-cost.ts'
import { DayWindowInput, namesDay, PRO_WINDOW } from './leaderboards/day-window.ts'
import { findLeaderboard } from './leaderboards/find-leaderboard.ts'
import { allLeaderboards, LeaderboardType } from './leaderboards/leaderboard.ts'
import { unknownLeaderboard } from './leaderboards/unknown-leaderboard.ts'
import { MarketCategoryEnum } from './markets/market-category.ts'
import { ServiceType } from './service.ts'
import { addressArgument } from './traders/address-argument.ts'
import { findTraders } from './traders/find-traders.ts'
import { TraderType } from './traders/trader.ts'
import { searchTraders, TraderConnectionType } from './traders/trader-connection.ts'

builder.queryType({
  description:
    'Everything that can be read. All fields of one request are answered from one snapshot, but for those with another `asOf`.',
  fields: (t) => ({
    leaderboards: t.field({
      type: [LeaderboardType],
      complexity: { field: 1, multiplier: LEADERBOARDS.length },
      description: 'Every leaderboard, in the order in which they are shown.',
      args: { asOf: t.arg({ type: 'Date', description: AS_OF }) },
      resolve: (_root, { asOf }, context) => allLeaderboards(asOf ?? null, context),
    }),
    leaderboard: t.field({
      type: LeaderboardType,
      nullable: true,
      complexity: (args) => ({ field: 1 + sliceCost(args), multiplier: 1 }),
      description:
        'A leaderboard. An id that there is not is an error with the code NOT_FOUND, which names those there are.',
      args: {
        id: t.arg.string({
          required: true,
          description:
            'The tab and the period as `{tab}-{period}`, such as `pnl-7d`; with a `window`, the tab is enough.',
        }),
        asOf: t.arg({ type: 'Date', description: AS_OF }),
        window: t.arg({
          type: DayWindowInput,
          tier: PRO_WINDOW,
          description:
            "Days in place of the id's period, within those of the ledger: profit is that of the window's last day less that of the day before its first; with the answer as of its last day, so without `asOf`. The period when it is left out or null, or names no day.",
        }),
        category: t.arg({
          type: MarketCategoryEnum,
          description:
            'Counts only what traders did in events of this category. Everything when it is left out or null.',
        }),
      },
      resolve: async (_root, { id, asOf, window, category }, context) => {
        const days = window && namesDay(window) ? window : null
        const asked = { name: id, asOf: asOf ?? null, window: days, category: category ?? null }
        const board = await findLeaderboard(asked, context)
        if (board === null) throw unknownLeaderboard(id)
        return board
      },
    }),
    traders: t.field({
      type: TraderConnectionType,
      complexity: ({ first }) => ({
        field: 1,
        multiplier: Math.min(first ?? LIST_LIMITS.searchRows, LIST_LIMITS.rows),
      }),
      description: `Traders with at least one trade, found by name or address, best match first: the whole name, the start of the name, the start of the address, inside the name. A \`query\` is a search. ${FIELD_LIMIT}`,
      args: {
        query: t.arg.string({
          description: `Part of a name, or the start of an address; case and accents do not count. Up to ${LIST_LIMITS.query} characters. Everybody when it is left out, null or empty.`,
          validate: { schema: textUpTo(LIST_LIMITS.query) },
        }),
        first: t.arg.int({
          defaultValue: LIST_LIMITS.searchRows,
          description: `Rows of the page, from 1 to ${LIST_LIMITS.rows}. ${LIST_LIMITS.searchRows} when it is null.`,
          validate: { schema: intBetween(1, LIST_LIMITS.rows) },
        }),
        after: t.arg.string({
          description:
            'A cursor of the same query: the page begins behind its row. The first page when it is left out or null.',
          validate: { schema: textUpTo(LIST_LIMITS.searchCursor) },
        }),
        asOf: t.arg({ type: 'Date', description: AS_OF }),
      },
      resolve: async (_root, { query, first, after, asOf }, context, info) => {
        // Without a query the page is read off an index; with one every name is looked at.
        if (query) await context.limitField(info)
        return searchTraders(
          {
            query: query ?? '',
            first: first ?? LIST_LIMITS.searchRows,
            after: after ?? null,
            asOf: asOf ?? null,
          },
          context,
        )
      },
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      description: 'A trader. An address without an event in the ledger is an error with the code NOT_FOUND.',
      args: {
        address: t.arg.string({
          required: true,
          description: "The wallet's address: 0x and 40 hex digits; upper and lower case are one.",
          validate: { schema: addressArgument },
        }),
        asOf: t.arg({ type: 'Date', description: AS_OF }),
      },
      resolve: (_root, { address, asOf }, context) => traderOf(address, asOf ?? null, context),
    }),
    service: t.field({
      type: ServiceType,
      description: 'The service itself: what runs here, and how much it knows.',
      resolve: () => ({}),
    }),
  }),
})

async function traderOf(address: string, asOf: Day | null, context: RequestContext) {
  const [trader] = await findTraders([address], context, asOf)
  if (trader) return trader
  const { cutoff } = await context.snapshot(asOf)
  const day = dayText(dayOf(cutoff.time))
  const ledger = asOf === null ? `the ledger, which ends on ${day},` : `the ledger up to the close of ${day}`
  throw new PequodError(
    'NOT_FOUND',
    `No trader has the address ${address}: ${ledger} holds no event of it. Search for the trader by name or by the start of the address.`,
  )
}
