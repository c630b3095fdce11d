import type { InputProblem } from '../errors.ts'
import { RequestError } from './request-error.ts'
import { retryAfterSeconds } from './retry-after.ts'

/** The error of an answer that is none: the service's own sentence and code, or that it was not the service's. */
export async function readFailure(response: Response): Promise<RequestError> {
  const { status, headers } = response
  const body = parse(await response.text())
  const retryAfter = retryAfterSeconds(headers.get('retry-after'), Date.now())
  if (isFailureBody(body)) {
    const { code, detail, errors = [] } = body
    return new RequestError({ code, detail, errors, status, retryAfter })
  }
  // A redirect is not followed, and browsers show nothing of it, not even its status.
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
