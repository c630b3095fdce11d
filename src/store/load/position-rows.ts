import { defined } from '../../checks.ts'
import { firstLot, lotNumber, nextLot } from '../../metrics/behaviour/open-lots.ts'
import { keyOrder, valuesAt } from '../engine/number-columns.ts'
import type { FoldSession } from '../ingest/fold-session.ts'

const POSITION_NAMES = [
  'token_id',
  'trader_id',
  'shares',
  'cost',
  'official_amount',
  'official_avg',
  'last_time',
  'last_key',
  'open',
  'slippage',
  'first_lot',
  'next_lot',
] as const
const LOT_NAMES = ['token_id', 'trader_id', 'number', 'time', 'shares'] as const

/** Rows as columns, in the order of their table's key. */
export interface RowColumns<Name extends string> {
  count: number
  columns: Record<Name, Float64Array>
}

export type PositionColumns = RowColumns<(typeof POSITION_NAMES)[number]>
export type LotColumns = RowColumns<(typeof LOT_NAMES)[number]>

/** Positions on their way to the store, with their open lots. */
export function createPositionRows() {
  const positions = createRows(POSITION_NAMES, 2)
  const lots = createRows(LOT_NAMES, 3)
  return {
    /** Takes every position of a session that had an event. */
    add(session: FoldSession): void {
      for (const entry of session.entries.values()) {
        const { token, trader, position, official, behaviour } = entry
        if (!entry.changed || behaviour === null) continue
        const { lots: open } = behaviour
        const held = [position.shares, position.cost, official.amount, official.avg]
        const copied = [behaviour.open, behaviour.slippage, firstLot(open), nextLot(open)]
        positions.add([token, trader, ...held, entry.time, entry.key, ...copied])
        for (let place = open.first; place < open.times.length; place++) {
          const number = lotNumber(open, place)
          lots.add([token, trader, number, defined(open.times[place]), defined(open.left[place])])
        }
      }
    },
    /** The rows so far. */
    take: (): { positions: PositionColumns; lots: LotColumns } => ({
      positions: positions.take(),
      lots: lots.take(),
    }),
  }
}

/** Rows in one block of numbers, the key's columns first. */
function createRows<Name extends string>(names: readonly Name[], keys: number) {
  const width = names.length
  let cells = new Float64Array(1024 * width)
  let count = 0
  return {
    add(row: readonly number[]): void {
      if ((count + 1) * width > cells.length) {
        const larger = new Float64Array(2 * cells.length)
        larger.set(cells)
        cells = larger
      }
      cells.set(row, count++ * width)
    },
    take(): RowColumns<Name> {
      const unordered = names.map((_, n) => {
        const column = new Float64Array(count)
        for (let i = 0; i < count; i++) column[i] = defined(cells[i * width + n])
        return column
      })
      const order = keyOrder(unordered.slice(0, keys), count)
      const columns = Object.fromEntries(
        names.map((name, n) => [name, valuesAt(defined(unordered[n]), order)]),
      )
      return { count, columns: columns as Record<Name, Float64Array> }
    },
  }
}
