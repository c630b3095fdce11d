/** Rows that an example shows of a list. */
const ROWS = 2

/** An answer with its lists of objects cut to the first rows, further in too; lists of plain values stay whole. */
export function cutShort(value: unknown): unknown {
  if (Array.isArray(value)) return isOfObjects(value) ? value.slice(0, ROWS).map(cutShort) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cutShort(part)]))
}

function isOfObjects(list: readonly unknown[]): boolean {
  return list.some((one) => typeof one === 'object' && one !== null)
}
