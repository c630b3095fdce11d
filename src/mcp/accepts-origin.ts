import type { CorsOrigins } from '../config/config-values.ts'

/** The headers that name the page of a request, and this service as the page calls it. */
export interface OriginHeaders {
  origin?: string | undefined
  host?: string | undefined
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Returns whether a web page may use the MCP endpoint. Requests from other sites are refused unless the
 * operator names the site, since a page can point its own name at this computer (DNS rebinding) and would
 * then act with its visitor's reach. Programs send no Origin, and a page of this service on this computer is
 * allowed.
 * @param allowed the sites whose scripts may read answers
 */
export function acceptsOrigin({ origin, host }: OriginHeaders, allowed: CorsOrigins): boolean {
  if (origin === undefined || allowed === 'any' || allowed.includes(origin)) return true
  const site = /^https?:\/\/([^/]+)$/.exec(origin)?.[1]
  return site !== undefined && site === host && LOOPBACK.test(site)
}
