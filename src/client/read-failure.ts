import type { InputProblem } from '../errors.ts'
import { RequestError } from './request-error.ts'

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
