/** Rows that an example shows of a list. */
const ROWS = 2
/** Characters of a text, such as a file, that an example shows. */
const CHARACTERS = 2_000

/** An answer with its lists of objects cut to the first rows, further in too; lists of plain values stay whole, long texts do not. */
export function cutShort(value: unknown): unknown {
  if (Array.isArray(value)) return isOfObjects(value) ? value.slice(0, ROWS).map(cutShort) : value
  if (typeof value === 'string' && value.length > CHARACTERS) return `${value.slice(0, CHARACTERS)}…`
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cutShort(part)]))
}

function isOfObjects(list: readonly unknown[]): boolean {
  return list.some((one) => typeof one === 'object' && one !== null)
}
