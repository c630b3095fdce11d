/** How long a connection may take over each part of a request, in milliseconds. */
export interface HttpTimeouts {
  /** From its first byte to the end of its headers. */
  headers: number
  /** From its first byte to the end of its body. */
  request: number
  /** Without a byte in either direction: a caller that does not read its answer, or is not there any more. */
  idle: number
  /** How often slow connections are looked for. */
  check: number
}

/** Enough for a phone on a bad line; a subscription sends a sign of life more often than `idle`. */
export const HTTP_TIMEOUTS: HttpTimeouts = { headers: 10_000, request: 30_000, idle: 60_000, check: 2_000 }

/** The timeouts as the HTTP layer takes them. */
export function timeoutOptions({ headers, request, idle, check }: HttpTimeouts) {
  return {
    connectionTimeout: idle,
    requestTimeout: request,
    http: { headersTimeout: headers, connectionsCheckingInterval: check },
  }
}
