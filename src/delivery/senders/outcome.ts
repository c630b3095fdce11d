/**
 * The result of one attempt to send a message. FAILED: the target did not accept it, and may later. REFUSED: the target
 * never accepts this message. GONE: the target accepts nothing any more, so its channel is paused immediately. OURS: a
 * service that we send through is unavailable or rejects us; the channel has no part in it.
 */
export type Outcome =
  | { kind: 'SENT' }
  | {
      kind: 'FAILED' | 'REFUSED' | 'GONE' | 'OURS'
      /** One sentence for the channel's owner, without addresses, tokens or facts of our network. */
      reason: string
      /** Milliseconds that the target requested before the next attempt, or null. */
      retryAfterMs: number | null
    }

export type Failure = Exclude<Outcome, { kind: 'SENT' }>

export const SENT: Outcome = { kind: 'SENT' }

export function failed(kind: Failure['kind'], reason: string, retryAfterMs: number | null = null): Failure {
  return { kind, reason, retryAfterMs }
}
