import type { Sql } from '../engine/database.ts'

const NAMES = {
  traders: 'address',
  tokens: 'token',
  conditions: 'condition',
  neg_risk_markets: 'market',
} as const

/** A table that numbers names. */
export type Dictionary = keyof typeof NAMES

/** What ids of a dictionary stand for; ids that it does not hold are left out. */
export async function namesOf(
  sql: Sql,
  dictionary: Dictionary,
  ids: Iterable<number | null>,
): Promise<Map<number, string>> {
  const list = [...new Set(ids)].filter((id) => id !== null)
  const rows = await sql.all<{ id: number; name: string }>(
    `SELECT id, ${NAMES[dictionary]} AS name FROM ${dictionary} WHERE ${sql.isIn('id', 'int')}`,
    [sql.list(list)],
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}
