import type { Address } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { CONDITIONS, MARKETS, TOKENS, TRADERS } from '../store/tables.ts'

/** An outcome and its market, null if unknown. */
export interface NamedOutcome {
  id: number
  outcome: string | null
  question: string | null
  slug: string | null
  category: string | null
  condition: string | null
}

/** A trader; null where no name is known. */
export interface NamedTrader {
  id: number
  address: Address
  name: string | null
}

const OUTCOMES = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(as(TOKENS, 'k'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 'k.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'k.condition_id')
    .select('k.id', 'k.outcome_name as outcome', 'm.question', 'm.slug', 'm.category', 'c.condition')
    .whereAnyOf('k.id', 'int', tokens),
)
const TRADER_NAMES = statement((from, { traders }: { traders: readonly number[] }) =>
  from(TRADERS).select('id', 'address', 'username as name').whereAnyOf('id', 'int', traders),
)

/** The names of some outcomes, by token. */
export async function outcomeNames(sql: Sql, tokens: readonly number[]): Promise<Map<number, NamedOutcome>> {
  return new Map((await OUTCOMES.all(sql, { tokens })).map((row) => [row.id, row]))
}

/** The names of some traders, by trader. */
export async function traderNames(sql: Sql, traders: readonly number[]): Promise<Map<number, NamedTrader>> {
  return new Map((await TRADER_NAMES.all(sql, { traders })).map((row) => [row.id, row]))
}
