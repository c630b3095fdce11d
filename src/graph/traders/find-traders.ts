import { addressOf, type Day } from '../../ledger/quantities.ts'
import type { RequestContext } from '../kit/context.ts'
import type { TraderProfile } from '../kit/loaders.ts'

/**
 * Returns the profiles of addresses (lower case) in their order; null for an invalid address, and for a
 * trader without an event in the snapshot. The newest snapshot is read unless `asOf` is given.
 */
export async function findTraders(
  texts: readonly string[],
  { loaders, snapshot }: Pick<RequestContext, 'loaders' | 'snapshot'>,
  asOf: Day | null = null,
): Promise<(TraderProfile | null)[]> {
  const { addresses, profiles } = loaders(await snapshot(asOf))
  return Promise.all(
    texts.map(async (text) => {
      const address = addressOf(text)
      const row = address && (await addresses.load(address))
      return row ? profiles.load(row.id) : null
    }),
  )
}
