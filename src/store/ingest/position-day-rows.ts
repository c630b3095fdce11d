import type { Sql } from '../database.ts'
import { POSITION_DAYS } from '../tables.ts'
import type { Entry } from './fold-session.ts'

const FLOWS = [
  'realized',
  'bought',
  'sold',
  'fees',
  'volume',
  'traded',
  'fills',
  'maker_fills',
  'buys',
  'untracked',
] as const
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
}

type Row = readonly number[]

/** An empty set of rows. */
export function createPositionDayRows(): PositionDayRows {
  let rows: Row[] = []
  return {
    add({ trader, token, day, position: p }) {
      rows.push([
        trader,
        token,
        day,
        p.shares,
        p.cost,
        p.realized,
        p.bought,
        p.sold,
        p.fees,
        p.volume,
        p.traded,
        p.fills,
        p.makerFills,
        p.buys,
        p.untracked,
      ])
    },
    async write(tx, how) {
      // In the key's order a batch touches each page of the tree once.
      rows.sort((a, b) => at(a, 0) - at(b, 0) || at(a, 1) - at(b, 1) || at(a, 2) - at(b, 2))
      const names = ['trader_id', 'token_id', 'day', 'shares', 'cost', ...FLOWS]
      const columns = Object.fromEntries(names.map((name, c) => [name, rows.map((row) => at(row, c))]))
      await tx.upsert(POSITION_DAYS, columns, rows.length, how === 'add' ? MERGE : {})
      rows = []
    },
  }
}

function at(row: Row, column: number): number {
  return row[column] ?? 0
}
