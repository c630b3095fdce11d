import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAccountCache } from '../access/account-cache.ts'
import type { AccountStore } from '../access/account-store.ts'
import { createBearerVerifier } from '../access/bearer.ts'
import { clientAddress } from '../access/client-address.ts'
import { type IdentifyDeps, identify } from '../access/identify.ts'
import type { Caller } from '../access/tier.ts'
import type { Config } from '../config.ts'
import { PequodError } from '../errors.ts'

/** What tells who is calling. */
export interface CallersOptions {
  accounts: AccountStore
  config: Config
}

/** Paths whose answers depend on the caller; pages, their assets and health checks do not. */
const KNOWS_CALLERS = /^\/(?:v1|graphql)(?:[/?]|$)/
/** Seconds after which a caller may try again when the store could not be asked. */
const RETRY_AFTER = 5

/**
 * Tells who is calling before anything of the request is read: wrong credentials are refused on public paths too.
 * @returns the caller of a request that came through
 */
export function registerCallers(
  app: FastifyInstance,
  options: CallersOptions,
): (request: FastifyRequest) => Caller {
  const { accounts, config } = options
  const deps: IdentifyDeps = {
    accounts: createAccountCache(accounts),
    bearer: config.jwt === null ? null : createBearerVerifier(config.jwt),
    limits: config.rateLimits,
  }
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.addHook('onRequest', async (request) => {
    if (KNOWS_CALLERS.test(request.url)) callers.set(request, await callerOf(request, config, deps))
  })
  return (request) => callers.get(request) ?? notAsked(request)
}

async function callerOf(request: FastifyRequest, config: Config, deps: IdentifyDeps): Promise<Caller> {
  const address = clientAddress(request.ip, request.headers['x-forwarded-for'], config.trustProxy)
  const credentials = {
    authorization: sent(request, 'authorization'),
    apiKey: sent(request, 'x-api-key'),
    url: request.url,
    address,
  }
  try {
    return await identify(credentials, deps)
  } catch (error) {
    if (error instanceof PequodError) throw error
    throw new PequodError(
      'SERVICE_UNAVAILABLE',
      'Your credentials cannot be checked now: the store is away.',
      {
        cause: error,
        retryAfter: RETRY_AFTER,
      },
    )
  }
}

/** A header's values as they were sent: Node keeps the first Authorization and drops the others without a word. */
function sent(request: FastifyRequest, name: string): string[] {
  if (request.headers[name] === undefined) return []
  const { rawHeaders } = request.raw
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

function notAsked(request: FastifyRequest): never {
  throw new Error(`${request.routeOptions.url ?? 'a path'} does not know its callers`)
}
