import type { SegmentColumn } from '../../engine/duckdb.ts'
import type { Table } from '../../engine/table.ts'
import { FILLS, MOVEMENTS } from '../../tables.ts'
import { LOGS_PER_BLOCK } from '../place.ts'
import type { SegmentKind } from './manifest.ts'
import { CODED_FILLS, type Coded, type FilePlan } from './sealed-files.ts'

/** A kind of rows ordered by the chain's key, and the files of one of its segments. */
export interface ChainKind {
  kind: SegmentKind
  /** Its rows' `key` is the chain's, negative for rows of the Data API: those are never sealed. */
  table: Table
  columns: Readonly<Record<string, SegmentColumn>>
  /** Those named `whole` hold every column between them. */
  plans: readonly FilePlan[]
  whole: readonly [string, string]
}

const HASHES: ReadonlySet<string> = new Set(['tx', 'order_hash'])

const FILL_COLUMNS: Readonly<Record<keyof typeof FILLS.columns, SegmentColumn>> = {
  key: 'big',
  tx: 'blob',
  time: 'big',
  exchange_id: 'int',
  owner_id: 'int',
  counterparty_id: 'int',
  role: 'tiny',
  side: 'tiny',
  token_id: 'int',
  shares: 'big',
  usd: 'big',
  fee: 'big',
  fee_in: 'tiny',
  order_hash: 'blob',
}

/*
 * As measured with fills in the market's shape: Parquet 2 writes keys as differences. With dictionaries of up to 6,000 values,
 * where DuckDB's own limit is a fifth of a group of rows, fills by trader take a twenty-fifth less room and fills by token an
 * eighteenth less than in Parquet 1, for a tenth more time. Hashes take the same room at the first level of zstd, in less time.
 */
const KEYS_AS_DIFFERENCES = ", PARQUET_VERSION 'V2'"
const LARGE_DICTIONARIES = ', DICTIONARY_SIZE_LIMIT 6000'
const QUICK = ', COMPRESSION_LEVEL 1'

/** DuckDB's SQL of a key's block, and of a transaction's first four bytes as a number: few others of a file share them, and sorted ones take little room. */
const BLOCK = `key // ${LOGS_PER_BLOCK}`
const TX_START = "CAST('0x' || substr(hex(tx), 1, 8) AS BIGINT)"

export const FILL_KIND: ChainKind = {
  kind: 'FILLS',
  table: FILLS,
  columns: FILL_COLUMNS,
  plans: [
    {
      name: 'traders',
      ...codedFills('traders'),
      order: ['owner_id', 'token_id', 'key'],
      parquet: KEYS_AS_DIFFERENCES + LARGE_DICTIONARIES,
    },
    {
      name: 'tokens',
      ...codedFills('tokens'),
      order: ['token_id', 'key'],
      parquet: KEYS_AS_DIFFERENCES + LARGE_DICTIONARIES,
    },
    {
      name: 'hashes',
      columns: ['key', 'tx', 'order_hash'],
      order: ['key'],
      parquet: KEYS_AS_DIFFERENCES + QUICK,
    },
    {
      name: 'transactions',
      columns: ['start', 'block'],
      order: ['start', 'block'],
      coding: { start: TX_START, block: BLOCK },
      isDistinct: true,
      parquet: KEYS_AS_DIFFERENCES + QUICK,
    },
  ],
  whole: ['traders', 'hashes'],
}

const MOVEMENT_COLUMNS: Readonly<Record<keyof typeof MOVEMENTS.columns, SegmentColumn>> = {
  key: 'big',
  item: 'int',
  kind: 'tiny',
  tx: 'blob',
  time: 'big',
  owner_id: 'int',
  other_id: 'int',
  condition_id: 'int',
  neg_risk_id: 'int',
  token_id: 'int',
  amount: 'big',
  detail: 'text',
}

const MOVEMENT_KIND: ChainKind = {
  kind: 'MOVEMENTS',
  table: MOVEMENTS,
  columns: MOVEMENT_COLUMNS,
  plans: [
    {
      name: 'markets',
      columns: termsOf(MOVEMENT_COLUMNS),
      order: ['condition_id', 'neg_risk_id', 'token_id', 'key', 'item'],
    },
    {
      name: 'hashes',
      columns: ['key', 'item', 'tx'],
      order: ['key', 'item'],
      parquet: KEYS_AS_DIFFERENCES + QUICK,
    },
  ],
  whole: ['markets', 'hashes'],
}

/** The kinds that are sealed by the chain's key. */
export const CHAIN_KINDS: readonly ChainKind[] = [FILL_KIND, MOVEMENT_KIND]

/** The columns of a file of fills, and what is written for those that it codes. */
function codedFills(plan: keyof typeof CODED_FILLS): Pick<FilePlan, 'columns' | 'coding'> {
  const coded: Partial<Record<string, Coded>> = CODED_FILLS[plan]
  return {
    columns: termsOf(FILL_COLUMNS).flatMap((name) => Object.keys(coded[name]?.coding ?? { [name]: name })),
    coding: Object.assign({}, ...Object.values(coded).map((one) => one?.coding)),
  }
}

/** Every column but the hashes, which are in files of their own: they are large and seldom read. */
function termsOf(columns: Readonly<Record<string, SegmentColumn>>): string[] {
  return Object.keys(columns).filter((name) => !HASHES.has(name))
}
