import type { DuckDBConnection } from '@duckdb/node-api'
import { INFRASTRUCTURE } from '../../../src/chain/contracts.ts'
import type { Fill } from '../../../src/ledger/event.ts'
import { DECODED_COLUMNS, decodedPages } from '../../../src/sources/history/odd-transactions.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createTableOf } from '../../../src/store/engine/duckdb.ts'
import { createFillLoader } from '../../../src/store/load/load-fills.ts'
import type { LoadReport } from '../../../src/store/load/load-work.ts'

/** Fills as a data set tells them: a table of the connection, as the loader reads it. */
async function tell(connection: DuckDBConnection, fills: readonly Fill[]): Promise<string> {
  const events = async function* () {
    yield fills
  }
  return `(${await createTableOf(connection, 'told', DECODED_COLUMNS, decodedPages(events()))})`
}

/** Loads fills as a part of a data set; the caller folds them. */
export async function loadSourceFills(
  db: Database,
  fills: readonly Fill[],
  part: string,
): Promise<LoadReport> {
  const connection = await db.duckdb.connect()
  try {
    const loader = await createFillLoader(db, connection, INFRASTRUCTURE)
    return await loader.load({ from: await tell(connection, fills), part })
  } finally {
    connection.closeSync()
  }
}
