import type { DuckDBConnection } from '@duckdb/node-api'
import type { Database } from '../engine/database.ts'

/**
 * Fills of a data set: a relation of DuckDB with a row a fill, in any order, with repeats. Its
 * columns are key (block · 2^20 + log index), tx, time, exchange, owner, counterparty (addresses as text), role (0 MAKER,
 * 1 TAKER, NULL unknown), side (0 BUY, 1 SELL), token (decimal text), shares, usd, fee, fee_in (0 USD, 1 SHARES), order_hash.
 * It is read several times, so it should be a file.
 */
export interface SourceFills {
  /** SQL after FROM. */
  from: string
  /** Unique name of this part of the data set; null if it must be read again next time. */
  part: string | null
  /** True: no two rows have a key in common. @default false: that is found out */
  areDistinct?: boolean
}

/** The result of loading some fills. */
export interface LoadReport {
  events: number
  repeated: number
  /** Refused fills with their reason; `count` of them are like this one. */
  refused: { reason: string; count: number }[]
}

export interface LoadWork {
  db: Database
  connection: DuckDBConnection
  contracts: ReadonlySet<string>
  /** The coded fills after FROM. */
  coded: string
  source: SourceFills
}

/** The rows of a query as numbers. */
export async function queryNumbers(connection: DuckDBConnection, query: string): Promise<number[][]> {
  const reader = await connection.runAndReadAll(query)
  return reader.getRows().map((row) => row.map(Number))
}
