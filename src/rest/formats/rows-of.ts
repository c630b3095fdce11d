import type { Row } from './row-writer.ts'

/** The rows that an answer's body holds under its keys, or the body itself where there are none; null is no row. */
export function rowsOf(body: unknown, keys: readonly string[]): Row[] {
  if (keys.length === 0) return toRows(body)
  return keys.flatMap((key) => toRows(rowOrFail(body)[key]))
}

function toRows(value: unknown): Row[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value.map(rowOrFail) : [rowOrFail(value)]
}

function rowOrFail(value: unknown): Row {
  if (typeof value !== 'object' || value === null) throw new TypeError('An export has objects as its rows.')
  return { ...value }
}
