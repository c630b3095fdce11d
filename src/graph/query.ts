import { PequodError } from '../errors.ts'
import { type Day, dayOf, dayText } from '../ledger/quantities.ts'
import { LEADERBOARDS } from '../metrics/leaderboards.ts'
import { AS_OF_ARGUMENT } from './kit/as-of-argument.ts'
import { builder } from './kit/builder.ts'
import type { RequestContext } from './kit/context.ts'
import { PAGE_ROWS, sized, sliced, weighted } from './kit/cost/list-size.ts'
import { SLICE } from './kit/cost/query-cost.ts'
import { GIVEN_ADDRESS, WALLET_ADDRESS } from './kit/limits/forms.ts'
import { AFTER, LIST_LIMITS, PAGE, rowsPerPage } from './kit/list-limits.ts'
import { MAKES_ANOTHER_BOARD, WITHOUT_GATED } from './leaderboards/board-access.ts'
import { DayWindowInput, namesDay, PRO_WINDOW } from './leaderboards/day-window.ts'
import { findLeaderboard } from './leaderboards/find-leaderboard.ts'
import { allLeaderboards, LeaderboardType } from './leaderboards/leaderboard.ts'
import { unknownLeaderboard } from './leaderboards/unknown-leaderboard.ts'
import { MarketCategoryEnum, ONE_CATEGORY } from './markets/market-category.ts'
import { SERVICE, ServiceType } from './service.ts'
import { findTraders } from './traders/find-traders.ts'
import { TraderType } from './traders/trader.ts'
import { searchTraders, TraderConnectionType } from './traders/trader-connection.ts'

const MOST_ADDRESSES = 25

builder.queryType({
  description:
    'The read API: leaderboards, traders, markets, whale alerts, smart money and the caller. A request reads one snapshot, except for fields with another `asOf`. An argument that is omitted or null takes its default.',
  fields: (t) => ({
    leaderboards: t.field({
      type: [LeaderboardType],
      complexity: { field: 1, multiplier: LEADERBOARDS.length },
      tier: {
        ...WITHOUT_GATED,
        where: {
          says: `\`asOf\` is given, and ${WITHOUT_GATED.where.says}`,
          holds: (_root, { asOf }: { asOf?: Day | null }) => (asOf ?? null) !== null,
        },
      },
      description: 'Every leaderboard, in display order, with its metric, number of rows and row limits.',
      args: { asOf: t.arg(AS_OF_ARGUMENT) },
      resolve: (_root, { asOf }, context) => allLeaderboards(asOf ?? null, context),
    }),
    leaderboard: t.field({
      type: LeaderboardType,
      nullable: true,
      complexity: weighted(),
      description: 'The rows of one leaderboard, best first.',
      throws: { NOT_FOUND: 'for an unknown id; the message lists the known ones' },
      args: {
        id: t.arg.string({
          required: true,
          limits: { minLength: 1, maxLength: LIST_LIMITS.boardId },
          description:
            'The id `{tab}-{period}`, such as `pnl-7d`; with days of its own, the tab alone is enough.',
        }),
        asOf: t.arg({ ...AS_OF_ARGUMENT, tier: MAKES_ANOTHER_BOARD }),
        window: t.arg({
          type: DayWindowInput,
          tier: PRO_WINDOW,
          weight: SLICE,
          description:
            "Replaces the id's period with these days, within the ledger's: profit is the total at the close of the last day less the total at the close of the day before the first. The answer is as of the last day, so `asOf` cannot be combined with it. Default: the id's period.",
        }),
        category: t.arg({
          type: MarketCategoryEnum,
          tier: MAKES_ANOTHER_BOARD,
          weight: SLICE,
          description: ONE_CATEGORY,
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
      complexity: sliced(
        { assumedSize: LIST_LIMITS.searchRows, slicingArguments: ['first'], sizedFields: PAGE_ROWS },
        () => LIST_LIMITS.rows,
      ),
      description:
        'Traders with at least one trade; with a `query`, a search by name and address. Best match first: the whole, the start of words or of the address, inside a name; of alike matches the largest volume first.',
      // Without a query the page is read off an index; with one every name is looked at.
      countsCall: (_root, { query }) => Boolean(query),
      args: {
        query: t.arg.string({
          limits: { maxLength: LIST_LIMITS.query },
          description:
            'Words of a name in any order, or the start of an address, {limits}, ignoring case and accents. Default, also if empty: every trader, by address.',
        }),
        first: t.arg.int({
          defaultValue: LIST_LIMITS.searchRows,
          limits: PAGE,
          description: rowsPerPage(LIST_LIMITS.searchRows),
        }),
        after: t.arg.string({
          description: AFTER,
          limits: { minLength: 1, maxLength: LIST_LIMITS.searchCursor },
        }),
        asOf: t.arg(AS_OF_ARGUMENT),
      },
      resolve: (_root, { query, first, after, asOf }, context) =>
        searchTraders(
          {
            query: query ?? '',
            first: first ?? LIST_LIMITS.searchRows,
            after: after ?? null,
            asOf: asOf ?? null,
          },
          context,
        ),
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      description:
        'A trader by address: identity, numbers over all time, daily profit and ranks; analytics when signed in.',
      throws: { NOT_FOUND: 'if the ledger holds no event of the address' },
      args: {
        address: t.arg.string({
          required: true,
          limits: GIVEN_ADDRESS,
          description: WALLET_ADDRESS,
        }),
        asOf: t.arg(AS_OF_ARGUMENT),
      },
      resolve: (_root, { address, asOf }, context) => traderOf(address, asOf ?? null, context),
    }),
    tradersByAddress: t.field({
      type: [TraderType],
      complexity: sized(
        { assumedSize: MOST_ADDRESSES },
        ({ addresses }: { addresses: readonly string[] }) => ({
          field: 1,
          multiplier: addresses.length,
        }),
      ),
      description:
        'Identity, numbers over all time and ranks of traders, in the order of their addresses, except those without an event in the ledger.',
      args: {
        addresses: t.arg({
          type: ['Address'],
          required: true,
          limits: { maxItems: MOST_ADDRESSES },
          description: "The wallets' addresses, {limits}.",
        }),
        asOf: t.arg(AS_OF_ARGUMENT),
      },
      resolve: async (_root, { addresses, asOf }, context) => {
        const found = await findTraders([...new Set(addresses)], context, asOf ?? null)
        return found.filter((trader) => trader !== null)
      },
    }),
    service: t.field({
      type: ServiceType,
      description: SERVICE,
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
    `No trader has the address ${address}: ${ledger} holds no event of it. Search by name or by the start of the address.`,
  )
}
