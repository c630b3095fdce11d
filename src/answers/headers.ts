import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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
const VARY = 'Accept, Accept-Encoding, Authorization, Cookie, X-API-Key'

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

/** Encodings of bodies, best first. */
export const ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number]

/**
 * Chooses a body's encoding for an Accept-Encoding header: the one with the largest weight, ours first among equals.
 * Null for none, also if the header refuses everything, since the headers of an unreadable answer still tell its
 * status.
 */
export function chooseEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null
  const weights = weightsOf(header)
  const others = weights.get('*') ?? 0
  let best: Encoding | null = null
  let most = weights.get('identity') ?? 0
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? others
    if (weight === 0 || weight < most || (best !== null && weight === most)) continue
    best = encoding
    most = weight
  }
  return best
}

/** A weight from 0 to 1 with up to three decimals. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * The weights in a header such as Accept-Encoding, from 0 (never) to 1 (RFC 9110 §12.4.2), by name in lower case and
 * without parameters. Invalid entries are ignored.
 */
export function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '') ?? '1'
    if (name !== '' && WEIGHT.test(weight)) weights.set(name, Number(weight))
  }
  return weights
}

/** Smaller bodies are not compressed: they would hardly shrink. */
export const PACKED_FROM = 1_024

const PACKERS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  // Higher ones take ten times as long for a few percent.
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
}

/** Compresses a body off the answering thread. */
export function packBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return PACKERS[encoding](body)
}
