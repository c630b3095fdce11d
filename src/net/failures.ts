import { setTimeout as sleep } from 'node:timers/promises'

/** Nodes word the same few limits differently; a rate limit is checked first, as it also "exceeds". */
const RATE_LIMITED = /rate.?limit|too many requests|request rate|throttl|per second|capacity|daily request/i
const TOO_MUCH =
  /more than \d+ (results|logs)|too many (results|logs|blocks)|block range|range (is )?too|ranges? over|response (size|is too)|size (is )?(exceeded|larger|too)|limited to|max(imum)? .{0,100}(range|results|logs|blocks)|exceeds? .{0,100}(range|results|logs|blocks|limit)|query timeout|result set/i
/** A request for blocks that this replica does not have; our own ranges are never inverted. */
const BEHIND =
  /header not found|unknown block|block not found|block.{0,100}is out of range|OutOfRange|beyond .{0,100}head|invalid block range|not yet available/i

const LIMIT_EXCEEDED = -32005
const INTERNAL_ERROR = -32603
const SHOWN = 200

/** Classifies an HTTP status other than 200; `retryAfter` is the raw header. */
export function failureOfStatus(status: number, body: string, retryAfter: string | null): RpcFailure {
  const message = `HTTP ${status}${body === '' ? '' : `: ${body.slice(0, SHOWN)}`}`
  const retryAfterMs = retryAfterIn(retryAfter)
  return new RpcFailure(kindOfStatus(status, body), message, { retryAfterMs, status })
}

function kindOfStatus(status: number, body: string): RpcFailureKind {
  if (status === 413) return 'TOO_MUCH'
  if (status === 429) return 'BUSY'
  if (status === 408 || status === 504 || status === 524) return 'TIMEOUT'
  return kindOfMessage(body) ?? (status >= 500 ? 'BUSY' : 'REFUSED')
}

/** Classifies a JSON-RPC error, mostly by its message: one code means several things by vendor. */
export function failureOfError(code: number, message: string): RpcFailure {
  const kind = kindOfMessage(message) ?? kindOfCode(code)
  return new RpcFailure(kind, `error ${code}: ${message.slice(0, SHOWN)}`)
}

function kindOfMessage(message: string): RpcFailureKind | null {
  if (RATE_LIMITED.test(message)) return 'BUSY'
  if (BEHIND.test(message)) return 'BEHIND'
  if (TOO_MUCH.test(message)) return 'TOO_MUCH'
  return /time(d )?.?out|deadline/i.test(message) ? 'TIMEOUT' : null
}

function kindOfCode(code: number): RpcFailureKind {
  return code === LIMIT_EXCEEDED || code === INTERNAL_ERROR ? 'BUSY' : 'REFUSED'
}

/** Seconds, or a date (RFC 9110); milliseconds from now, or null if it is neither. */
export function retryAfterIn(header: string | null, now: number = Date.now()): number | null {
  if (header === null) return null
  if (/^\s*\d{1,9}(\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

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

export interface RetryPolicy {
  /** Attempts in all, 1 or more. @default 8 */
  attempts: number
  /** Milliseconds before the second attempt; doubled for each later one. @default 250 */
  baseMs: number
  /** The longest pause of our own choosing, in milliseconds. @default 30000 */
  maxMs: number
  /** The longest honored Retry-After, in milliseconds. @default 120000 */
  maxRetryAfterMs: number
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 8,
  baseMs: 250,
  maxMs: 30_000,
  maxRetryAfterMs: 120_000,
}

/**
 * Milliseconds to wait after failure number `failures` (from 1): exponential, with a random upper half so that clients
 * do not return together; never earlier than the node requested. `random` is 0 to 1.
 */
export function pauseAfter(
  failures: number,
  retryAfterMs: number | null,
  policy: RetryPolicy,
  random: number,
): number {
  const full = Math.min(policy.maxMs, policy.baseMs * 2 ** (failures - 1))
  const own = full / 2 + (full / 2) * random
  return Math.max(own, Math.min(retryAfterMs ?? 0, policy.maxRetryAfterMs))
}

/**
 * Runs the work, again after each RpcFailure that `again` accepts as temporary, until the attempts are used up; then
 * throws the last failure. Any other error, an abort too, is thrown immediately.
 */
export async function retry<T>(
  work: () => Promise<T>,
  again: (failure: RpcFailure) => boolean,
  { policy = DEFAULT_RETRY, signal }: { policy?: RetryPolicy; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RpcFailure) || !again(error) || failures >= policy.attempts) throw error
      const pause = pauseAfter(failures, error.retryAfterMs, policy, Math.random())
      await sleep(pause, undefined, signal === undefined ? {} : { signal })
    }
  }
}
