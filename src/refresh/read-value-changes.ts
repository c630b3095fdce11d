import type { MicroUsd } from '../ledger/quantities.ts'
import type { Sql } from '../store/database.ts'
import { markedValue } from './marks.ts'
import { printedPrice, type TokenPrints } from './token-prints.ts'

/** By trader: how much more the same holdings are worth than before, less than 0 where they are worth less. */
export type ValueChanges = Map<number, MicroUsd>

const TOKENS_AT_ONCE = 100

interface Holding {
  trader_id: number
  token_id: number
  shares: number
  cost: number
}

/** Values what is held of some tokens at their printed prices. Relies on the key of `positions`, token first. */
export async function readValueChanges(
  tx: Sql,
  tokens: readonly number[],
  before: TokenPrints,
  after: TokenPrints,
): Promise<ValueChanges> {
  const changes: ValueChanges = new Map()
  for (let from = 0; from < tokens.length; from += TOKENS_AT_ONCE) {
    const holdings = await tx.all<Holding>(
      `SELECT trader_id, token_id, shares, cost FROM positions WHERE ${tx.isIn('token_id', 'int')} AND shares > 0`,
      [tx.list(tokens.slice(from, from + TOKENS_AT_ONCE))],
    )
    for (const { trader_id, token_id, shares, cost } of holdings) {
      const was = markedValue(shares, cost, printedPrice(before, token_id))
      const is = markedValue(shares, cost, printedPrice(after, token_id))
      changes.set(trader_id, (changes.get(trader_id) ?? 0) + is - was)
    }
  }
  return changes
}
