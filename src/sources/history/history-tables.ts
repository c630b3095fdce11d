import { mkdir } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { DuckDb } from '../../store/engine/duckdb.ts'
import type { RedeemedRow, ResolvedRow, SetsRow } from './ctf-rows.ts'
import type { FoundFile } from './history-files.ts'
import type { Column } from './table-queries.ts'
import { fromFiles, pages, rowsOf, text } from './table-queries.ts'
import type { UnplacedRow } from './unplaced-fills.ts'

/** This number of rows fits DuckDB's memory limit, or spills a little. */
const SORTED_ROWS = 500_000
/** Blocks that are counted together to find where to cut. */
const COUNTED_BLOCKS = 1_000

/** Parquet and CSV files of data sets, read by DuckDB within the store's bounds of memory. */
export interface HistoryTables {
  /** A file's columns; throws a CommandError if it is damaged, or is no table. */
  columnsOf(file: FoundFile): Promise<Column[]>
  count(files: readonly FoundFile[]): Promise<number>
  /**
   * ConditionResolution events, block after block and by log index within one; rows that name no block come first.
   * @param blocks the files with block times; null if the events have them
   */
  resolved(files: readonly FoundFile[], blocks: readonly FoundFile[] | null): AsyncGenerator<ResolvedRow[]>
  /** PositionSplit or PositionsMerge events, in the same order. */
  sets(files: readonly FoundFile[]): AsyncGenerator<SetsRow[]>
  /** PayoutRedemption events, in the same order. */
  redeemed(files: readonly FoundFile[]): AsyncGenerator<RedeemedRow[]>
  /** OrderFilled events without a place, a transaction's together, by time. */
  unplaced(file: FoundFile): AsyncGenerator<UnplacedRow[]>
  /** Markets as Gamma's objects have them, each with the event that names it. */
  markets(files: readonly FoundFile[], events: readonly FoundFile[]): AsyncGenerator<MarketRow[]>
  close(): void
}

/** A market's texts; lists are JSON. */
export interface MarketRow {
  id: string | null
  condition: string | null
  question: string | null
  slug: string | null
  outcomes: string | null
  tokens: string | null
  eventId: string | null
  eventSlug: string | null
  eventTitle: string | null
  eventTags: string | null
}

/**
 * Opens the engine of the store's sealed files for other files.
 * @param sortedRows rows that are sorted together, about; blocks that are counted together stay together
 */
export async function openHistoryTables(duckdb: DuckDb, sortedRows = SORTED_ROWS): Promise<HistoryTables> {
  // DuckDB spills into this folder.
  await mkdir(duckdb.folder, { recursive: true, mode: 0o700 })
  const connection = await duckdb.connect()
  // A time without a zone is UTC, wherever this runs.
  await connection.run("SET TimeZone = 'UTC'")
  return {
    columnsOf: (file) => describe(connection, [file]),
    count: (files) => countRows(connection, files),
    resolved: (files, blocks) =>
      inOrder<ResolvedRow>(connection, { files, columns: RESOLVED, blocks, sortedRows }),
    sets: (files) => inOrder<SetsRow>(connection, { files, columns: SETS, blocks: null, sortedRows }),
    redeemed: (files) =>
      inOrder<RedeemedRow>(connection, { files, columns: REDEEMED, blocks: null, sortedRows }),
    unplaced: (file) =>
      pages<UnplacedRow>(
        connection,
        `SELECT ${selected(UNPLACED)} FROM ${fromFiles([file])} ORDER BY 1 NULLS FIRST, 2 NULLS FIRST`,
      ),
    markets: (files, events) => readMarkets(connection, files, events),
    close: () => connection.closeSync(),
  }
}

const BLOCK = 'TRY_CAST(block_number AS BIGINT)'
/** A time as text, or as a timestamp, in seconds since 1970. */
const SECONDS = 'epoch(TRY_CAST("timestamp" AS TIMESTAMP))'

const RESOLVED = { condition: text('condition_id'), payouts: 'CAST(payout_numerators AS VARCHAR)' }
const SETS = {
  stakeholder: text('stakeholder'),
  collateral: text('collateral_token'),
  parent: text('parent_collection_id'),
  condition: text('condition_id'),
  partition: 'CAST("partition" AS VARCHAR)',
  amount: text('amount'),
}
const REDEEMED = {
  redeemer: text('redeemer'),
  collateral: text('collateral_token'),
  parent: text('parent_collection_id'),
  condition: text('condition_id'),
  indexSets: 'CAST(index_sets AS VARCHAR)',
  payout: text('payout'),
}
const UNPLACED: Record<keyof UnplacedRow, string> = {
  time: 'CAST(TRY_CAST("timestamp" AS BIGINT) AS DOUBLE)',
  tx: text('transaction_hash'),
  maker: text('maker'),
  taker: text('taker'),
  makerAsset: text('maker_asset_id'),
  takerAsset: text('taker_asset_id'),
  makerAmount: text('maker_amount_filled'),
  takerAmount: text('taker_amount_filled'),
}

/** Expressions by the names that rows have. */
type Expressions = Readonly<Record<string, string>>

function selected(columns: Expressions): string {
  return Object.entries(columns)
    .map(([name, expression]) => `${expression} AS "${name}"`)
    .join(', ')
}

async function describe(connection: DuckDBConnection, files: readonly FoundFile[]): Promise<Column[]> {
  const columns = await rowsOf<{ column_name: string; column_type: string }>(
    connection,
    `DESCRIBE SELECT * FROM ${fromFiles(files)}`,
  )
  return columns.map(({ column_name, column_type }) => ({ name: column_name, type: column_type }))
}

async function countRows(connection: DuckDBConnection, files: readonly FoundFile[]): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    connection,
    `SELECT CAST(count(*) AS DOUBLE) AS count FROM ${fromFiles(files)}`,
  )
  return row?.count ?? 0
}

/** Events to read in order of their places. */
interface OrderedEvents {
  files: readonly FoundFile[]
  columns: Expressions
  /** The files with block times; null if the events have them. */
  blocks: readonly FoundFile[] | null
  sortedRows: number
}

/** Some columns of a table in order of their places, a range of blocks at a time. */
async function* inOrder<Row>(
  connection: DuckDBConnection,
  { files, columns, blocks, sortedRows }: OrderedEvents,
): AsyncGenerator<Row[]> {
  const list = selected({
    block: `CAST(${BLOCK} AS DOUBLE)`,
    logIndex: 'CAST(TRY_CAST(log_index AS BIGINT) AS DOUBLE)',
    tx: text('transaction_hash'),
    ...columns,
    time: blocks === null ? 'CAST(TRY_CAST(timestamp AS BIGINT) AS DOUBLE)' : 'times.time',
  })
  for (const range of await rangesOf(connection, files, sortedRows)) {
    const join =
      blocks === null
        ? ''
        : `LEFT JOIN (SELECT ${BLOCK} AS block, CASE WHEN min(${SECONDS}) = max(${SECONDS}) THEN min(${SECONDS}) END AS time ` +
          `FROM ${fromFiles(blocks)} WHERE ${range} GROUP BY 1) times ON times.block = ${BLOCK}`
    yield* pages<Row>(
      connection,
      `SELECT ${list} FROM ${fromFiles(files)} ${join} WHERE ${range} ORDER BY 1 NULLS FIRST, 2 NULLS FIRST`,
    )
  }
}

async function* readMarkets(
  connection: DuckDBConnection,
  files: readonly FoundFile[],
  events: readonly FoundFile[],
): AsyncGenerator<MarketRow[]> {
  const newest = async (of: readonly FoundFile[]) =>
    (await describe(connection, of)).some(({ name }) => name === '_fetched_at')
      ? '_fetched_at DESC NULLS LAST, '
      : ''
  const named =
    events.length === 0
      ? "SELECT '' AS market, NULL AS id, NULL AS slug, NULL AS title, NULL AS tags LIMIT 0"
      : `SELECT DISTINCT ON (market) * FROM (SELECT unnest(from_json(market_ids, '["VARCHAR"]')) AS market, * ` +
        `FROM ${fromFiles(events)} WHERE json_valid(market_ids)) ORDER BY market, ${await newest(events)}CAST(id AS VARCHAR)`
  yield* pages<MarketRow>(
    connection,
    `WITH named AS (${named}), newest AS (SELECT DISTINCT ON (condition_id) * FROM ${fromFiles(files)} ` +
      `ORDER BY condition_id, ${await newest(files)}CAST(id AS VARCHAR)) ` +
      'SELECT CAST(m.id AS VARCHAR) AS id, m.condition_id AS condition, m.question, m.slug, ' +
      'CAST(m.outcomes AS VARCHAR) AS outcomes, CAST(m.clob_token_ids AS VARCHAR) AS tokens, ' +
      'CAST(e.id AS VARCHAR) AS eventId, e.slug AS eventSlug, e.title AS eventTitle, CAST(e.tags AS VARCHAR) AS eventTags ' +
      'FROM newest m LEFT JOIN named e ON e.market = CAST(m.id AS VARCHAR) ORDER BY condition',
  )
}

/** Conditions that cut a table into stretches of blocks that can be sorted one after the other. */
async function rangesOf(
  connection: DuckDBConnection,
  files: readonly FoundFile[],
  sortedRows: number,
): Promise<string[]> {
  // Text is read from its start for each range: it is sorted as a whole instead.
  if (files.some(({ packing }) => packing !== 'PARQUET')) return ['TRUE']
  const counts = await rowsOf<{ part: number | null; count: number }>(
    connection,
    `SELECT CAST(CASE WHEN ${BLOCK} >= 0 THEN ${BLOCK} // ${COUNTED_BLOCKS} END AS DOUBLE) AS part, CAST(count(*) AS DOUBLE) AS count FROM ${fromFiles(files)} ` +
      'GROUP BY 1 ORDER BY 1 NULLS FIRST',
  )
  const ranges: string[] = []
  let first: number | null = null
  let rows = 0
  for (const [i, { part, count }] of counts.entries()) {
    if (part === null) {
      ranges.push(`coalesce(${BLOCK}, -1) < 0`)
      continue
    }
    first ??= part
    rows += count
    const next = counts[i + 1]
    if (next !== undefined && rows + next.count <= sortedRows) continue
    ranges.push(`${BLOCK} BETWEEN ${first * COUNTED_BLOCKS} AND ${(part + 1) * COUNTED_BLOCKS - 1}`)
    first = null
    rows = 0
  }
  return ranges
}
