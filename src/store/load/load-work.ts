import type { DuckDBConnection } from '@duckdb/node-api'
import type { Database } from '../engine/database.ts'

/**
 * Fills as a data set tells them: a relation of DuckDB with a row a fill, in any order, any of them more than once. Its
 * columns are key (block · 2^20 + log index), tx, time, exchange, owner, counterparty (addresses as text), role (0 MAKER,
 * 1 TAKER, NULL unknown), side (0 BUY, 1 SELL), token (decimal text), shares, usd, fee, fee_in (0 USD, 1 SHARES), order_hash.
 * It is read several times, so it had better be a file.
 */
export interface ToldFills {
  /** What stands after FROM. */
  from: string
  /** What tells this part of a data set from every other; null where it is to be looked at again next time. */
  part: string | null
}

/** What loading some fills did. */
export interface LoadReport {
  events: number
  repeated: number
  /** Fills that were not taken, each with its reason; `count` of them are like this one. */
  refused: { reason: string; count: number }[]
}

/** What a load works with. */
export interface LoadWork {
  db: Database
  connection: DuckDBConnection
  contracts: ReadonlySet<string>
  /** The coded fills after FROM. */
  coded: string
  told: ToldFills
}
