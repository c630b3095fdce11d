/** True for a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The element that an index reads, `defined(column[row])`, where the index cannot be out of range: a fallback would turn a wrong
 * index into a wrong number. The caller indexes: one function that reads every kind of column is ten times slower.
 * @throws RangeError for an element that is not there.
 */
export function defined<T>(element: T | undefined): T {
  if (element === undefined) throw new RangeError('An index is out of range')
  return element
}
