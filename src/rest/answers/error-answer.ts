import type { ErrorCode, InputProblem, PequodError } from '../../errors.ts'

/** What every failed REST request is answered with. */
export interface ErrorBody {
  /** One sentence that a person can act on. */
  detail: string
  code: ErrorCode
  /** With BAD_USER_INPUT only: each thing that was wrong. */
  errors?: readonly InputProblem[]
}

/** A whole answer to a failed request. */
export interface ErrorAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: ErrorBody
}

/** The one shape of every error of REST: status by the catalogue, headers that say what to do next. */
export function errorAnswer(error: PequodError): ErrorAnswer {
  const { code, message: detail, problems, status, headers } = error
  return {
    status,
    headers: { 'Cache-Control': 'no-store', ...headers },
    body: code === 'BAD_USER_INPUT' ? { detail, code, errors: problems } : { detail, code },
  }
}
