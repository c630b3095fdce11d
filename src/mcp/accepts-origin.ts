import type { CorsOrigins } from '../config/config-values.ts'

/** The headers that name the page of a request, and this service as the page calls it. */
export interface OriginHeaders {
  origin?: string | undefined
  host?: string | undefined
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Whether a page may talk to the MCP endpoint: none that a browser sends from another site, unless the operator names it,
 * since a page can have its own name point at this computer (DNS rebinding) and then asks with the reach of whoever
 * opened it. Programs send no Origin, and a page of this service on this computer is at home.
 * @param allowed the sites whose scripts may read answers
 */
export function acceptsOrigin({ origin, host }: OriginHeaders, allowed: CorsOrigins): boolean {
  if (origin === undefined || allowed === 'any' || allowed.includes(origin)) return true
  const site = /^https?:\/\/([^/]+)$/.exec(origin)?.[1]
  return site !== undefined && site === host && LOOPBACK.test(site)
}
