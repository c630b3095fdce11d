import type { DuckDBConnection } from '@duckdb/node-api'
import type { Sql } from '../engine/database.ts'
import { type ColumnTypes, createTableOf } from '../engine/duckdb.ts'
import type { Value } from '../engine/table-types.ts'
import { HIDDEN_IDS } from '../opted-out.ts'
import { columnsOf, type Dictionary } from './exported-table.ts'

/** Names per read of the store. */
const PAGE = 10_000

/** The dictionaries that ids refer to, with the columns of each. */
const DICTIONARIES = {
  traders: {
    columns: { id: 'big', address: 'text', username: 'text' },
    text: 'SELECT d.id, d.address, d.username FROM traders d WHERE',
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
      'LEFT JOIN conditions c ON c.id = d.condition_id LEFT JOIN markets m ON m.condition_id = d.condition_id WHERE',
  },
} as const satisfies Record<Dictionary, { columns: ColumnTypes; text: string }>

/**
 * Makes a temporary table of the names of some ids, named after the dictionary; only these, so that it stays small.
 * @param ids DuckDB's SELECT of the ids, as a column `id`; nulls among them are ignored
 * @param isPublic true: traders who opted out have no row
 */
export async function nameIds(
  db: Sql,
  connection: DuckDBConnection,
  dictionary: Dictionary,
  { ids, isPublic }: { ids: string; isPublic: boolean },
): Promise<void> {
  const { columns, text } = DICTIONARIES[dictionary]
  const shown = isPublic && dictionary === 'traders' ? ` d.id NOT IN ${HIDDEN_IDS} AND` : ''
  const found = await connection.runAndReadAll(`SELECT DISTINCT id FROM (${ids}) WHERE id IS NOT NULL`)
  const list = (found.getColumns()[0] ?? []).map(Number)
  const read = async function* () {
    for (let from = 0; from < list.length; from += PAGE) {
      const rows = await db.all<Record<string, Value>>(`${text}${shown} ${db.isIn('d.id', 'int')}`, [
        db.list(list.slice(from, from + PAGE)),
      ])
      yield columnsOf(columns, rows)
    }
  }
  await createTableOf(connection, dictionary, columns, read())
}
