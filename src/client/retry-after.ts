/**
 * Seconds that a `Retry-After` header asks to wait, as a number or as a date (RFC 9110 §10.2.3); 0 for a date that has
 * passed, null for no header or one that is neither.
 * @param now milliseconds since 1970
 */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // Date.parse reads "-1" and "1.5" as dates too: a date of HTTP begins with its day of the week.
  const time = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000))
}
