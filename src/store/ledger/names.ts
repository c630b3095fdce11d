import type { ConditionId, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, known, statement } from '../engine/statement.ts'
import { CONDITIONS, MARKETS, NEG_RISK_MARKETS, TOKENS, TRADERS } from '../tables.ts'

interface Ids {
  ids: readonly number[]
}
const NAMES = {
  traders: statement((from, { ids }: Ids) =>
    from(TRADERS).select('id', 'address as name').whereAnyOf('id', 'int', ids),
  ),
  tokens: statement((from, { ids }: Ids) =>
    from(TOKENS).select('id', 'token as name').whereAnyOf('id', 'int', ids),
  ),
  conditions: statement((from, { ids }: Ids) =>
    from(CONDITIONS).select('id', 'condition as name').whereAnyOf('id', 'int', ids),
  ),
  neg_risk_markets: statement((from, { ids }: Ids) =>
    from(NEG_RISK_MARKETS).select('id', 'market as name').whereAnyOf('id', 'int', ids),
  ),
}

/** A table that numbers names. */
export type Dictionary = keyof typeof NAMES

/** The names of a dictionary's ids; unknown ids are omitted. */
export async function namesOf(
  sql: Sql,
  dictionary: Dictionary,
  ids: Iterable<number | null>,
): Promise<Map<number, string>> {
  const list = [...new Set(ids)].filter((id) => id !== null)
  const rows = await NAMES[dictionary].all(sql, { ids: list })
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The tags of a market as the store holds them, a JSON array of texts; null for none. */
export function parseTags(text: string | null): string[] {
  const value: unknown = text === null ? [] : JSON.parse(text)
  if (!Array.isArray(value)) throw new TypeError('tags in the store are not a list')
  return value.filter((tag) => typeof tag === 'string')
}

/**
 * A name as search compares it: without case, accents or compatibility forms (`Ádám` and `adam` are one).
 * The store keeps it beside the name, so that both engines compare the same bytes.
 */
export function foldName(name: string): string {
  return name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

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
 * The markets whose question is exactly one of some texts, by question; a text that no market asks is omitted. Reads
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
