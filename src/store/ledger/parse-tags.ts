/** The tags of a market as the store holds them, a JSON array of texts; null for none. */
export function parseTags(text: string | null): string[] {
  const value: unknown = text === null ? [] : JSON.parse(text)
  if (!Array.isArray(value)) throw new TypeError('tags in the store are not a list')
  return value.filter((tag) => typeof tag === 'string')
}
