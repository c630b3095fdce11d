import type { ErrorCode, InputProblem } from '../errors.ts'

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
