import { addressOf } from '../../ledger/address.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { RequestContext } from '../kit/context.ts'
import type { TraderProfile } from '../kit/loaders.ts'

/**
 * The profiles of addresses (lower case), in their order; null for what is no address, and where the snapshot
 * counts no event of the trader. The newest snapshot where `asOf` is null or left out.
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
