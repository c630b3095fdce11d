import type { DuckDBConnection } from '@duckdb/node-api'
import type { Fill } from '../../ledger/event.ts'
import { createFillBatcher } from '../../ledger/fill-batch.ts'
import type { Address, Hash, TokenId } from '../../ledger/quantities.ts'
import type { Database } from '../engine/database.ts'
import { type BatchReport, createLedgerWriter } from '../ingest/ledger-writer.ts'
import { blockOf } from '../ledger/place.ts'

/** Fills that one transaction takes. */
const FILLS_A_WRITE = 5_000

/** Appends the fills of `load_left` like those of any other source. */
export async function appendRemaining(
  db: Database,
  connection: DuckDBConnection,
  from: string,
  contracts: ReadonlySet<string>,
): Promise<BatchReport> {
  const report: BatchReport = { events: 0, repeated: 0, clashes: [], refusedLinks: [] }
  const writer = createLedgerWriter(db, { infrastructure: contracts })
  const result = await connection.stream(
    'SELECT DISTINCT CAST(t.key AS DOUBLE), CAST(t.time AS DOUBLE), lower(hex(t.tx)), t.exchange, t.owner, t.counterparty, t.role, ' +
      't.side, t.token, CAST(t.shares AS DOUBLE), CAST(t.usd AS DOUBLE), CAST(t.fee AS DOUBLE), t.fee_in, lower(hex(t.order_hash)) ' +
      `FROM ${from} t JOIN load_left USING (key) ORDER BY 1`,
  )
  let fills: Fill[] = []
  const flush = async () => {
    if (fills.length === 0) return
    const batcher = createFillBatcher()
    for (const fill of fills) batcher.add(fill, 0)
    const batch = batcher.take()
    // Each batch numbers its names anew.
    batch.restarted = true
    fills = []
    const appended = await writer.transaction((append) => append({ fills: batch }))
    report.events += appended.events
    report.repeated += appended.repeated
    report.clashes.push(...appended.clashes)
  }
  for await (const chunk of result) {
    fills.push(...(chunk.getRows() as unknown as ToldRow[]).map(fillOf))
    if (fills.length >= FILLS_A_WRITE) await flush()
  }
  await flush()
  return report
}

type ToldRow = [
  key: number,
  time: number,
  tx: string | null,
  exchange: string | null,
  owner: string,
  counterparty: string | null,
  role: number | null,
  side: number,
  token: string,
  shares: number,
  usd: number,
  fee: number,
  feeIn: number,
  orderHash: string | null,
]

function fillOf(row: ToldRow): Fill {
  const [key, time, tx, exchange, owner, counterparty, role, side, token, shares, usd, fee, feeIn, order] =
    row
  return {
    kind: 'FILL',
    ...blockOf(key),
    time,
    tx: tx === null ? null : (`0x${tx}` as Hash),
    exchange: exchange as Address | null,
    owner: owner as Address,
    counterparty: counterparty as Address | null,
    role: role === null ? null : role === 1 ? 'TAKER' : 'MAKER',
    side: side === 0 ? 'BUY' : 'SELL',
    token: token as TokenId,
    shares,
    usd,
    fee,
    feeIn: feeIn === 0 ? 'USD' : 'SHARES',
    orderHash: order === null ? null : (`0x${order}` as Hash),
  }
}
