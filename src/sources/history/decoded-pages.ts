import type { Fill, LedgerEvent } from '../../ledger/event.ts'
import type { Columns, ColumnTypes } from '../../store/engine/duckdb.ts'
import { chainKey } from '../../store/ledger/place.ts'

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
