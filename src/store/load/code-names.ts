import type { DuckDBConnection } from '@duckdb/node-api'
import type { Database } from '../engine/database.ts'
import type { Dictionary } from '../ingest/dictionary.ts'
import { readLedgerState } from '../ledger/ledger-state.ts'

/** Names that one transaction of the store learns: nobody waits for long. */
const NAMES_A_WRITE = 4_000

/** A dictionary of the store, as far as a load needs it, as a table of DuckDB. */
export interface CodedNames {
  /** The table: `name`, `id`. */
  table: string
  /** Learns the names that a query answers, which are distinct, in its order. */
  learn(query: string): Promise<void>
}

/**
 * Names and their ids for a load. Names that the store does not hold yet get the next ids, in the order of the query, so that
 * the same files make the same dictionary.
 */
export async function codeNames(
  db: Database,
  connection: DuckDBConnection,
  dictionary: Dictionary,
  table: string,
): Promise<CodedNames> {
  const { DuckDBDataChunk, INTEGER, VARCHAR } = await import('@duckdb/node-api')
  await connection.run(`CREATE TEMP TABLE ${table} (name VARCHAR, id INTEGER)`)
  const learnSome = async (names: readonly string[]) => {
    const ids = await db.transaction(async (tx) => {
      // One writer of names at a time: two would give the same id, or name one twice.
      await readLedgerState(tx, true)
      return dictionary.idsOf(tx, names)
    })
    const appender = await connection.createAppender(table)
    for (let from = 0; from < names.length; from += 2_048) {
      const some = names.slice(from, from + 2_048)
      const chunk = DuckDBDataChunk.create([VARCHAR, INTEGER], some.length)
      chunk.setColumns([some, ids.slice(from, from + 2_048)])
      appender.appendDataChunk(chunk)
    }
    appender.closeSync()
  }
  return {
    table,
    async learn(query) {
      // Read whole before the table is written: it is part of the query.
      const reader = await connection.runAndReadAll(query)
      const names = (reader.getColumns()[0] ?? []) as string[]
      for (let from = 0; from < names.length; from += NAMES_A_WRITE)
        await learnSome(names.slice(from, from + NAMES_A_WRITE))
    },
  }
}
