/** The text of an API's field, or null where it is absent or empty. PostgreSQL cannot hold NUL, so it is dropped. */
export function apiText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const kept = value.replaceAll('\0', '').trim()
  return kept === '' ? null : kept
}
