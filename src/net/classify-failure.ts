import { RpcFailure, type RpcFailureKind } from './rpc-failure.ts'

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
