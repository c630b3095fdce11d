/**
 * What kept a node from answering:
 * - TOO_MUCH: the question is too large (too many logs, too wide a range); a smaller one may pass.
 * - TIMEOUT: no answer in time; asking again may help, asking for less often does.
 * - BUSY: the node or the way to it refuses for now (429, 5xx, a lost connection, a cut or garbled body).
 * - BEHIND: this replica has not yet seen a block that another one has told of, or its answers contradict each other.
 * - REFUSED: the node says no, and will say so again.
 */
export type RpcFailureKind = 'TOO_MUCH' | 'TIMEOUT' | 'BUSY' | 'BEHIND' | 'REFUSED'

/** One request to a node that failed. */
export class RpcFailure extends Error {
  override name = 'RpcFailure'
  readonly kind: RpcFailureKind
  /** Milliseconds that the node asked to be left alone, or null. */
  readonly retryAfterMs: number | null
  /** The HTTP status that was answered, or null if none was, or it was 200. */
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
