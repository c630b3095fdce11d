import { isIP } from 'node:net'
import { isPublicAddress } from './is-public-address.ts'

const LONGEST = 2_000

/**
 * The problem with a webhook's address, as a phrase that follows its name, or null. The addresses that its name
 * resolves to are checked at each call.
 */
export function webhookUrlProblem(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || text.length > LONGEST) return 'must be an https:// address'
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'must be an https:// address'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password'
  if (url.hash !== '') return 'must not have a part after #'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return 'must be a public address'
  return null
}
