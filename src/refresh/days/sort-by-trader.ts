import type { Column, Value } from '../../store/engine/table-types.ts'
import { orderByTrader } from './order-by-trader.ts'

/** Columns of rows, by name. */
export interface TraderColumns extends Record<string, Column> {
  trader_id: readonly number[]
}

/**
 * Sorts rows by trader, each trader's rows in their given order: tables keyed by trader are written fastest in this
 * order. Columns that are in order are returned as they are.
 */
export function sortByTrader(columns: TraderColumns): TraderColumns {
  if (isAscending(columns.trader_id)) return columns
  const order = orderByTrader(columns.trader_id)
  const sorted: TraderColumns = { trader_id: [] }
  for (const [name, column] of Object.entries(columns)) sorted[name] = picked(column, order)
  return sorted
}

function picked(column: Column, order: Uint32Array): Column {
  const values: Value[] = []
  for (const row of order) values.push(column[row] ?? null)
  return values
}

function isAscending(numbers: readonly number[]): boolean {
  for (let i = 1; i < numbers.length; i++) if ((numbers[i] ?? 0) < (numbers[i - 1] ?? 0)) return false
  return true
}
