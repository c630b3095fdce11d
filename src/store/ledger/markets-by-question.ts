import type { ConditionId, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'

/** A market as metadata names it. */
export interface QuestionedMarket {
  condition: ConditionId
  /** Its tokens in outcome order, with their outcomes' names, null where unknown; empty where the tokens are unknown. */
  outcomes: { token: TokenId; name: string | null }[]
}

/**
 * The markets whose question is exactly one of some texts, by question; a text that no market asks is left out. Reads
 * the whole of `markets`: ask for many together.
 */
export async function marketsByQuestion(
  sql: Sql,
  questions: readonly string[],
): Promise<Map<string, QuestionedMarket[]>> {
  const rows = await sql.all<{
    question: string
    condition: ConditionId
    names: string | null
    token: TokenId | null
    outcome: number | null
    name: string | null
  }>(
    'SELECT m.question, c.condition, m.outcomes AS names, t.token, t.outcome, t.outcome_name AS name FROM markets m ' +
      'JOIN conditions c ON c.id = m.condition_id ' +
      'LEFT JOIN tokens t ON t.condition_id = c.id AND t.outcome IS NOT NULL ' +
      `WHERE ${sql.isIn('m.question', 'text')} ORDER BY c.id, t.outcome`,
    [sql.list(questions)],
  )
  const found = new Map<string, QuestionedMarket[]>()
  for (const { question, condition, names, token, outcome, name } of rows) {
    const markets = found.get(question) ?? []
    found.set(question, markets)
    if (markets.at(-1)?.condition !== condition) markets.push({ condition, outcomes: [] })
    if (token === null || outcome === null) continue
    const listed = (JSON.parse(names ?? '[]') as string[])[outcome]
    markets.at(-1)?.outcomes.push({ token, name: name ?? listed ?? null })
  }
  return found
}
