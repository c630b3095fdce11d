import type { Sql } from '../database.ts'

/** What ids of a dictionary stand for; ids that it does not hold are left out. */
export async function namesOf(
  sql: Sql,
  dictionary: 'traders' | 'tokens',
  ids: Iterable<number | null>,
): Promise<Map<number, string>> {
  const list = [...new Set(ids)].filter((id) => id !== null)
  const name = dictionary === 'traders' ? 'address' : 'token'
  const rows = await sql.all<{ id: number; name: string }>(
    `SELECT id, ${name} AS name FROM ${dictionary} WHERE ${sql.isIn('id', 'int')}`,
    [sql.list(list)],
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}
