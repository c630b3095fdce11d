import type { DuckDBConnection } from '@duckdb/node-api'
import { INFRASTRUCTURE } from '../../../src/chain/contracts.ts'
import type { Fill } from '../../../src/ledger/event.ts'
import type { Database } from '../../../src/store/database.ts'
import { chainKey } from '../../../src/store/ingest/place.ts'
import { createFillLoader, type LoadReport } from '../../../src/store/load/load-fills.ts'
import { type Columns, createTableOf } from '../../../src/store/segments/append-rows.ts'

const bytes = (hash: string | null) => (hash === null ? null : Buffer.from(hash.slice(2), 'hex'))

/** Fills as a data set tells them: a table of the connection, as the loader reads it. */
async function tell(connection: DuckDBConnection, fills: readonly Fill[]): Promise<string> {
  const columns: Columns = {
    key: fills.map(({ block, logIndex }) => chainKey(block ?? 0, logIndex ?? 0)),
    tx: fills.map(({ tx }) => bytes(tx)),
    time: fills.map(({ time }) => time),
    exchange: fills.map(({ exchange }) => exchange),
    owner: fills.map(({ owner }) => owner),
    counterparty: fills.map(({ counterparty }) => counterparty),
    role: fills.map(({ role }) => (role === null ? null : Number(role === 'TAKER'))),
    side: fills.map(({ side }) => Number(side === 'SELL')),
    token: fills.map(({ token }) => token),
    shares: fills.map(({ shares }) => shares),
    usd: fills.map(({ usd }) => usd),
    fee: fills.map(({ fee }) => fee),
    fee_in: fills.map(({ feeIn }) => Number(feeIn === 'SHARES')),
    order_hash: fills.map(({ orderHash }) => bytes(orderHash)),
  }
  const types = {
    key: 'big',
    tx: 'blob',
    time: 'big',
    exchange: 'text',
    owner: 'text',
    counterparty: 'text',
    role: 'tiny',
    side: 'tiny',
    token: 'text',
    shares: 'big',
    usd: 'big',
    fee: 'big',
    fee_in: 'tiny',
    order_hash: 'blob',
  } as const
  const pages = async function* () {
    yield columns
  }
  return `(${await createTableOf(connection, 'told', types, pages())})`
}

/** Loads fills as a part of a data set; what they come to is folded by whoever asks for it. */
export async function loadTold(db: Database, fills: readonly Fill[], part: string): Promise<LoadReport> {
  const connection = await db.segments.connect()
  try {
    const loader = await createFillLoader(db, connection, INFRASTRUCTURE)
    return await loader.load({ from: await tell(connection, fills), part })
  } finally {
    connection.closeSync()
  }
}
