import { defined } from '../../checks.ts'
import { DAY_SECONDS, dayOf, MICRO } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { wholeNumber } from '../engine/duckdb.ts'
import type { Value } from '../engine/table.ts'
import { sealedPart } from '../ledger/files.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { FILLS } from '../tables.ts'
import { isPriced } from '../trades/trade-filter.ts'
import { EXPORTED_DAYS } from './export-days.ts'
import { EXPORTED_POSITIONS } from './export-positions.ts'
import {
  codedAs,
  codedLike,
  columnsOf,
  DAY_OF_TIME,
  type ExportedColumn,
  type ExportedTable,
  type ExportFilter,
  hexOf,
  PAGE,
  type Piece,
  PLACE_COLUMNS,
  storePieces,
  TOKEN_COLUMNS,
  traderColumns,
} from './exported-table.ts'
import type { ExportName } from './exports.ts'

/** The dictionary of wallets and contracts: the addresses of trader ids in sealed files. */
const EXPORTED_TRADERS = dictionary({
  text: 'SELECT t.id, t.address, t.username, t.infrastructure FROM traders t',
  key: 't.id',
  columns: [
    { name: 'id', type: 'BIGINT', says: 'as in `owner_id`, `counterparty_id`, `exchange_id`' },
    { name: 'address', type: 'VARCHAR', says: 'lower case' },
    { name: 'username', type: 'VARCHAR', says: 'name; null where unknown' },
    {
      name: 'infrastructure',
      type: 'BOOLEAN',
      sql: 'p.infrastructure = 1',
      says: 'true for a contract of the venue, which is not a trader',
    },
  ],
})

const EXPORTED_TOKENS = dictionary({
  text:
    'SELECT t.id, t.token, t.condition_id, c.condition, t.outcome, t.outcome_name FROM tokens t ' +
    'LEFT JOIN conditions c ON c.id = t.condition_id',
  key: 't.id',
  columns: [
    { name: 'id', type: 'BIGINT', says: 'as in `token_id`' },
    { name: 'token', type: 'VARCHAR', says: 'ERC-1155 id, decimal' },
    { name: 'condition_id', type: 'BIGINT', says: '`id` in `markets`; null while metadata is missing' },
    { name: 'condition', type: 'VARCHAR', says: 'id of its condition; null as above' },
    { name: 'outcome', type: 'INTEGER', says: 'number of its outcome, from 0; null as above' },
    { name: 'outcome_name', type: 'VARCHAR', says: 'name of the outcome by the Data API; null if unknown' },
  ],
})

/** The dictionary of conditions, and what is known of them. */
const EXPORTED_MARKETS = dictionary({
  text:
    'SELECT c.id, c.condition, m.question, m.slug, m.category, m.ends_at, e.title AS event, c.neg_risk_id, n.market AS neg_risk_market, ' +
    'c.neg_risk_index, c.resolved_time, c.payouts FROM conditions c LEFT JOIN markets m ON m.condition_id = c.id ' +
    'LEFT JOIN market_events e ON e.id = m.event_id LEFT JOIN neg_risk_markets n ON n.id = c.neg_risk_id',
  key: 'c.id',
  columns: [
    { name: 'id', type: 'BIGINT', says: 'as in `condition_id`' },
    { name: 'condition', type: 'VARCHAR', says: 'id of the condition on the chain' },
    { name: 'question', type: 'VARCHAR', says: 'null while metadata is missing, as the next four' },
    { name: 'slug', type: 'VARCHAR', says: 'name in the URLs of the venue' },
    { name: 'category', type: 'VARCHAR', says: 'category' },
    { name: 'ends_at', type: 'BIGINT', says: 'scheduled end of trading, in seconds' },
    { name: 'event', type: 'VARCHAR', says: 'title of its event' },
    {
      name: 'neg_risk_id',
      type: 'BIGINT',
      says: 'id of the neg-risk market in this store; null outside one, as the next two',
    },
    { name: 'neg_risk_market', type: 'VARCHAR', says: 'id of the neg-risk market on the chain' },
    { name: 'neg_risk_index', type: 'INTEGER', says: 'number of the question in it, from 0' },
    { name: 'resolved_time', type: 'BIGINT', says: 'seconds of the resolution; null before it' },
    {
      name: 'payouts',
      type: 'VARCHAR',
      says: 'numerators by outcome, a JSON list of whole numbers; null before the resolution',
    },
  ],
})

interface DictionaryQuery {
  text: string
  key: string
  columns: readonly ExportedColumn[]
}

function dictionary({ text, key, columns }: DictionaryQuery): ExportedTable {
  const coded = codedLike(columns)
  return {
    coded,
    columns,
    order: ['id'],
    names: {},
    pieces: (db) => storePieces(db, coded, { text, key: [key] }),
  }
}

const FILE_COLUMNS: readonly ExportedColumn[] = [
  { name: 'name', type: 'VARCHAR', says: 'name of the file in `DATA_DIR`' },
  { name: 'kind', type: 'VARCHAR', says: 'kind of its rows: `FILLS`, `MOVEMENTS` or `DAYS`' },
  {
    name: 'sorted_by',
    type: 'VARCHAR',
    says: 'order of its rows: `traders`, `tokens`, `markets`, `hashes` or `transactions`; `days` for days',
  },
  { name: 'rows', type: 'BIGINT', says: 'number of rows' },
  { name: 'first_time', type: 'BIGINT', says: 'seconds of its first row; of days, the first second' },
  { name: 'last_time', type: 'BIGINT', says: 'seconds of its last row' },
  { name: 'bytes', type: 'BIGINT', says: 'size of the file' },
  { name: 'sha256', type: 'VARCHAR', says: 'hash of its bytes, hex' },
]
const CODED_FILE = codedLike(FILE_COLUMNS)

/** Every sealed file that counts: others in the folder were replaced, and are removed later. */
const EXPORTED_FILES: ExportedTable = {
  coded: CODED_FILE,
  order: ['kind', 'first_time', 'name'],
  names: {},
  columns: FILE_COLUMNS,
  async *pieces(db) {
    const { files } = await sealedPart(db)
    const rows = files.map(({ sortedBy, firstTime, lastTime, ...file }) => ({
      ...file,
      sorted_by: sortedBy,
      first_time: firstTime,
      last_time: lastTime,
    }))
    yield { rows: columnsOf(CODED_FILE, rows), sealed: null }
  },
}

const CODED_TRADE = codedAs(FILLS)

/** Every fill, of the store and of sealed files. */
const EXPORTED_TRADES: ExportedTable = {
  coded: CODED_TRADE,
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
    { name: 'time', type: 'BIGINT', says: 'seconds since 1970-01-01, UTC' },
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
async function* fillPieces(db: Sql, { traders, ...filter }: ExportFilter): AsyncGenerator<Piece> {
  const asked = { ...filter, ...(traders && { owners: traders }) }
  const terms = sealedTerms(filter)
  for await (const { rows, sealed } of ledgerOf(db).fillPieces(Object.keys(CODED_TRADE), asked, PAGE))
    yield {
      rows: columnsOf(CODED_TRADE, terms === null ? rows : rows.filter((row) => fits(filter, row))),
      sealed: sealed === null || terms === null ? sealed : `SELECT * FROM (${sealed}) WHERE ${terms}`,
    }
}

type Fitted = Pick<ExportFilter, 'minPrice' | 'maxPrice' | 'membersOn'>

/** Whether a row of the store meets the conditions that no column's index serves. */
function fits({ membersOn, ...price }: Fitted, row: Readonly<Record<string, Value>>): boolean {
  const [time, owner, usd, shares] = ['time', 'owner_id', 'usd', 'shares'].map((name) => Number(row[name]))
  return (
    isPriced(price, { usd: defined(usd), shares: defined(shares) }) &&
    (membersOn === undefined || (membersOn.get(dayOf(defined(time)))?.has(defined(owner)) ?? false))
  )
}

/** The same conditions in DuckDB's SQL; null without any. */
function sealedTerms({ minPrice, maxPrice, membersOn }: Fitted): string | null {
  const paid = `usd::HUGEINT * ${MICRO}`
  const days = [...(membersOn ?? [])].map(([day, members]) => {
    const from = day * DAY_SECONDS
    const owners = [...members].map(wholeNumber).join(', ')
    return members.size === 0
      ? 'FALSE'
      : `time >= ${from} AND time < ${from + DAY_SECONDS} AND owner_id IN (${owners})`
  })
  const terms = [
    ...(minPrice === undefined
      ? []
      : [`shares > 0 AND ${paid} >= ${wholeNumber(minPrice)} * shares::HUGEINT`]),
    ...(maxPrice === undefined
      ? []
      : [`shares > 0 AND ${paid} <= ${wholeNumber(maxPrice)} * shares::HUGEINT`]),
    ...(membersOn === undefined ? [] : [`(${days.map((one) => `(${one})`).join(' OR ') || 'FALSE'})`]),
  ]
  return terms.length === 0 ? null : terms.join(' AND ')
}

/** Every table that can be exported, by the name of its command. */
export const EXPORTED_TABLES: Readonly<Record<ExportName, ExportedTable>> = {
  trades: EXPORTED_TRADES,
  positions: EXPORTED_POSITIONS,
  days: EXPORTED_DAYS,
  files: EXPORTED_FILES,
  traders: EXPORTED_TRADERS,
  tokens: EXPORTED_TOKENS,
  markets: EXPORTED_MARKETS,
}
