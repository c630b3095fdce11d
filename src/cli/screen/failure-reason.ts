import { withoutUrls } from '../../text.ts'

/** Why something failed, in the words of whatever failed, on one line and without an address that may hold a secret. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  // fetch says only that it failed; what failed stands behind it.
  if (error.message === 'fetch failed' && error.cause instanceof Error) return failureReason(error.cause)
  return oneLine(error.message || ('code' in error ? String(error.code) : error.name))
}

function oneLine(text: string): string {
  return withoutUrls(text.split('\n')[0] ?? '')
}
