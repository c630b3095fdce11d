import type { Database } from '../engine/database.ts'
import { type EventFilter, sealedWhereOf, whereOf } from '../ledger/event-filter.ts'
import { fromRowsAndSegments } from '../ledger/rows-and-segments.ts'
import type { Segment } from '../ledger/sealed/manifest.ts'
import { sealedFiles } from '../ledger/sealed/sealed-files.ts'
import { FILLS } from '../tables.ts'
import {
  codedAs,
  columnsOf,
  type ExportedTable,
  type ExportFilter,
  PAGE,
  type Piece,
} from './exported-table.ts'
import { DAY_OF_TIME, hexOf, PLACE_COLUMNS, TOKEN_COLUMNS, traderColumns } from './shared-columns.ts'

/** Sealed rows of a piece, beyond which the next segment is left to the next piece. */
const SEALED_ROWS = 1_000_000

const CODED = codedAs(FILLS)
type Row = Record<keyof typeof FILLS.columns, number | Uint8Array | null> & { key: number }

/** Every fill, of both ages. */
export const EXPORTED_FILLS: ExportedTable = {
  coded: CODED,
  order: ['key'],
  names: {
    owner: { of: 'traders', by: 'owner_id' },
    counterparty: { of: 'traders', by: 'counterparty_id' },
    exchange: { of: 'traders', by: 'exchange_id' },
    token: { of: 'tokens', by: 'token_id' },
  },
  columns: [
    ...PLACE_COLUMNS,
    { name: 'tx', type: 'VARCHAR', sql: hexOf('p.tx'), says: 'hash of the transaction; null where unknown' },
    { name: 'time', type: 'BIGINT', sql: 'p.time', says: 'seconds since 1970-01-01, UTC' },
    { name: 'day', type: 'DATE', sql: DAY_OF_TIME, says: 'UTC day' },
    {
      name: 'exchange',
      type: 'VARCHAR',
      sql: 'exchange.address',
      says: 'address of the exchange contract; null where unknown',
    },
    ...traderColumns('owner'),
    {
      name: 'counterparty',
      type: 'VARCHAR',
      sql: 'counterparty.address',
      says: 'address of the counterparty; null where unknown',
    },
    {
      name: 'role',
      type: 'VARCHAR',
      sql: "CASE p.role WHEN 0 THEN 'MAKER' WHEN 1 THEN 'TAKER' END",
      says: 'MAKER or TAKER; null where unknown',
    },
    {
      name: 'side',
      type: 'VARCHAR',
      sql: "CASE p.side WHEN 0 THEN 'BUY' ELSE 'SELL' END",
      says: 'BUY or SELL',
    },
    ...TOKEN_COLUMNS,
    { name: 'shares_micro', type: 'BIGINT', sql: 'p.shares', says: 'shares, in millionths' },
    { name: 'usd_micro', type: 'BIGINT', sql: 'p.usd', says: 'dollars without the fee, in millionths' },
    { name: 'fee_micro', type: 'BIGINT', sql: 'p.fee', says: 'the fee, in millionths of `fee_in`' },
    {
      name: 'fee_in',
      type: 'VARCHAR',
      sql: "CASE p.fee_in WHEN 0 THEN 'USD' ELSE 'SHARES' END",
      says: 'USD or SHARES',
    },
    {
      name: 'order_hash',
      type: 'VARCHAR',
      sql: hexOf('p.order_hash'),
      says: 'hash of the order; null where unknown',
    },
  ],
  pieces: fillPieces,
}

/** Rows of the Data API, whose keys are negative, then the chain's fills by their keys. */
async function* fillPieces(db: Database, { traders, ...filter }: ExportFilter): AsyncGenerator<Piece> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const asked: EventFilter = { ...filter, ...(traders && { owners: traders }), afterKey: after }
    const { text, values } = whereOf(db, asked)
    const { rows, sealed } = await fromRowsAndSegments(db, 'FILLS', asked, () =>
      db.all<Row>(
        `SELECT ${Object.keys(CODED).join(', ')} FROM fills WHERE ${text} ORDER BY key LIMIT ${PAGE}`,
        values,
      ),
    )
    // The rows are all there are up to this key.
    const horizon = rows.length < PAGE ? Number.POSITIVE_INFINITY : (rows.at(-1)?.key ?? after)
    const { taken, next } = upTo(sealed, horizon)
    const end = Math.min(horizon, next === undefined ? Number.POSITIVE_INFINITY : next.firstKey - 1)
    const within = end === Number.POSITIVE_INFINITY ? asked : { ...asked, upToKey: end }
    yield {
      rows: columnsOf(
        CODED,
        rows.filter(({ key }) => key <= end),
      ),
      sealed: taken.length === 0 ? null : await selectSealed(db, taken, within),
    }
    if (end === Number.POSITIVE_INFINITY) return
    after = end
  }
}

/** Those of some segments that a piece takes, which begin before a key, and the one behind them. */
function upTo(segments: readonly Segment<'FILLS'>[], key: number) {
  let count = 0
  let rows = 0
  for (const segment of segments) {
    if (segment.firstKey > key || (count > 0 && rows + segment.rows > SEALED_ROWS)) break
    count++
    rows += segment.rows
  }
  return { taken: segments.slice(0, count), next: segments[count] }
}

async function selectSealed(
  db: Database,
  segments: readonly Segment<'FILLS'>[],
  filter: EventFilter,
): Promise<string> {
  const terms = filter.owners === undefined ? 'tokens' : 'traders'
  const fills = await sealedFiles(db).from(segments.map(({ files }) => files[terms]))
  const hashes = await sealedFiles(db).from(segments.map(({ files }) => files.hashes))
  return `SELECT ${Object.keys(CODED).join(', ')} FROM ${fills} f JOIN ${hashes} h USING (key) WHERE ${sealedWhereOf(filter)}`
}
