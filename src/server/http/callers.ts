import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { createAccountCache } from '../../access/accounts/account-cache.ts'
import type { AccountStore } from '../../access/accounts/account-store.ts'
import { createBearerVerifier } from '../../access/identity/bearer.ts'
import { type SignedLink, signedLinkIn } from '../../access/identity/credential-in-url.ts'
import { type IdentifyDeps, identify } from '../../access/identity/identify.ts'
import type { Caller } from '../../access/tier.ts'
import type { Config, JwtConfig } from '../../config/config.ts'
import { PequodError } from '../../errors.ts'

/** What identifies the caller. */
export interface CallersOptions {
  accounts: AccountStore
  config: Config
  log: FastifyBaseLogger
}

/** The part of a request that identifies its caller. */
export type Sent = Pick<IncomingMessage, 'headers' | 'rawHeaders'>

const links = new WeakMap<Sent, SignedLink>()

/**
 * The address of a request without the token of a signed link, which is remembered for its caller to be identified by:
 * no log line, answer or cache ever holds it.
 */
export function withoutLink(request: Sent & { url?: string | undefined }): string {
  const { url = '/' } = request
  const link = signedLinkIn(url)
  if (link === null) return url
  links.set(request, link)
  return link.path
}

/** Identifies the caller of a request from an address. Rejects with a PequodError for bad credentials. */
export type Identify = (request: Sent, address: string) => Promise<Caller>

/** Seconds after which a caller may try again when the store could not be asked. */
const RETRY_AFTER = 5

/** Tells who is calling by a request's headers, or its signed link, before anything else of it is read. */
export function createCallers({ accounts, config, log }: CallersOptions): Identify {
  const deps: IdentifyDeps = {
    accounts: createAccountCache(accounts),
    bearer:
      config.jwt === null
        ? null
        : createBearerVerifier(config.jwt, { onUnreachable: warnOf(config.jwt, log) }),
    limits: config.rateLimits,
  }
  return async (request, address) => {
    const [authorization, apiKey] = [sent(request, 'authorization'), sent(request, 'x-api-key')]
    try {
      return await identify({ authorization, apiKey, address, link: links.get(request) }, deps)
    } catch (error) {
      throw error instanceof PequodError ? error : unchecked(error)
    }
  }
}

function warnOf({ jwksUrl }: JwtConfig, log: FastifyBaseLogger) {
  return (reason: string) =>
    log.warn(
      { host: jwksUrl.host, reason },
      'bearer tokens cannot be checked: the keys at JWT_JWKS_URL are unreachable',
    )
}

/** A header's values as they were sent: Node keeps the first Authorization and drops the others without a word. */
function sent({ headers, rawHeaders }: Sent, name: string): string[] {
  if (headers[name] === undefined) return []
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

function unchecked(cause: unknown): PequodError {
  const message = 'Credentials cannot be checked now: the store is unavailable. Retry shortly.'
  return new PequodError('SERVICE_UNAVAILABLE', message, { cause, retryAfter: RETRY_AFTER })
}
