import type { FoldSession } from '../ingest/fold-session.ts'
import { keyOrder } from '../ingest/key-order.ts'

const POSITION_NAMES = [
  'token_id',
  'trader_id',
  'shares',
  'cost',
  'official_amount',
  'official_avg',
  'last_time',
  'last_key',
] as const

/** Positions as columns, in the order of their table's key. */
export interface PositionColumns {
  count: number
  columns: Record<(typeof POSITION_NAMES)[number], Float64Array>
}

/** Positions on their way to the store, in one block of numbers. */
export function createPositionRows() {
  const width = POSITION_NAMES.length
  let cells = new Float64Array(1024 * width)
  let count = 0
  return {
    /** Takes every position of a session that had an event. */
    add(session: FoldSession): void {
      for (const { changed, token, trader, position, official, time, key } of session.entries.values()) {
        if (!changed) continue
        if ((count + 1) * width > cells.length) {
          const larger = new Float64Array(2 * cells.length)
          larger.set(cells)
          cells = larger
        }
        const { shares, cost } = position
        cells.set([token, trader, shares, cost, official.amount, official.avg, time, key], count++ * width)
      }
    },
    /** The rows in the order of the table's key. */
    take(): PositionColumns {
      const columnOf = (n: number, order?: Int32Array) =>
        Float64Array.from({ length: count }, (_, i) => cells[(order?.[i] ?? i) * width + n] ?? 0)
      const order = keyOrder([columnOf(0), columnOf(1)], count)
      const columns = Object.fromEntries(POSITION_NAMES.map((name, n) => [name, columnOf(n, order)]))
      return { count, columns: columns as PositionColumns['columns'] }
    },
  }
}
