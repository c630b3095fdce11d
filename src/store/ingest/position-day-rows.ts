import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { createNumberPacker, keyOrder, valuesAt } from '../engine/number-columns.ts'
import { DAY_COLUMNS, type DayColumn, packLists, type WholeDays } from '../ledger/position-day.ts'
import { addDays, replaceDays } from '../ledger/write-days.ts'
import type { Entry } from './fold-state.ts'

export interface PositionDayRows {
  /** Takes the entry's open day: its closing state and its flows so far. */
  add(entry: Entry): void
  /**
   * Writes the rows and forgets them.
   * @param how `add`: flows are added to a row that is there; `replace`: the rows are the whole truth of their day
   */
  write(tx: Sql, how: 'add' | 'replace'): Promise<void>
  /** The rows of days before one, and those from it on, as columns in the order of the key, and forgets them. */
  takeParted(before: Day): { earlier: WholeDays; later: WholeDays }
}

type Columns = Record<DayColumn, Float64Array>

/**
 * An empty set of rows. They are columns of numbers: as objects they would be most of an ingest's garbage.
 * @param expected about how many there will be: columns that grow are copied
 */
export function createPositionDayRows(expected = 0): PositionDayRows {
  let columns = eachColumn(() => new Float64Array(Math.max(64, Math.ceil(expected))))
  const packer = createNumberPacker()
  let lists: Uint8Array[] = []
  let count = 0
  /** The rows in the order of the key. A position's days come in their order as it is. */
  const ordered = () => keyOrder([columns.trader_id, columns.token_id], count)
  const rowsAt = (places: Int32Array): WholeDays => ({
    count: places.length,
    columns: eachColumn((name) => valuesAt(columns[name], places)),
    lists: Array.from(places, (row) => defined(lists[row])),
  })
  const forget = () => {
    count = 0
    lists = []
  }
  const take = () => {
    const taken = rowsAt(ordered())
    forget()
    return taken
  }
  return {
    takeParted(before) {
      const order = ordered()
      const isEarlier = (row: number) => defined(columns.day[row]) < before
      const [earlier, later] = [order.filter(isEarlier), order.filter((row) => !isEarlier(row))]
      const parted = { earlier: rowsAt(earlier), later: rowsAt(later) }
      forget()
      return parted
    },
    add({ trader, token, day, position, official, behaviour }) {
      if (count === columns.day.length) columns = eachColumn((name) => doubled(columns[name]))
      const at = count++
      columns.trader_id[at] = trader
      columns.token_id[at] = token
      columns.day[at] = day
      columns.shares[at] = position.shares
      columns.cost[at] = position.cost
      columns.official_amount[at] = official.amount
      columns.official_avg[at] = official.avg
      columns.realized[at] = position.realized
      columns.bought[at] = position.bought
      columns.buy_shares[at] = position.buyShares
      columns.split_cost[at] = position.splitCost
      columns.split_shares[at] = position.splitShares
      columns.sold[at] = position.sold
      columns.fees[at] = position.fees
      columns.volume[at] = position.volume
      columns.traded[at] = position.traded
      columns.fills[at] = position.fills
      columns.maker_fills[at] = position.makerFills
      columns.buys[at] = position.buys
      columns.untracked[at] = position.untracked
      columns.official_realized[at] = official.realized
      if (behaviour === null) throw new Error('a fold from a close has no days to write')
      columns.role_known[at] = behaviour.roleKnown
      columns.square_low[at] = behaviour.squares[0]
      columns.square_middle[at] = behaviour.squares[1]
      columns.square_high[at] = behaviour.squares[2]
      columns.buy_slippage[at] = behaviour.buySlippage
      columns.sell_slippage[at] = behaviour.sellSlippage
      columns.moved_slippage[at] = behaviour.movedSlippage
      lists.push(packLists(behaviour, packer))
    },
    write: (tx, how) => (how === 'add' ? addDays(tx, take()) : replaceDays(tx, take())),
  }
}

function eachColumn(make: (name: DayColumn) => Float64Array): Columns {
  return Object.fromEntries(DAY_COLUMNS.map((name) => [name, make(name)])) as Columns
}

function doubled(column: Float64Array): Float64Array {
  const larger = new Float64Array(2 * column.length)
  larger.set(column)
  return larger
}
