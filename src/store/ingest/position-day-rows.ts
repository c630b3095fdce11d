import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { type ChangingDays, lastSealedDay, restoreDays } from '../ledger/sealed/day-masks.ts'
import { POSITION_DAYS } from '../tables.ts'
import { type Entry, positionKey } from './fold-entry.ts'
import { HELD_COLUMNS } from './held-state.ts'
import { keyOrder } from './key-order.ts'

const KEY = ['trader_id', 'token_id', 'day'] as const
const FLOWS = [
  'realized',
  'bought',
  'buy_shares',
  'split_cost',
  'split_shares',
  'sold',
  'fees',
  'volume',
  'traded',
  'fills',
  'maker_fills',
  'buys',
  'untracked',
  'official_realized',
] as const
const NAMES = [...KEY, ...HELD_COLUMNS, ...FLOWS]
const WIDTH = NAMES.length
const MERGE = Object.fromEntries(FLOWS.map((name) => [name, 'add' as const]))

/** Rows of `position_days` on their way to the store. */
export interface PositionDayRows {
  /** Takes the entry's open day: its closing state and its flows so far. */
  add(entry: Entry): void
  /**
   * Writes the rows and forgets them.
   * @param how `add`: flows are added to a row that is there; `replace`: the rows are the whole truth of their day
   */
  write(tx: Sql, how: 'add' | 'replace'): Promise<void>
  /** The rows as columns, in the order of the key, and forgets them. */
  take(): { count: number; columns: Record<string, Float64Array> }
}

/** An empty set of rows. They are one block of numbers: as objects they would be most of an ingest's garbage. */
export function createPositionDayRows(): PositionDayRows {
  let cells = new Float64Array(1024 * WIDTH)
  let count = 0
  const take = () => {
    const taken = { count, columns: orderedColumns(cells, count) }
    count = 0
    return taken
  }
  return {
    take,
    add({ trader, token, day, position: p, official }) {
      if ((count + 1) * WIDTH > cells.length) {
        const larger = new Float64Array(2 * cells.length)
        larger.set(cells)
        cells = larger
      }
      let at = count++ * WIDTH
      cells[at++] = trader
      cells[at++] = token
      cells[at++] = day
      cells[at++] = p.shares
      cells[at++] = p.cost
      cells[at++] = official.amount
      cells[at++] = official.avg
      cells[at++] = p.realized
      cells[at++] = p.bought
      cells[at++] = p.buyShares
      cells[at++] = p.splitCost
      cells[at++] = p.splitShares
      cells[at++] = p.sold
      cells[at++] = p.fees
      cells[at++] = p.volume
      cells[at++] = p.traded
      cells[at++] = p.fills
      cells[at++] = p.makerFills
      cells[at++] = p.buys
      cells[at++] = p.untracked
      cells[at] = official.realized
    },
    async write(tx, how) {
      if (how === 'add') await restoreDays(tx, changingDays(cells, count, await lastSealedDay(tx)), 'all')
      const rows = take()
      await tx.upsert(POSITION_DAYS, rows.columns, rows.count, how === 'add' ? MERGE : {})
    },
  }
}

/** Positions with rows of days that may be sealed, each with the first of these. */
function changingDays(cells: Float64Array, count: number, lastSealed: Day): ChangingDays[] {
  const positions = new Map<number, ChangingDays>()
  for (let row = 0; row < count; row++) {
    const [trader = 0, token = 0, from = 0] = cells.subarray(row * WIDTH, row * WIDTH + 3)
    if (from > lastSealed) continue
    const key = positionKey(token, trader)
    const known = positions.get(key)
    if (known === undefined || from < known.from) positions.set(key, { trader, token, from })
  }
  return [...positions.values()]
}

/** The columns of the rows in the order of the key: a position's days come in their order as it is. */
function orderedColumns(cells: Float64Array, count: number): Record<string, Float64Array> {
  const came = new Int32Array(count)
  for (let row = 0; row < count; row++) came[row] = row
  const order = keyOrder([columnOf(cells, 0, came), columnOf(cells, 1, came)], count)
  return Object.fromEntries(NAMES.map((name, column) => [name, columnOf(cells, column, order)]))
}

function columnOf(cells: Float64Array, column: number, order: Int32Array): Float64Array {
  const values = new Float64Array(order.length)
  for (let i = 0; i < order.length; i++) values[i] = cells[(order[i] ?? 0) * WIDTH + column] ?? 0
  return values
}
