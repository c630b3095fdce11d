import { Refused } from '../refusal.ts'

/** The text of an API's field, or null if it is absent or empty. PostgreSQL cannot hold NUL, so it is dropped. */
export function apiText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const kept = value.replaceAll('\0', '').trim()
  return kept === '' ? null : kept
}

/**
 * A descriptive text of an API's row. A text that `check` refuses is omitted, with the reason in `leftOut`: the row's
 * event must count regardless of its wallet's name.
 */
export function describingText(
  row: Readonly<Record<string, unknown>>,
  name: string,
  check: (name: string, value: unknown) => string,
  leftOut: string[],
): string | null {
  const text = apiText(row[name])
  if (text === null) return null
  try {
    return check(name, text)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    leftOut.push(`${error.message}; it is skipped, and the rest of the row counts`)
    return null
  }
}
