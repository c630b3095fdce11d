import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '../webhook-url-problem.ts'

/** The `code` of the error for an address that is not public. */
export const NOT_PUBLIC = 'ERR_NOT_PUBLIC'

/** Resolves a name to all of its addresses, as `dns.lookup` does. */
export type ResolveAll = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const resolveAll: ResolveAll = (hostname, done) => lookup(hostname, { all: true }, done)

/**
 * A name lookup for sockets that returns public addresses only. The socket connects to the checked address without a
 * second lookup, so a name cannot change between the check and the connection. One private address refuses all of a
 * name's addresses.
 */
export function publicLookup(resolve: ResolveAll = resolveAll): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) return done(error, [])
      const family = options.family === 4 || options.family === 6 ? options.family : null
      const usable = addresses.filter((one) => family === null || one.family === family)
      const [first] = usable
      if (first === undefined) return done(notFound(), [])
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(notPublic(), [])
      return options.all ? done(null, usable) : done(null, first.address, first.family)
    })
  }
}

function notPublic(): NodeJS.ErrnoException {
  return Object.assign(new Error('the address is not a public one'), { code: NOT_PUBLIC })
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' })
}
