import type { ErrorCode, InputProblem } from '../errors.ts'

/**
 * Returns the seconds in a `Retry-After` header, a number or a date (RFC 9110 §10.2.3); 0 for a past date,
 * null without a valid header.
 * @param now milliseconds since 1970
 */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // Date.parse reads "-1" and "1.5" as dates too: a date of HTTP begins with its day of the week.
  const time = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000))
}

/**
 * Returns the error of a failed response: the service's sentence and code, or a note that the response was
 * not the service's.
 */
export async function readFailure(response: Response): Promise<RequestError> {
  const { status, headers } = response
  const body = parse(await response.text())
  const retryAfter = retryAfterSeconds(headers.get('retry-after'), Date.now())
  if (isFailureBody(body)) {
    const { code, detail, errors = [] } = body
    return new RequestError({ code, detail, errors, status, retryAfter })
  }
  // Redirects are not followed, and browsers hide even their status.
  const what = status === 0 ? 'a redirect' : `status ${status}`
  const detail = `The answer was ${what}, not Pequod's: check baseUrl and any proxy in between.`
  return new RequestError({ code: 'UNEXPECTED_ANSWER', detail, status, retryAfter })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface FailureBody {
  code: string
  detail: string
  errors?: readonly InputProblem[]
}

function isFailureBody(body: unknown): body is FailureBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'detail' in body &&
    typeof body.detail === 'string' &&
    (!('errors' in body) || Array.isArray(body.errors))
  )
}

/**
 * Why a request failed: a code of the service (a newer one than this client may name others), or one of ours. NETWORK:
 * no answer came. TIMEOUT: it did not come in time. UNEXPECTED_ANSWER: it was not the service's, as from a proxy.
 */
export type RequestErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'UNEXPECTED_ANSWER' | (string & {})

export interface RequestFailure {
  code: RequestErrorCode
  /** One sentence that a person can act on. */
  detail: string
  /** The HTTP status; null where no answer came. @default null */
  status?: number | null
  /** Each thing that was wrong with the parameters. @default [] */
  errors?: readonly InputProblem[]
  /** Seconds after which the service would be asked again; null where it did not say. @default null */
  retryAfter?: number | null
  /** The original error. */
  cause?: unknown
}

/** A request that failed, after every retry. Its message is the service's sentence. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: RequestErrorCode
  readonly detail: string
  readonly status: number | null
  readonly errors: readonly InputProblem[]
  readonly retryAfter: number | null

  constructor(failure: RequestFailure) {
    super(failure.detail, failure.cause === undefined ? undefined : { cause: failure.cause })
    this.code = failure.code
    this.detail = failure.detail
    this.status = failure.status ?? null
    this.errors = failure.errors ?? []
    this.retryAfter = failure.retryAfter ?? null
  }
}
