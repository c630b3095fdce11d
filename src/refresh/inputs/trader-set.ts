import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { Value } from '../../store/engine/table-types.ts'

/** Days, both included. */
export interface DaySpan {
  /** @default the first */
  since?: Day
  upTo: Day
}

/** Traders by id: those from `after` (excluded) to `last` (included), or each of a list. */
export type TraderSet = { after: number; last: number } | { ids: readonly number[] }

/** SQL that is true for rows of these traders, and the values that it takes. */
export function isAmong(sql: Sql, traders: TraderSet): { condition: string; values: Value[] } {
  if ('ids' in traders) return { condition: sql.isIn('trader_id', 'int'), values: [sql.list(traders.ids)] }
  return { condition: 'trader_id > ? AND trader_id <= ?', values: [traders.after, traders.last] }
}
