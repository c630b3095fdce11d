import { PequodError } from '../../errors.ts'
import { addressOf, type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { quoted } from '../kit/errors.ts'
import { GIVEN_ADDRESS, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import { findTraders } from './identity-fields.ts'
import { TraderType } from './trader.ts'

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

/**
 * Addresses in place of names that one trader has.
 * @throws PequodError NOT_FOUND for a name that none or several have
 */
export async function addressesOf(
  texts: readonly string[],
  asOf: Day | null,
  { reader, loaders, snapshot }: RequestContext,
): Promise<string[]> {
  const names = texts.filter((text) => addressOf(text) === null)
  if (names.length === 0) return [...texts]
  const named = await reader.tradersByName(names)
  const { profiles } = loaders(await snapshot(asOf))
  return Promise.all(
    texts.map(async (text) => {
      const row = named.get(text)
      const found = addressOf(text) ?? (row && (await profiles.load(row.id))?.row.address)
      if (found) return found
      throw new PequodError('NOT_FOUND', `No one trader has the name ${quoted(text)}: give the address.`)
    }),
  )
}

/**
 * A trader of a snapshot by address.
 * @throws PequodError NOT_FOUND if the ledger holds no event of it up to then
 */
export async function traderOf(address: string, asOf: Day | null, context: RequestContext) {
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
