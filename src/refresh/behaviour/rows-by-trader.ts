import type { Column, Value } from '../../store/database.ts'

/** Columns of rows, by name. */
export interface TraderColumns extends Record<string, Column> {
  trader_id: readonly number[]
}

/** Rows that one sort takes. */
const ROW_LIMIT = 2 ** 26

/**
 * The rows in order of their traders, each trader's in the order in which they came: what the store keeps by its key
 * is written fastest so. Columns that are in order are answered as they are.
 */
export function rowsByTrader(columns: TraderColumns): TraderColumns {
  const traders = columns.trader_id
  if (isAscending(traders)) return columns
  // As numbers, the row's in the low places: no sort is faster, and equal traders keep their order.
  const order = new Float64Array(traders.length)
  for (let row = 0; row < order.length; row++) order[row] = (traders[row] ?? 0) * ROW_LIMIT + row
  order.sort()
  const sorted: TraderColumns = { trader_id: [] }
  for (const [name, column] of Object.entries(columns)) sorted[name] = picked(column, order)
  return sorted
}

function picked(column: Column, order: Float64Array): Column {
  const values: Value[] = []
  for (let i = 0; i < order.length; i++) values.push(column[(order[i] ?? 0) % ROW_LIMIT] ?? null)
  return values
}

function isAscending(numbers: readonly number[]): boolean {
  for (let i = 1; i < numbers.length; i++) if ((numbers[i] ?? 0) < (numbers[i - 1] ?? 0)) return false
  return true
}
