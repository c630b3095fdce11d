/**
 * The reasons for a node's failure to answer:
 * - TOO_MUCH: the request is too large (too many logs, too wide a range); a smaller one may pass.
 * - TIMEOUT: no answer in time; a retry may help, a smaller request often does.
 * - BUSY: the node or the connection to it fails temporarily (429, 5xx, a lost connection, a cut or garbled body).
 * - BEHIND: this replica has not yet seen a block that another one has reported, or its answers contradict each other.
 * - REFUSED: the node refuses, and will refuse again.
 */
export type RpcFailureKind = 'TOO_MUCH' | 'TIMEOUT' | 'BUSY' | 'BEHIND' | 'REFUSED'

export class RpcFailure extends Error {
  override name = 'RpcFailure'
  readonly kind: RpcFailureKind
  /** The node's requested pause in milliseconds, or null. */
  readonly retryAfterMs: number | null
  /** The HTTP status of the answer; null for none, or for 200. */
  readonly status: number | null

  constructor(
    kind: RpcFailureKind,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number | null; status?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs ?? null
    this.status = options.status ?? null
  }
}
