import { DAY_SECONDS, type Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { POSITIONS } from '../engine/tables.ts'
import { readFills } from '../ledger/fills.ts'
import { noteMeaning } from './ledger-state.ts'
import { createPriceDayRows } from './price-day-rows.ts'
import { type Change, touchTraders } from './write-positions.ts'

/** Days without a close any more get that of the last fill that is left; whoever holds the token has another mark. */
export async function closeAgain(
  tx: Sql,
  gone: readonly { token_id: number; day: Day }[],
  change: Change,
): Promise<void> {
  if (gone.length > 0) await noteMeaning(tx)
  const prices = createPriceDayRows()
  for (const { token_id: token, day } of gone) {
    const ofDay = { tokens: [token], since: day * DAY_SECONDS, before: (day + 1) * DAY_SECONDS }
    const fills = await readFills(tx, ['shares', 'usd', 'time', 'key'], ofDay)
    for (const fill of fills) prices.add({ token, ...fill })
  }
  await prices.write(tx)
  const tokens = tx.list(gone.map((row) => row.token_id))
  const holders = await tx.all<{ trader_id: number }>(
    `SELECT DISTINCT p.trader_id FROM ${POSITIONS.name} p JOIN tokens t ON t.id = p.token_id WHERE p.shares > 0 AND ` +
      `(${tx.isIn('t.id', 'int')} OR t.condition_id IN (SELECT condition_id FROM tokens WHERE ${tx.isIn('id', 'int')}))`,
    [tokens, tokens],
  )
  await touchTraders(
    tx,
    holders.map((row) => row.trader_id),
    change,
  )
}

/** Takes the closes away that some fills set, by their keys, and closes those days again. */
export async function closeWithout(
  tx: Sql,
  fills: readonly { token: number; key: number }[],
  change: Change,
): Promise<void> {
  if (fills.length === 0) return
  const where = `${tx.isIn('token_id', 'int')} AND ${tx.isIn('key', 'int')}`
  const values = [tx.list(fills.map(({ token }) => token)), tx.list(fills.map(({ key }) => key))]
  const gone = await tx.all<{ token_id: number; day: Day }>(
    `SELECT token_id, day FROM price_days WHERE ${where}`,
    values,
  )
  await tx.run(`DELETE FROM price_days WHERE ${where}`, values)
  await closeAgain(tx, gone, change)
}
