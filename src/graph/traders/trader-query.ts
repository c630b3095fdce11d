import { PequodError } from '../../errors.ts'
import { type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { sized } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { GIVEN_ADDRESS, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import { findTraders } from './find-traders.ts'
import { TraderType } from './trader.ts'

const MOST_ADDRESSES = 25

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
