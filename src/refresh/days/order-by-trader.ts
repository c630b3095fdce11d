/** Rows that one sort takes. */
const ROW_LIMIT = 2 ** 26

/** The numbers of rows in order of their traders, each trader's in the order in which they came. */
export function orderByTrader(traders: ArrayLike<number>): Uint32Array {
  // As numbers, the row's in the low places: no sort is faster, and equal traders keep their order.
  const keys = new Float64Array(traders.length)
  for (let row = 0; row < keys.length; row++) keys[row] = (traders[row] ?? 0) * ROW_LIMIT + row
  keys.sort()
  return Uint32Array.from(keys, (key) => key % ROW_LIMIT)
}
