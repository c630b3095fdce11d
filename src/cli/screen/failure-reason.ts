import { withoutUrls } from '../../text.ts'

/** The reason of a failure, in the words of its error, on one line and without an address that may hold a secret. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  // fetch reports only its failure; the reason is its cause.
  if (error.message === 'fetch failed' && error.cause instanceof Error) return failureReason(error.cause)
  return oneLine(error.message || ('code' in error ? String(error.code) : error.name))
}

function oneLine(text: string): string {
  return withoutUrls(text.split('\n')[0] ?? '')
}
