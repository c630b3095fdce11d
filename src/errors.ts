/**
 * The one catalogue of errors: what a caller sees of a failure, at every endpoint. GraphQL puts `code` in
 * `extensions.code`, REST answers with `status` and `{detail, code}`, the CLI prints the sentence and exits with 1.
 */
export const ERROR_CATALOGUE = {
  UNAUTHENTICATED: { status: 401, retryable: false },
  FORBIDDEN: { status: 403, retryable: false },
  PRO_REQUIRED: { status: 403, retryable: false },
  NOT_FOUND: { status: 404, retryable: false },
  PERSISTED_QUERY_NOT_SUPPORTED: { status: 404, retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false },
  NOT_ACCEPTABLE: { status: 406, retryable: false },
  SLOW_CONSUMER: { status: 408, retryable: true },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false },
  BAD_USER_INPUT: { status: 422, retryable: false },
  QUERY_TOO_COSTLY: { status: 422, retryable: false },
  RATE_LIMITED: { status: 429, retryable: true },
  SERVICE_UNAVAILABLE: { status: 503, retryable: true },
  INTERNAL: { status: 500, retryable: false },
} as const

/** A stable, machine-readable name of a failure. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE

/** One thing wrong with one input: where it stood, its name, and what would be right. */
export interface InputProblem {
  /** Where the value was found. */
  in: 'query' | 'path' | 'header' | 'body' | 'argument'
  /** The parameter's or argument's name. */
  name: string
  /** One sentence: what was wrong and what would be accepted. */
  message: string
}

/** What a {@link PequodError} may carry besides its sentence. */
export interface PequodErrorOptions {
  /** The failure behind this one; logged, never shown to a caller. */
  cause?: unknown
  /** For BAD_USER_INPUT: each thing that was wrong. @default [] */
  problems?: readonly InputProblem[]
  /** For a refusal of one argument: the tier that it needs, where without it the field is open. @default null */
  requires?: 'FREE' | 'PRO' | null
  /** For RATE_LIMITED and SERVICE_UNAVAILABLE: seconds after which trying again makes sense. @default null */
  retryAfter?: number | null
}

/** A failure that a caller may see: its message is one sentence that a person can act on. */
export class PequodError extends Error {
  readonly code: ErrorCode
  readonly problems: readonly InputProblem[]
  readonly retryAfter: number | null
  readonly requires: 'FREE' | 'PRO' | null

  constructor(code: ErrorCode, message: string, options: PequodErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'PequodError'
    this.code = code
    this.problems = options.problems ?? []
    this.retryAfter = options.retryAfter ?? null
    this.requires = options.requires ?? null
  }

  /** The HTTP status that goes with the code. */
  get status(): number {
    return ERROR_CATALOGUE[this.code].status
  }
}

/** A failure of a command: printed as one sentence, exit status 1, no stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}
