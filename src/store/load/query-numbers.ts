import type { DuckDBConnection } from '@duckdb/node-api'

/** The rows of a query as numbers. */
export async function queryNumbers(connection: DuckDBConnection, query: string): Promise<number[][]> {
  const reader = await connection.runAndReadAll(query)
  return reader.getRows().map((row) => row.map(Number))
}
