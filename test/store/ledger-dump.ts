import type { Database } from '../../src/store/database.ts'

const QUERIES = {
  positions:
    'SELECT t.address, k.token, p.shares, p.cost, p.official_amount, p.official_avg, p.last_time, p.last_key FROM positions p ' +
    'JOIN traders t ON t.id = p.trader_id JOIN tokens k ON k.id = p.token_id ORDER BY 1, 2',
  days:
    'SELECT t.address, k.token, p.day, p.shares, p.cost, p.realized, p.bought, p.sold, p.fees, p.volume, p.traded, ' +
    'p.fills, p.maker_fills, p.buys, p.untracked, p.buy_shares, p.split_cost, p.split_shares, p.official_amount, p.official_avg, p.official_realized FROM position_days p ' +
    'JOIN traders t ON t.id = p.trader_id JOIN tokens k ON k.id = p.token_id ORDER BY 1, 2, 3',
  prices:
    'SELECT k.token, p.day, p.close, p.time, p.key FROM price_days p JOIN tokens k ON k.id = p.token_id ORDER BY 1, 2',
  volumes:
    'SELECT k.token, v.day, v.usd, v.unknown FROM volume_days v JOIN tokens k ON k.id = v.token_id ORDER BY 1, 2',
  income:
    'SELECT t.address, i.day, i.amount FROM income_days i JOIN traders t ON t.id = i.trader_id ORDER BY 1, 2',
  conditions: 'SELECT condition, payouts, resolved_time, resolved_key FROM conditions ORDER BY 1',
  ledger: 'SELECT first_time, last_time, last_block, fills, movements FROM ledger_state',
} as const

/** Everything derived that a store holds, by name instead of id: equal for ledgers that tell the same. */
export async function dumpLedger(db: Database): Promise<Record<string, unknown[]>> {
  const entries = Object.entries(QUERIES).map(async ([name, text]) => [name, await db.all(text)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
