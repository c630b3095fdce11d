import { TIERS, type Tier } from '../../../src/access/tier.ts'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../../src/accounts/api-key.ts'
import type { Served } from './served-world.ts'

/**
 * Returns the headers of a caller of each tier: new accounts, each with a key.
 * @param suffix is appended to their names
 */
export async function tierCallers(
  { store }: Pick<Served, 'store'>,
  suffix = '',
): Promise<Record<Tier, Record<string, string>>> {
  const accounts = createAccountStore(store.db)
  const callers = TIERS.map(async (tier): Promise<[Tier, Record<string, string>]> => {
    if (tier === 'ANONYMOUS') return [tier, {}]
    const { id: accountId } = await accounts.createAccount(`${tier} reader${suffix}`, tier)
    const { key, hash, prefix } = createApiKeySecret()
    await accounts.insertKey({ accountId, hash, prefix, name: 'test', expiresAt: null })
    return [tier, { 'x-api-key': key }]
  })
  return { ANONYMOUS: {}, FREE: {}, PRO: {}, ...Object.fromEntries(await Promise.all(callers)) }
}
