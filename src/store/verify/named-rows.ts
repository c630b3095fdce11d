/** A table's rows with names in place of ids, so that two stores that number their names otherwise can be compared. */
export interface NamedRows {
  name: string
  /** What stands for a row: SQL expressions. */
  select: readonly string[]
  /** The table first; every join is a LEFT JOIN on a key, so that the table's own order is the one read in. */
  from: string
  /** The table's key: expressions in its order. */
  key: readonly string[]
}

const BY_POSITION = 'LEFT JOIN traders t ON t.id = p.trader_id LEFT JOIN tokens k ON k.id = p.token_id'

/** Everything that follows from the ledger's events and metadata alone: what a rebuild must give again. */
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
    name: 'position_days',
    select: [
      't.address',
      'k.token',
      ...['day', 'shares', 'cost', 'realized', 'bought', 'sold', 'fees', 'volume', 'traded'].map(ofPosition),
      ...['fills', 'maker_fills', 'buys', 'untracked', 'buy_shares', 'split_cost', 'split_shares'].map(
        ofPosition,
      ),
      ...['official_amount', 'official_avg', 'official_realized'].map(ofPosition),
    ],
    from: `position_days p ${BY_POSITION}`,
    key: ['p.trader_id', 'p.token_id', 'p.day'],
  },
  {
    name: 'price_days',
    select: ['k.token', 'p.day', 'p.close', 'p.time', 'p.key'],
    from: 'price_days p LEFT JOIN tokens k ON k.id = p.token_id',
    key: ['p.token_id', 'p.day'],
  },
  {
    name: 'volume_days',
    select: ['k.token', 'v.day', 'v.usd', 'v.unknown'],
    from: 'volume_days v LEFT JOIN tokens k ON k.id = v.token_id',
    key: ['v.token_id', 'v.day'],
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
      ...['c.condition', 'n.market', 'c.neg_risk_index', 'c.prepared_key'],
      ...['c.payouts', 'c.resolved_time', 'c.resolved_key'],
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

function ofPosition(column: string): string {
  return `p.${column}`
}
