import type { MovementRow } from '../ledger/movement-row.ts'
import type { Conditions } from './conditions.ts'

/** Every token whose positions a movement can change. Its condition or neg-risk market must be loaded. */
export function tokensOf(row: MovementRow, conditions: Conditions): readonly number[] {
  if (row.token !== null) return [row.token]
  if (row.negRisk !== null)
    return (conditions.questionsAt(row.negRisk, row.key) ?? []).flatMap((question) => question.tokens)
  return row.condition === null ? [] : conditions.get(row.condition).tokens
}

/** Whose positions a movement changes; null stands for all who hold its tokens. */
export function tradersOf(row: MovementRow): readonly (number | null)[] {
  return row.kind === 'RESOLVE' ? [null] : [row.owner, row.other].filter((trader) => trader !== null)
}
