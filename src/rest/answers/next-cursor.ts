/** The cursor of the page behind a body; null where there is none, or the body is no page. */
export function nextCursorOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('nextCursor' in body)) return null
  return typeof body.nextCursor === 'string' ? body.nextCursor : null
}
