import { ERROR_CATALOGUE, INTERNAL_MESSAGE, PequodError } from '../../errors.ts'

/** What the HTTP layer refuses before any endpoint is reached, by the layer's own code. */
const HTTP_FAILURES: Readonly<Record<string, () => PequodError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new PequodError('PAYLOAD_TOO_LARGE', 'The request body exceeds 100 KB: send a smaller one.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new PequodError('UNSUPPORTED_MEDIA_TYPE', ERROR_CATALOGUE.UNSUPPORTED_MEDIA_TYPE.sentence),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new PequodError(
      'BAD_USER_INPUT',
      'The body is shorter or longer than its Content-Length: send it again.',
    ),
  FST_ERR_BAD_URL: () => {
    const message = 'The path is not valid: check its percent-encoding.'
    return new PequodError('BAD_USER_INPUT', message, { problems: [{ in: 'path', name: 'path', message }] })
  },
  FST_ERR_MAX_PARAM_LENGTH: () => new PequodError('NOT_FOUND', 'The path is too long: shorten it.'),
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
  return new PequodError('INTERNAL', INTERNAL_MESSAGE, {
    cause: error,
  })
}
