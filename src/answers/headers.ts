import { createHash } from 'node:crypto'
import { COST_WINDOW_SECONDS, type Verdict, WINDOW_SECONDS } from '../access/limits/rate-limit.ts'
import type { Tier } from '../access/tier.ts'
import { CHALLENGE, type ErrorCode, type InputProblem, type PequodError } from '../errors.ts'

export interface AnswerHeader {
  name: string
  on:
    | 'every answer'
    | 'answers that may be kept'
    | 'pages that another one follows'
    | 'exports'
    | '401'
    | '429 and 503'
    | '405'
  /** One sentence: meaning and unit. */
  description: string
  example: string
}

/** Headers of REST answers besides those of every HTTP answer: scripts of other origins may read these. */
export const ANSWER_HEADERS: readonly AnswerHeader[] = [
  {
    name: 'X-Request-Id',
    on: 'every answer',
    description:
      'The request’s id in the logs: the caller’s own X-Request-Id if it is at most 100 letters, digits and _.:=+/-, otherwise a new one.',
    example: '66d78a9bc1d2e3f405162738',
  },
  {
    name: 'ETag',
    on: 'answers that may be kept',
    description:
      'The answer’s weak entity tag, valid for this request and tier. Send it as If-None-Match to get 304 while nothing has changed.',
    example: 'W/"Zt3bq0vW1n8o2Yk5r7s9u1x3A5c"',
  },
  {
    name: 'Link',
    on: 'pages that another one follows',
    description: 'URL of the next page, with rel="next".',
    example: '</v1/trader?query=a&cursor=WyJh>; rel="next"',
  },
  {
    name: 'Content-Disposition',
    on: 'exports',
    description: 'A file name for the export: path, parameters and the day of the cutoff.',
    example: 'attachment; filename="pequod-leaderboard-pnl-7d-2026-02-17.csv"',
  },
  {
    name: 'RateLimit',
    on: 'every answer',
    description: 'Requests remaining (r) within the next seconds (t).',
    example: '"default";r=4;t=1',
  },
  {
    name: 'RateLimit-Policy',
    on: 'every answer',
    description: 'The limit: requests (q) per window of seconds (w).',
    example: '"default";q=5;w=1',
  },
  {
    name: 'X-RateLimit-Limit',
    on: 'every answer',
    description: 'Rate limit: requests allowed per second.',
    example: '5',
  },
  {
    name: 'X-RateLimit-Remaining',
    on: 'every answer',
    description: 'Requests remaining now.',
    example: '4',
  },
  {
    name: 'X-RateLimit-Reset',
    on: 'every answer',
    description: 'Whole seconds until the full limit is available again without further requests.',
    example: '1',
  },
  {
    name: 'WWW-Authenticate',
    on: '401',
    description: 'The credentials that are accepted: a token as Bearer, or a key as X-API-Key.',
    example: CHALLENGE,
  },
  {
    name: 'Retry-After',
    on: '429 and 503',
    description: 'Whole seconds to wait before retrying.',
    example: '1',
  },
  {
    name: 'Allow',
    on: '405',
    description: 'Methods that the path supports.',
    example: 'GET, HEAD, OPTIONS',
  },
]

/** Headers of every answer; a page replaces this policy, which allows nothing, by one of its own. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** The headers that an answer of REST depends on: who asks, and in which form. */
const VARY = 'Accept, Accept-Encoding, Authorization, X-API-Key'

/** An answer that must not be stored, since it may change at any moment. */
export const UNKEPT: Readonly<Record<string, string>> = { 'Cache-Control': 'private, no-store', Vary: VARY }

/**
 * An answer that may be stored, publicly if anybody may see it and else by its caller, but must be revalidated each
 * time: the next snapshot can come at any moment.
 */
export function keptHeaders(tag: string, tier: Tier): Record<string, string> {
  const whom = tier === 'ANONYMOUS' ? 'public' : 'private'
  return { ETag: tag, 'Cache-Control': `${whom}, no-cache`, Vary: VARY }
}

/** The request that an answer depends on. */
export interface Question {
  operation: string
  variables: Readonly<Record<string, unknown>>
  tier: Tier
  /** The program's version, since another one may answer in another shape. */
  version: string
}

/**
 * The entity tag of a REST answer, a hash of the request and of the answer itself, which names its snapshot by its
 * times. It is weak, because compression may change the bytes; only a receiver of this very answer knows it.
 * @param body the answer's bytes before compression
 */
export function entityTag({ operation, variables, tier, version }: Question, body: Uint8Array): string {
  const hash = createHash('sha256').update(JSON.stringify([version, tier, operation, variables]))
  return `W/"${hash.update(body).digest('base64url').slice(0, 27)}"`
}

/** True if an If-None-Match header names the tag, compared weakly, or any (`*`): see RFC 9110 §13.1.2. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const weak = (text: string) => text.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((given) => weak(given) === weak(tag))
}

/** The cursor of the next page in a body; null for the last page, or a body without pages. */
export function nextCursorOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('nextCursor' in body)) return null
  return typeof body.nextCursor === 'string' ? body.nextCursor : null
}

/**
 * The header Link to the next page (RFC 8288): the path with the request's own parameters, and the cursor.
 * @param url the request's path and query, as sent
 */
export function nextLink(path: string, url: string, cursor: string): string {
  const parameters = new URLSearchParams(url.split('?').slice(1).join('?'))
  parameters.set('cursor', cursor)
  return `<${path}?${parameters}>; rel="next"`
}

/**
 * The headers of the caller's rate limit, for every answer, refusals and 304s included.
 * `X-RateLimit-*` are the customary three, Reset in seconds from now. `RateLimit-Policy` and `RateLimit` are the
 * structured fields of draft-ietf-httpapi-ratelimit-headers-09 (March 2025): q requests in w seconds, r left for
 * the next t seconds. `Retry-After` is there when the request was refused.
 */
export function rateLimitHeaders(verdict: Verdict): Record<string, string> {
  const { limit, remaining, resetSeconds, retryAfterSeconds } = verdict
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
    ...(retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) }),
  }
}

/** The same two structured fields for a cost budget: a second policy, appended to the first. */
export function costLimitHeaders({ limit, remaining, resetSeconds }: Verdict): {
  'RateLimit-Policy': string
  RateLimit: string
} {
  return {
    'RateLimit-Policy': `"cost";q=${limit};w=${COST_WINDOW_SECONDS}`,
    RateLimit: `"cost";r=${remaining};t=${resetSeconds}`,
  }
}

/** The body of every failed REST request. */
export interface ErrorBody {
  /** One sentence that a person can act on. */
  detail: string
  code: ErrorCode
  /** Only with BAD_USER_INPUT: each problem. */
  errors?: readonly InputProblem[]
}

/** A complete answer to a failed request. */
export interface ErrorAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: ErrorBody
}

/** The one shape of every error of REST: status by the catalogue, headers that tell what to do next. */
export function errorAnswer(error: PequodError): ErrorAnswer {
  const { code, message: detail, problems, status, headers } = error
  return {
    status,
    headers: { 'Cache-Control': 'no-store', ...headers },
    body: code === 'BAD_USER_INPUT' ? { detail, code, errors: problems } : { detail, code },
  }
}
