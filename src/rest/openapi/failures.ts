import { ERROR_CATALOGUE, type ErrorCode } from '../../errors.ts'

/** A code that a path of REST can answer with: when it does, and what to do about it. */
export interface RestFailure {
  code: ErrorCode
  status: number
  /** The name of its response among the components: `NotFound`. */
  name: string
  meaning: string
}

const MEANINGS: readonly [code: ErrorCode, meaning: string][] = [
  [
    'UNAUTHENTICATED',
    'The credentials are invalid, or missing where required. Public paths refuse invalid credentials too: send valid ones, or none.',
  ],
  [
    'FORBIDDEN',
    'The credentials cannot do this, or a limit is reached: `detail` says which, and what to do.',
  ],
  [
    'PRO_REQUIRED',
    'The path, or the parameter that `detail` names, requires Pro: omit the parameter, or use a Pro account’s key.',
  ],
  ['NOT_FOUND', 'It does not exist, or is not visible to the caller yet.'],
  ['NOT_ACCEPTABLE', 'Accept allows none of the path’s media types: change it, or omit it.'],
  [
    'BAD_USER_INPUT',
    'A parameter is unknown, missing, repeated or malformed; `errors` lists each with what is accepted.',
  ],
  ['RATE_LIMITED', 'Too many requests in one second: retry after `Retry-After` seconds.'],
  ['INTERNAL', 'A fault in the service, which has been logged.'],
  [
    'SERVICE_UNAVAILABLE',
    'No snapshot yet, the requested day is still being computed, or the store is unavailable: retry after `Retry-After` seconds.',
  ],
]

/** Every failure of REST, by status. */
export const REST_FAILURES: readonly RestFailure[] = MEANINGS.map(([code, meaning]) => ({
  code,
  meaning,
  status: ERROR_CATALOGUE[code].status,
  name: code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
}))
