import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Table } from '../engine/table-types.ts'

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
