/** A header of REST answers, as the documents describe it. */
export interface AnswerHeader {
  name: string
  /** Which answers carry it. */
  on:
    | 'every answer'
    | 'answers that may be kept'
    | 'pages that another one follows'
    | 'exports'
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
      'What the request is known by in the logs: the caller’s own X-Request-Id where that is up to 100 letters, digits and _.:=+/-, else a new one.',
    example: '66d78a9bc1d2e3f405162738',
  },
  {
    name: 'ETag',
    on: 'answers that may be kept',
    description:
      'The answer’s weak entity tag, for this question and tier alone: sent back in If-None-Match, it is answered with 304 as long as nothing has changed.',
    example: 'W/"Zt3bq0vW1n8o2Yk5r7s9u1x3A5c"',
  },
  {
    name: 'Link',
    on: 'pages that another one follows',
    description: 'The next page, with rel="next": the same path and parameters, and its cursor.',
    example: '</v1/trader?query=a&cursor=WyJh>; rel="next"',
  },
  {
    name: 'Content-Disposition',
    on: 'exports',
    description:
      'The name to save the export under: the path, what it was asked for, and the day of the cutoff.',
    example: 'attachment; filename="pequod-leaderboard-pnl-7d-2026-02-17.csv"',
  },
  {
    name: 'RateLimit',
    on: 'every answer',
    description: 'Requests left (r) for the next seconds (t).',
    example: '"default";r=4;t=1',
  },
  {
    name: 'RateLimit-Policy',
    on: 'every answer',
    description: 'Requests (q) that the caller may make in a window of seconds (w).',
    example: '"default";q=5;w=1',
  },
  {
    name: 'X-RateLimit-Limit',
    on: 'every answer',
    description: 'Requests that the caller may make in any one second.',
    example: '5',
  },
  {
    name: 'X-RateLimit-Remaining',
    on: 'every answer',
    description: 'Requests that the caller could still make at once.',
    example: '4',
  },
  {
    name: 'X-RateLimit-Reset',
    on: 'every answer',
    description: 'Whole seconds until the whole limit is free again, if nothing more is asked.',
    example: '1',
  },
  {
    name: 'Retry-After',
    on: '429 and 503',
    description: 'Whole seconds after which trying again makes sense.',
    example: '1',
  },
  {
    name: 'Allow',
    on: '405',
    description: 'The methods that the path answers.',
    example: 'GET, HEAD, OPTIONS',
  },
]
