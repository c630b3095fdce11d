import type { MicroPrice, MicroUsd } from '../ledger/quantities.ts'
import { officialUnrealized } from '../metrics/official-pnl.ts'
import type { Sql } from '../store/database.ts'
import { markedValue } from './marks.ts'
import { printedPrice, type TokenPrints } from './token-prints.ts'

/** How much more the same holdings are worth than before, less than 0 where they are worth less. */
export interface ValueChange {
  value: MicroUsd
  /** The same of what the official rule counts as held. */
  official: MicroUsd
}

/** By trader. */
export type ValueChanges = Map<number, ValueChange>

const TOKENS_AT_ONCE = 100

interface Holding {
  trader_id: number
  token_id: number
  shares: number
  cost: number
  amount: number
  avg: number
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
      `SELECT trader_id, token_id, shares, cost, official_amount AS amount, official_avg AS avg FROM positions ` +
        `WHERE ${tx.isIn('token_id', 'int')} AND ${IS_HELD}`,
      [tx.list(tokens.slice(from, from + TOKENS_AT_ONCE))],
    )
    for (const holding of holdings) {
      const { trader_id, token_id } = holding
      const was = worthAt(holding, printedPrice(before, token_id))
      const is = worthAt(holding, printedPrice(after, token_id))
      const change = changes.get(trader_id) ?? { value: 0, official: 0 }
      change.value += is.value - was.value
      change.official += is.official - was.official
      changes.set(trader_id, change)
    }
  }
  return changes
}

/** SQL that is true for positions with shares by either rule. */
export const IS_HELD = '(shares > 0 OR official_amount > 0)'

function worthAt({ shares, cost, amount, avg }: Holding, mark: MicroPrice | null): ValueChange {
  return {
    value: markedValue(shares, cost, mark),
    official: officialUnrealized({ amount, avg, mark }),
  }
}
