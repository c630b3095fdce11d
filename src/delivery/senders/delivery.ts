import type { ChannelKind } from '../channel.ts'
import type { MessageKind } from '../message.ts'
import { NOT_PUBLIC } from './public-lookup.ts'

export interface Delivery {
  /** The message's stable id, by which a receiver recognizes it again. */
  id: string
  kind: MessageKind
  /** The message as JSON text; a webhook's body to the byte. */
  body: string
  channel: {
    id: string
    kind: ChannelKind
    target: string
    /** Secrets that sign the message, the newer first; empty for channels that are not webhooks. */
    secrets: readonly string[]
  }
}

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

/** One reason, whether or not a name resolves: otherwise a webhook would reveal the names that our network knows. */
const NO_PUBLIC_ADDRESS = 'its name resolves to no public address'

/** Meanings of Node's network error codes that a target's owner can act on. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: NO_PUBLIC_ADDRESS,
  EAI_AGAIN: NO_PUBLIC_ADDRESS,
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ETIMEDOUT: 'it did not answer in time',
  ABORT_ERR: 'it did not answer in time',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  [NOT_PUBLIC]: NO_PUBLIC_ADDRESS,
}

/** The reason for a missing answer, as the end of a sentence. Never quotes the error: its text holds addresses. */
export function postFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const name = error instanceof Error && error.name === 'TimeoutError' ? 'ABORT_ERR' : code
  return REASONS[name] ?? 'the connection failed'
}
