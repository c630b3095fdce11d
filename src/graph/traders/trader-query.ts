import { PequodError } from '../../errors.ts'
import { type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { PAGE_ROWS, sized, sliced } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import {
  AFTER,
  GIVEN_ADDRESS,
  LIST_LIMITS,
  PAGE,
  rowsPerPage,
  WALLET_ADDRESS,
} from '../kit/limits/known-limits.ts'
import { findTraders } from './find-traders.ts'
import { TraderType } from './trader.ts'
import { searchTraders, TraderConnectionType } from './trader-connection.ts'

const MOST_ADDRESSES = 25

builder.queryField('traders', (t) =>
  t.field({
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
)

builder.queryField('trader', (t) =>
  t.field({
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
)

builder.queryField('tradersByAddress', (t) =>
  t.field({
    type: [TraderType],
    complexity: sized({ assumedSize: MOST_ADDRESSES }, ({ addresses }: { addresses: readonly string[] }) => ({
      field: 1,
      multiplier: addresses.length,
    })),
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
)

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
