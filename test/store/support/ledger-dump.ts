import type { Database } from '../../../src/store/engine/database.ts'
import type { Value } from '../../../src/store/engine/table.ts'
import { ledgerOf } from '../../../src/store/ledger/ledger.ts'
import { namesOf } from '../../../src/store/ledger/names.ts'
import { DAY_COLUMNS } from '../../../src/store/ledger/position-day.ts'

const QUERIES = {
  positions:
    'SELECT t.address, k.token, p.shares, p.cost, p.official_amount, p.official_avg, p.last_time, p.last_key, ' +
    'p.open, p.slippage, p.first_lot, p.next_lot FROM positions p ' +
    'JOIN traders t ON t.id = p.trader_id JOIN tokens k ON k.id = p.token_id ORDER BY 1, 2',
  lots:
    'SELECT t.address, k.token, l.number, l.time, l.shares FROM position_lots l ' +
    'JOIN traders t ON t.id = l.trader_id JOIN tokens k ON k.id = l.token_id ORDER BY 1, 2, 3',
  supplies:
    'SELECT k.token, h.holders, h.shares FROM token_holdings h JOIN tokens k ON k.id = h.token_id ORDER BY 1',
  prices:
    'SELECT k.token, p.day, p.close, p.time, p.key FROM price_days p JOIN tokens k ON k.id = p.token_id ORDER BY 1, 2',
  volumes:
    'SELECT k.token, v.day, v.usd, v.unknown, v.fills FROM volume_days v JOIN tokens k ON k.id = v.token_id ORDER BY 1, 2',
  wholes:
    'SELECT t.address, k.token, w.key, w.last_key, w.time, w.day, w.side, w.role, w.shares, w.usd, w.fills, w.change ' +
    'FROM whole_trades w JOIN traders t ON t.id = w.trader_id JOIN tokens k ON k.id = w.token_id ORDER BY w.key',
  income:
    'SELECT t.address, i.day, i.amount FROM income_days i JOIN traders t ON t.id = i.trader_id ORDER BY 1, 2',
  conditions: 'SELECT condition, payouts, resolved_time, resolved_key FROM conditions ORDER BY 1',
  ledger: 'SELECT first_time, last_time, last_block, fills, movements FROM ledger_state',
} as const

/** Everything derived that a store holds, by name instead of id: equal for ledgers that tell the same. */
export async function dumpLedger(db: Database): Promise<Record<string, unknown[]>> {
  const entries = Object.entries(QUERIES).map(async ([name, text]) => [name, await db.all(text)] as const)
  return { ...Object.fromEntries(await Promise.all(entries)), days: await namedDays(db) }
}

/** Every position's days, sealed or not, by name and in the names' order. */
async function namedDays(db: Database): Promise<Record<string, Value>[]> {
  const days: Record<string, Value>[] = []
  for await (const { count, columns, lists } of ledgerOf(db).days({ columns: DAY_COLUMNS, lists: true })) {
    const { trader_id, token_id, ...rest } = columns
    const addresses = await namesOf(db, 'traders', [...trader_id.subarray(0, count)])
    const tokens = await namesOf(db, 'tokens', [...token_id.subarray(0, count)])
    for (let row = 0; row < count; row++)
      days.push({
        address: addresses.get(trader_id[row] ?? 0) ?? null,
        token: tokens.get(token_id[row] ?? 0) ?? null,
        ...Object.fromEntries(Object.entries(rest).map(([name, values]) => [name, values[row] ?? null])),
        lists: Buffer.from(lists[row] ?? []).toString('hex'),
      })
  }
  const order = ({ address, token, day }: Record<string, Value>) =>
    [address, token, String(day).padStart(9)].join(' ')
  return days.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}
