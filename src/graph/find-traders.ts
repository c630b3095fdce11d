import { addressOf } from './address-argument.ts'
import type { RequestContext } from './context.ts'
import type { TraderProfile } from './loaders.ts'

/**
 * The profiles of addresses (lower case), in their order; null for what is no address, and where the snapshot
 * counts no event of the trader.
 */
export async function findTraders(
  texts: readonly string[],
  { loaders }: Pick<RequestContext, 'loaders'>,
): Promise<(TraderProfile | null)[]> {
  return Promise.all(
    texts.map(async (text) => {
      const address = addressOf(text)
      const row = address && (await loaders.addresses.load(address))
      return row ? loaders.profiles.load(row.id) : null
    }),
  )
}
