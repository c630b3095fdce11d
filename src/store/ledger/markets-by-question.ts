import type { ConditionId, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, known, statement } from '../engine/statement.ts'
import { CONDITIONS, MARKETS, TOKENS } from '../tables.ts'

/** A market as metadata names it. */
export interface QuestionedMarket {
  condition: ConditionId
  /** Its tokens in outcome order, with their outcomes' names, null where unknown; empty where the tokens are unknown. */
  outcomes: { token: TokenId; name: string | null }[]
}

const OUTCOMES = statement((from, { questions }: { questions: readonly string[] }) =>
  from(as(MARKETS, 'm'))
    .join(as(CONDITIONS, 'c'), 'c.id', 'm.condition_id')
    .leftJoin(as(TOKENS, 't'), (same) => same.on('t.condition_id', 'c.id').onNotNull('t.outcome'))
    .select(
      known('m.question'),
      'c.condition',
      'm.outcomes as names',
      't.token',
      't.outcome',
      't.outcome_name as name',
    )
    .whereAnyOf('m.question', 'text', questions)
    .orderBy('c.id')
    .orderBy('t.outcome'),
)

/**
 * The markets whose question is exactly one of some texts, by question; a text that no market asks is left out. Reads
 * the whole of `markets`: ask for many together.
 */
export async function marketsByQuestion(
  sql: Sql,
  questions: readonly string[],
): Promise<Map<string, QuestionedMarket[]>> {
  const rows = await OUTCOMES.all(sql, { questions })
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
