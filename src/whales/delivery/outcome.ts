/**
 * What came of one attempt to send a message.
 * FAILED: the target did not take it, and may later. REFUSED: the target never takes this message.
 * GONE: the target takes nothing any more, so its channel is paused at once.
 * OURS: a service that we send through is away or does not know us; the channel has no part in it.
 */
export type Outcome =
  | { kind: 'SENT' }
  | {
      kind: 'FAILED' | 'REFUSED' | 'GONE' | 'OURS'
      /** One sentence for the channel's owner, without addresses, tokens or anything of our network. */
      reason: string
      /** Milliseconds that were asked for before the next attempt, or null. */
      retryAfterMs: number | null
    }

/** A failed outcome. */
export type Failure = Exclude<Outcome, { kind: 'SENT' }>

/** The outcome of an attempt that succeeded. */
export const SENT: Outcome = { kind: 'SENT' }

/** An outcome that is no success. */
export function failed(kind: Failure['kind'], reason: string, retryAfterMs: number | null = null): Failure {
  return { kind, reason, retryAfterMs }
}
