import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { CONDITIONS, NEG_RISK_MARKETS, TOKENS, TRADERS } from '../tables.ts'

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

/** The names of a dictionary's ids; unknown ids are left out. */
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
