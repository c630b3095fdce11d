import { type Address, MICRO } from '../../src/ledger/quantities.ts'
import type { Database } from '../../src/store/engine/database.ts'
import type { Ask } from '../read/ask-as.ts'

/** The columns of dollars and shares, in millionths, by what the service calls them. */
const AMOUNTS = {
  shares: 'shares',
  cost: 'cost',
  price: 'price',
  value: 'value',
  realized: 'realizedPnl',
  unrealized: 'unrealizedPnl',
} as const

interface PositionAnswer extends Record<(typeof AMOUNTS)[keyof typeof AMOUNTS], number | null> {
  token: string
  outcome: string | null
  averagePrice: number | null
  market: { condition: string } | null
}

interface PageAnswer {
  trader: {
    positions: { nodes: PositionAnswer[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
  }
}

const PAGE =
  'query ($address: String!, $after: String) { trader(address: $address) { positions(first: 100, after: $after) { nodes { token outcome ' +
  `averagePrice market { condition } ${Object.values(AMOUNTS).join(' ')} } pageInfo { hasNextPage endCursor } } } }`

/**
 * Writes the table `peer_positions` on PostgreSQL: every position of these traders as the service answers it, its outcome's name
 * with it, with an index for a trader's largest ones.
 */
export async function writePeerPositions(
  db: Database,
  ask: Ask,
  traders: readonly { id: number; address: Address }[],
): Promise<void> {
  await db.run(
    'CREATE TABLE peer_positions (trader_id INTEGER REFERENCES traders (id), token_id INTEGER REFERENCES tokens (id), ' +
      'condition_id INTEGER REFERENCES markets (condition_id), outcome TEXT, average_price FLOAT, ' +
      `${Object.keys(AMOUNTS)
        .map((name) => `${name} BIGINT`)
        .join(', ')}, PRIMARY KEY (trader_id, token_id))`,
  )
  for (const { id, address } of traders) {
    for (let after: string | null = null, isEnd = false; !isEnd; ) {
      const { data, errors } = await ask(PAGE, { address, after })
      if (errors) throw new Error(JSON.stringify(errors))
      const { nodes, pageInfo }: PageAnswer['trader']['positions'] = (data as PageAnswer).trader.positions
      await db.run(
        'INSERT INTO peer_positions SELECT ?, t.id, m.condition_id, p.outcome, p.average_price, ' +
          `${Object.keys(AMOUNTS)
            .map((name) => `p.${name}`)
            .join(', ')} FROM json_to_recordset(?::json) AS p (token TEXT, outcome TEXT, ` +
          `average_price FLOAT, ${Object.keys(AMOUNTS)
            .map((name) => `${name} BIGINT`)
            .join(', ')}) ` +
          'JOIN tokens t ON t.token = p.token LEFT JOIN markets m ON m.condition_id = t.condition_id',
        [id, JSON.stringify(nodes.map(rowOf))],
      )
      after = pageInfo.endCursor
      isEnd = !pageInfo.hasNextPage
    }
  }
  await db.run('CREATE INDEX peer_positions_order ON peer_positions (trader_id, value DESC, token_id)')
}

function rowOf(position: PositionAnswer) {
  const { token, outcome, averagePrice } = position
  const amounts = Object.entries(AMOUNTS).map(([name, field]) => {
    const amount = position[field]
    return [name, amount === null ? null : Math.round(amount * MICRO)] as const
  })
  return { token, outcome, average_price: averagePrice, ...Object.fromEntries(amounts) }
}
