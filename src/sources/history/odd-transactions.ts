import type { DuckDBConnection } from '@duckdb/node-api'
import type { ContractSet } from '../../chain/contracts.ts'
import type { Fill, LedgerEvent } from '../../ledger/event.ts'
import { type Columns, type ColumnTypes, createTableOf, type DuckDb } from '../../store/engine/duckdb.ts'
import { chainKey } from '../../store/ledger/place.ts'
import { BlockDecoder } from '../rpc/block-events.ts'
import { hexOf } from './fill-sql.ts'
import { type FilledRow, filledLogs } from './raw-rows.ts'
import { rowBlocks } from './sort-files.ts'
import type { StageOptions } from './staged-fills.ts'
import { copyTo, pages, parquet, run } from './table-queries.ts'

export interface StageWork {
  duckdb: DuckDb
  connection: DuckDBConnection
  contracts: ContractSet
  options: StageOptions
}

/**
 * Puts the fills of transactions that SQL does not decide into a file, as the decoder of logs reads them.
 * @param source SQL of the rows
 * @param odd a file that names the transactions by `block` and `tx`, without `0x`
 * @param to the file to write
 * @returns how many rows were refused
 */
export async function decodeOdd(
  { duckdb, connection, contracts, options }: StageWork,
  source: string,
  odd: string,
  to: string,
): Promise<number> {
  let count = 0
  const decoder = new BlockDecoder(contracts)
  // A result that is being read ends with its connection's next statement.
  const reading = await duckdb.connect()
  try {
    await reading.run("SET TimeZone = 'UTC'")
    const rows = pages<FilledRow>(reading, oddRows(source, odd))
    const decoded = async function* () {
      for await (const { logs, refused } of rowBlocks(rows, (block) => filledLogs(block, contracts))) {
        options.signal?.throwIfAborted()
        const { events, refused: undecoded } = decoder.decode(logs)
        count += refused.length + undecoded.length
        for (const refusal of [...refused, ...undecoded]) options.onRefusal?.(refusal)
        yield events
      }
    }
    const table = await createTableOf(connection, 'decoded', DECODED_COLUMNS, decodedPages(decoded()))
    await run(connection, copyTo(to, table))
    await run(connection, 'DROP TABLE decoded')
    return count
  } finally {
    reading.closeSync()
  }
}

/** Every row of the transactions of a file, in the order of their places, as the decoder of rows has them. */
function oddRows(source: string, odd: string): string {
  const number = (column: string) => `CAST(${column} AS DOUBLE)`
  const columns = {
    block: number('block'),
    logIndex: number('log_index'),
    tx: 'tx',
    time: 'time',
    orderHash: 'order_hash',
    maker: 'maker',
    taker: 'taker',
    contract: 'contract',
    makerAsset: 'maker_asset',
    takerAsset: 'taker_asset',
    makerAmount: 'maker_amount',
    takerAmount: 'taker_amount',
    fee: 'fee',
    otherFees: 'other_fees',
  } satisfies Record<keyof FilledRow, string>
  const list = Object.entries(columns).map(([name, expression]) =>
    `r.${expression} AS "${name}"`.replace('r.CAST(', 'CAST(r.'),
  )
  return (
    `SELECT ${list.join(', ')} FROM (${source}) r WHERE EXISTS (SELECT 1 FROM ${parquet([odd])} o ` +
    `WHERE o.block IS NOT DISTINCT FROM r.block AND o.tx = coalesce(${hexOf('r.tx')}, '')) ORDER BY 1 NULLS FIRST, 2 NULLS FIRST`
  )
}

/** The types of {@link decodedPages}' columns, those of staged fills. */
export const DECODED_COLUMNS: ColumnTypes = {
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
}

/** Fills a page, so that a page fills chunks of DuckDB's. */
const PAGE = 8_192

/** The fills among decoded events as pages of staged fills. */
export async function* decodedPages(decoded: AsyncIterable<readonly LedgerEvent[]>): AsyncGenerator<Columns> {
  let held: Fill[] = []
  for await (const events of decoded) {
    for (const event of events) if (event.kind === 'FILL') held.push(event)
    if (held.length < PAGE) continue
    yield pageOf(held)
    held = []
  }
  if (held.length > 0) yield pageOf(held)
}

function pageOf(fills: readonly Fill[]): Columns {
  return {
    key: fills.map(({ block, logIndex }) => chainKey(block ?? 0, logIndex ?? 0)),
    tx: fills.map(({ tx }) => bytesOf(tx)),
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
    order_hash: fills.map(({ orderHash }) => bytesOf(orderHash)),
  }
}

function bytesOf(hash: string | null): Uint8Array | null {
  return hash === null ? null : Buffer.from(hash.slice(2), 'hex')
}
