import type { Database, Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Table } from '../engine/table-types.ts'
import { TOKENS, VOLUME_DAYS } from '../tables.ts'

/** Tokens whose loaded events no position counts yet, and how many of these are fills; nothing while no load is under way. */
export const UNFOLDED_TOKENS = {
  name: 'unfolded_tokens',
  key: ['token_id'],
  notNull: 'all',
  columns: { token_id: 'int', fills: 'int' },
} as const satisfies Table

/** Parts of downloaded history that were loaded whole, each by its unique name, with its number of fills. */
export const LOADED_PARTS = {
  name: 'loaded_parts',
  key: ['part'],
  notNull: 'all',
  columns: { part: 'text', fills: 'int' },
} as const satisfies Table

const ANY = statement((from) => from(UNFOLDED_TOKENS).select('token_id').limit(1))
const COUNT = statement((from) => from(UNFOLDED_TOKENS).count('* as tokens'))

/** Whether loaded events are not in positions yet: a load was stopped, or is under way. */
export async function isUnfolded(sql: Sql): Promise<boolean> {
  return (await ANY.get(sql)) !== undefined
}

/** Of how many tokens loaded events are not in positions yet. */
export async function unfoldedTokens(sql: Sql): Promise<number> {
  return (await COUNT.get(sql))?.tokens ?? 0
}

/** Tokens that one transaction marks. */
const MARKED = 5_000

/** Marks every token as one whose events positions do not count yet, in short transactions. */
export async function markUnfolded(db: Database): Promise<void> {
  const some = `SELECT id FROM ${TOKENS.name} WHERE id > ? ORDER BY id LIMIT ${MARKED}`
  const fills = `COALESCE((SELECT SUM(fills) FROM ${VOLUME_DAYS.name} v WHERE v.token_id = t.id), 0)`
  for (let after = 0; ; ) {
    const last = await db.get<{ id: number | null }>(`SELECT MAX(id) AS id FROM (${some}) t`, [after])
    if (last?.id == null) return
    await db.run(
      `INSERT INTO ${UNFOLDED_TOKENS.name} (token_id, fills) SELECT t.id, ${fills} FROM (${some}) t WHERE TRUE ` +
        'ON CONFLICT DO NOTHING',
      [after],
    )
    after = last.id
  }
}
