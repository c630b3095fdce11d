import type { Sql } from '../store/database.ts'
import type { Prints } from './basis.ts'
import { changedIncome } from './income-prints.ts'
import { changedTokens } from './token-prints.ts'

/**
 * Traders, by ascending id, whose numbers can differ from those of the snapshot that the prints `before` are of: their
 * positions changed, their income did, or something that they hold or held is worth something else.
 */
export async function changedTraders(tx: Sql, before: Prints, after: Prints): Promise<number[]> {
  const tokens = changedTokens(before.tokens, after.tokens)
  const changed = new Set([
    ...(await tradersBy(tx, 'SELECT trader_id FROM touched_traders')),
    ...(await tradersBy(
      tx,
      `SELECT DISTINCT trader_id FROM positions WHERE ${tx.isIn('token_id', 'int')}`,
      tokens.past,
    )),
    ...(await tradersBy(
      tx,
      `SELECT DISTINCT trader_id FROM positions WHERE ${tx.isIn('token_id', 'int')} AND shares > 0`,
      tokens.last,
    )),
    ...changedIncome(before.income, after.income),
  ])
  return [...changed].sort((a, b) => a - b)
}

async function tradersBy(tx: Sql, text: string, tokens?: readonly number[]): Promise<number[]> {
  if (tokens?.length === 0) return []
  const rows = await tx.all<{ trader_id: number }>(text, tokens ? [tx.list(tokens)] : [])
  return rows.map((row) => row.trader_id)
}
