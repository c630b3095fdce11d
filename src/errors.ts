interface CatalogueEntry {
  /** The HTTP status, at REST and everywhere unless {@link CatalogueEntry.messageStatus} differs. */
  status: number
  /** The status where the body of the request is a message of a protocol of its own (GraphQL, MCP). @default status */
  messageStatus?: number
  /** Whether the same request may succeed later: the answer has `Retry-After` if the time is known. */
  retryable: boolean
  /** The code that GraphQL shows instead. @default the code */
  graphql?: string
  /** The sentence, where it is always the same. */
  sentence?: string
}

/**
 * The one catalogue of errors: what a caller sees of a failure, at every endpoint. GraphQL puts the code in
 * `extensions.code`, REST answers with `status` and `{detail, code}`, the CLI prints the sentence and exits with 1.
 */
export const ERROR_CATALOGUE = {
  MALFORMED_REQUEST: {
    status: 400,
    retryable: false,
    sentence: 'The HTTP request is malformed: check the client, or the proxy in between.',
  },
  UNAUTHENTICATED: { status: 401, retryable: false },
  FORBIDDEN: { status: 403, retryable: false },
  // GraphQL has one code for a tier that is too low; the sentence says which one is needed.
  PRO_REQUIRED: { status: 403, retryable: false, graphql: 'FORBIDDEN' },
  NOT_FOUND: { status: 404, retryable: false },
  PERSISTED_QUERY_NOT_SUPPORTED: { status: 404, retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false },
  NOT_ACCEPTABLE: { status: 406, retryable: false },
  SLOW_CONSUMER: { status: 408, retryable: true },
  REQUEST_TIMEOUT: {
    status: 408,
    retryable: true,
    sentence: 'The request took too long to arrive: send it again.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    sentence: 'The body must be JSON: send Content-Type: application/json.',
  },
  BAD_USER_INPUT: { status: 422, messageStatus: 400, retryable: false },
  QUERY_TOO_COSTLY: { status: 422, messageStatus: 400, retryable: false },
  RATE_LIMITED: { status: 429, retryable: true },
  HEADERS_TOO_LARGE: {
    status: 431,
    retryable: false,
    sentence: 'The request headers are too large: send fewer or shorter ones.',
  },
  SERVICE_UNAVAILABLE: { status: 503, retryable: true },
  INTERNAL: { status: 500, retryable: false },
} as const satisfies Record<string, CatalogueEntry>

/** A stable, machine-readable name of a failure. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE

/** The message of a fault in the service: its cause is for the log. */
export const INTERNAL_MESSAGE = 'Internal error; it has been logged.'

const CATALOGUE: Readonly<Record<ErrorCode, CatalogueEntry>> = ERROR_CATALOGUE

/** True for a code of the catalogue. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CATALOGUE, code)
}

/** The HTTP status of a code where the request's body is a message of a protocol of its own: GraphQL over HTTP and MCP. */
export function messageStatus(code: ErrorCode): number {
  const { status, messageStatus = status } = CATALOGUE[code]
  return messageStatus
}

/** The code that GraphQL shows for one. */
export function graphqlCode(code: ErrorCode): string {
  return CATALOGUE[code].graphql ?? code
}

/** A problem with one input: its place, its name, and the accepted values. */
export interface InputProblem {
  in: 'query' | 'path' | 'header' | 'body' | 'argument'
  name: string
  /** One sentence: what was wrong and what would be accepted. */
  message: string
}

/** The challenge of every 401 (RFC 9110 §11.6.1), for which no browser shows a password dialog. */
export const CHALLENGE = 'Bearer realm="pequod"'

export interface PequodErrorOptions {
  /** The original error; logged, never shown to a caller. */
  cause?: unknown
  /** The wrong inputs of a BAD_USER_INPUT. @default [] */
  problems?: readonly InputProblem[]
  /** The tier that a refused argument needs, if the field is open without it. @default null */
  requires?: 'FREE' | 'PRO' | null
  /** The seconds to wait after RATE_LIMITED and SERVICE_UNAVAILABLE. @default null */
  retryAfter?: number | null
}

/** An error that a caller may see: its message is one sentence that a person can act on. */
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

  /** The HTTP headers that tell a client which credentials to send, and when to retry. */
  get headers(): Readonly<Record<string, string>> {
    return {
      ...(this.code === 'UNAUTHENTICATED' && { 'WWW-Authenticate': CHALLENGE }),
      ...(this.retryAfter !== null && { 'Retry-After': String(this.retryAfter) }),
    }
  }
}

/**
 * The refusal of one argument.
 * @param message a predicate of it, without the full stop: `must be …`
 */
export function wrongArgument(
  name: string,
  message: string,
  { code = 'BAD_USER_INPUT', requires = null }: { code?: ErrorCode; requires?: 'FREE' | 'PRO' | null } = {},
): PequodError {
  const problems = [{ in: 'argument', name, message }] as const
  return new PequodError(code, `The argument ${name} ${message}.`, { problems, requires })
}

/** A failure of a command: printed as one sentence, exit status 1, no stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The environment is invalid, so nothing was started: exit status 2. */
export class ConfigurationError extends CommandError {
  override name = 'ConfigurationError'
}
