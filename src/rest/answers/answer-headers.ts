import { CHALLENGE } from '../../errors.ts'

/** A header of REST answers, as the documents describe it. */
export interface AnswerHeader {
  name: string
  /** Which answers carry it. */
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

/** What answers of REST carry besides the headers that every HTTP answer has: scripts of other origins may read these. */
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
