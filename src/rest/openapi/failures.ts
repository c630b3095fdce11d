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
    'The credentials that were sent are not accepted, or none were sent where some are needed. A public path refuses wrong credentials too: send others, or none.',
  ],
  [
    'PRO_REQUIRED',
    'The path, or a parameter that `detail` names, is for Pro callers: leave the parameter out, or use a Pro account’s key.',
  ],
  ['NOT_FOUND', 'There is no such thing, or none that the caller may see (yet).'],
  [
    'NOT_ACCEPTABLE',
    'Accept takes none of the media types that the path answers with: send one that does, or none.',
  ],
  [
    'BAD_USER_INPUT',
    'A parameter is unknown, missing, repeated or malformed: `errors` names each, and what would be accepted.',
  ],
  ['RATE_LIMITED', 'Too many requests within a second: try again after `Retry-After` seconds.'],
  ['INTERNAL', 'A fault of the service, which has been logged.'],
  [
    'SERVICE_UNAVAILABLE',
    'Nothing is computed yet, or not yet for the day that was asked for, or the store is away: try again after `Retry-After` seconds.',
  ],
]

/** Every failure of REST, by status. */
export const REST_FAILURES: readonly RestFailure[] = MEANINGS.map(([code, meaning]) => ({
  ...{ code, meaning },
  status: ERROR_CATALOGUE[code].status,
  name: code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
}))
