import { PequodError } from '../../errors.ts'

/** What the HTTP layer refuses before any endpoint is reached, by the layer's own code. */
const HTTP_FAILURES: Readonly<Record<string, () => PequodError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new PequodError('PAYLOAD_TOO_LARGE', 'The request body is larger than 100 KB; send a smaller one.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new PequodError('BAD_USER_INPUT', 'The body must be JSON: send Content-Type: application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new PequodError(
      'BAD_USER_INPUT',
      'The body is not as long as its Content-Length says; send it again, whole.',
    ),
  FST_ERR_BAD_URL: () => {
    const message = 'The path of the request is not valid: check its percent signs.'
    return new PequodError('BAD_USER_INPUT', message, { problems: [{ in: 'path', name: 'path', message }] })
  },
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new PequodError('NOT_FOUND', 'Nothing has so long a name: shorten what stands in the path.'),
}

/**
 * What a caller sees of any failure of a request: a PequodError as it is, a refusal of the HTTP layer in our words,
 * and everything else as INTERNAL without a word of what happened, the failure as its `cause` for the log.
 */
export function requestFailure(error: unknown): PequodError {
  if (error instanceof PequodError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = HTTP_FAILURES[code]
  if (known !== undefined) return known()
  return new PequodError('INTERNAL', 'Something went wrong on our side; it has been logged.', {
    cause: error,
  })
}
