import type { Sql } from '../store/database.ts'
import type { Basis, Prints } from './basis.ts'
import { changedIncome } from './income-prints.ts'
import { IS_HELD, readValueChanges, type ValueChanges } from './read-value-changes.ts'
import { changedTokens } from './token-prints.ts'

/** Traders whose numbers can differ from those that an earlier snapshot tells. */
export interface ChangedTraders {
  /** Those who must be computed again. */
  computed: Set<number>
  /** Those of whom nothing changed but the price at the cutoff of what they hold. */
  revalued: ValueChanges
}

/**
 * Traders who differ from the snapshot that the basis is of: their positions changed, their income did, or
 * something that they hold or held is worth something else. All others' numbers are what they were.
 */
export async function changedTraders(
  tx: Sql,
  { prints: before }: Pick<Basis, 'prints'>,
  after: Prints,
): Promise<ChangedTraders> {
  const tokens = changedTokens(before.tokens, after.tokens)
  const computed = new Set([
    ...(await tradersBy(tx, 'SELECT trader_id FROM touched_traders')),
    ...(await tradersBy(
      tx,
      `SELECT DISTINCT trader_id FROM positions WHERE ${tx.isIn('token_id', 'int')}`,
      tokens.past,
    )),
    ...(await tradersBy(
      tx,
      `SELECT DISTINCT trader_id FROM positions WHERE ${tx.isIn('token_id', 'int')} AND ${IS_HELD}`,
      tokens.settled,
    )),
    ...changedIncome(before.income, after.income),
  ])
  const revalued = await readValueChanges(tx, tokens.priced, before.tokens, after.tokens)
  for (const [trader, change] of revalued) {
    const isSame = change.value === 0 && change.official === 0
    if (isSame || computed.has(trader)) revalued.delete(trader)
  }
  return { computed, revalued }
}

async function tradersBy(tx: Sql, text: string, tokens?: readonly number[]): Promise<number[]> {
  if (tokens?.length === 0) return []
  const rows = await tx.all<{ trader_id: number }>(text, tokens ? [tx.list(tokens)] : [])
  return rows.map((row) => row.trader_id)
}
