import type { DuckDBConnection } from '@duckdb/node-api'
import type { Database } from '../engine/database.ts'
import { type ColumnTypes, createTableOf } from '../engine/duckdb.ts'
import type { Value } from '../engine/table-types.ts'
import { columnsOf, type Dictionary } from './exported-table.ts'

/** Names per read of the store. */
const PAGE = 10_000

/** The dictionaries that ids refer to, with the columns of each. */
const DICTIONARIES = {
  traders: {
    columns: { id: 'big', address: 'text', username: 'text' },
    text: 'SELECT d.id, d.address, d.username FROM traders d',
  },
  tokens: {
    columns: {
      id: 'big',
      token: 'text',
      condition: 'text',
      outcome: 'big',
      outcome_name: 'text',
      question: 'text',
    },
    text:
      'SELECT d.id, d.token, c.condition, d.outcome, d.outcome_name, m.question FROM tokens d ' +
      'LEFT JOIN conditions c ON c.id = d.condition_id LEFT JOIN markets m ON m.condition_id = d.condition_id',
  },
} as const satisfies Record<Dictionary, { columns: ColumnTypes; text: string }>

/**
 * Makes a temporary table of the names of some ids, named after the dictionary; only these, so that it stays small.
 * @param ids DuckDB's SELECT of the ids, as a column `id`; nulls among them are ignored
 */
export async function nameIds(
  db: Database,
  connection: DuckDBConnection,
  dictionary: Dictionary,
  ids: string,
): Promise<void> {
  const { columns, text } = DICTIONARIES[dictionary]
  const found = await connection.runAndReadAll(`SELECT DISTINCT id FROM (${ids}) WHERE id IS NOT NULL`)
  const list = (found.getColumns()[0] ?? []).map(Number)
  const read = async function* () {
    for (let from = 0; from < list.length; from += PAGE) {
      const rows = await db.all<Record<string, Value>>(`${text} WHERE ${db.isIn('d.id', 'int')}`, [
        db.list(list.slice(from, from + PAGE)),
      ])
      yield columnsOf(columns, rows)
    }
  }
  await createTableOf(connection, dictionary, columns, read())
}
