import type { Database } from '../engine/database.ts'
import type { Value } from '../engine/table.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { namesOf } from '../ledger/names.ts'
import { DAY_COLUMNS, DAYS_NAME } from '../ledger/position-day.ts'

/** A table's rows with names in place of ids, so that two stores with other ids can be compared. */
export type NamedRows = { name: string } & (SelectedRows | ReadRows)

/** Rows in the store, without sealed files. */
export interface SelectedRows {
  /** SQL expressions that represent a row. */
  select: readonly string[]
  /** The table first; every join is a LEFT JOIN on a key, so that the table's own order is the one read in. */
  from: string
  /** The table's key: expressions in its order. */
  key: readonly string[]
}

/** Rows of the store and of sealed files. */
export interface ReadRows {
  /** Each row's values, in any order. */
  read(db: Database): AsyncIterable<readonly Value[]>
}

const BY_POSITION = 'LEFT JOIN traders t ON t.id = p.trader_id LEFT JOIN tokens k ON k.id = p.token_id'

/** Everything that follows from the ledger's events and metadata alone, and that a rebuild must reproduce. */
export const DERIVED_ROWS: readonly NamedRows[] = [
  {
    name: 'positions',
    select: [
      't.address',
      'k.token',
      'p.shares',
      'p.cost',
      'p.official_amount',
      'p.official_avg',
      'p.last_time',
      'p.last_key',
    ],
    from: `positions p ${BY_POSITION}`,
    key: ['p.token_id', 'p.trader_id'],
  },
  {
    name: 'token_holdings',
    select: ['k.token', 'h.holders', 'h.shares'],
    from: 'token_holdings h LEFT JOIN tokens k ON k.id = h.token_id',
    key: ['h.token_id'],
  },
  { name: DAYS_NAME, read: namedDays },
  {
    name: 'price_days',
    select: ['k.token', 'p.day', 'p.close', 'p.time', 'p.key'],
    from: 'price_days p LEFT JOIN tokens k ON k.id = p.token_id',
    key: ['p.token_id', 'p.day'],
  },
  {
    name: 'volume_days',
    select: ['k.token', 'v.day', 'v.usd', 'v.unknown', 'v.fills'],
    from: 'volume_days v LEFT JOIN tokens k ON k.id = v.token_id',
    key: ['v.token_id', 'v.day'],
  },
  {
    name: 'whole_trades',
    select: [
      't.address',
      'k.token',
      'w.key',
      'w.last_key',
      'w.time',
      'w.side',
      'w.role',
      'w.shares',
      'w.usd',
      'w.fills',
      'w.change',
    ],
    from: 'whole_trades w LEFT JOIN traders t ON t.id = w.trader_id LEFT JOIN tokens k ON k.id = w.token_id',
    key: ['w.key'],
  },
  {
    name: 'income_days',
    select: ['t.address', 'i.day', 'i.amount'],
    from: 'income_days i LEFT JOIN traders t ON t.id = i.trader_id',
    key: ['i.trader_id', 'i.day'],
  },
  {
    name: 'conditions',
    select: [
      'c.condition',
      'n.market',
      'c.neg_risk_index',
      'c.prepared_key',
      'c.payouts',
      'c.resolved_time',
      'c.resolved_key',
    ],
    from: 'conditions c LEFT JOIN neg_risk_markets n ON n.id = c.neg_risk_id',
    key: ['c.id'],
  },
  {
    name: 'ledger_state',
    select: ['first_time', 'last_time', 'last_block', 'fills', 'movements'],
    from: 'ledger_state',
    key: ['id'],
  },
]

const OWN_COLUMNS = DAY_COLUMNS.filter((name) => name !== 'trader_id' && name !== 'token_id')

/** Days of positions, each with its trader's address and its token; null where an id has no name. */
async function* namedDays(db: Database): AsyncGenerator<readonly Value[]> {
  for await (const { count, columns, lists } of ledgerOf(db).days({ columns: DAY_COLUMNS, lists: true })) {
    const { trader_id: trader, token_id: token } = columns
    const traders = await namesOf(db, 'traders', [...trader.subarray(0, count)])
    const tokens = await namesOf(db, 'tokens', [...token.subarray(0, count)])
    for (let row = 0; row < count; row++)
      yield [
        traders.get(trader[row] ?? 0) ?? null,
        tokens.get(token[row] ?? 0) ?? null,
        ...OWN_COLUMNS.map((name) => columns[name][row] ?? null),
        lists[row] ?? null,
      ]
  }
}
