import { DAY_SECONDS, type Day } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { listTable } from '../../engine/duckdb.ts'
import type { Value } from '../../engine/table.ts'
import { unseenGenerations } from '../generations.ts'
import { DAY_COLUMNS, DAY_KEY, type DayColumn } from '../position-day.ts'
import { besideManifest, filesOf, manifestName, SEALED_DAY_MASKS, type Segment } from './manifest.ts'
import { sealedFiles } from './sealed-files.ts'

/** Conditions on days of positions that bounds of segments and masks can narrow. */
export interface SealedDayFilter {
  /** Ids of traders. @default all */
  traders?: readonly number[] | undefined
  /** Traders behind this id. */
  after?: number
  /** Traders up to this id. */
  last?: number
  /** On this day or later. */
  from?: Day | undefined
  upTo?: Day | undefined
  /** A pinned version; null: as they are now. @default null */
  at?: number | null | undefined
}

/** A position whose days in a segment are ended from one on; trader 0 means all of the token. */
export interface DayMask {
  segment: number
  trader: number
  token: number
  since: Day
}

/** The segments that may hold what is asked for, and what was masked of it. */
export interface SealedDays {
  segments: readonly Segment<'DAYS'>[]
  masks: readonly DayMask[]
  /** Distinguishes these segments from others, and from themselves with other masks. */
  name: string
}

/** Rows of the store and the sealed days beside them, of one moment. */
export async function daysOfBothAges<Row>(
  sql: Sql,
  filter: SealedDayFilter,
  read: () => Promise<Row[]>,
): Promise<{ rows: Row[]; sealed: SealedDays }> {
  const { answer } = await besideManifest(sql, 'DAYS', async (manifest) => {
    const rows = await read()
    return { rows, sealed: await sealedDays(sql, manifest, filter) }
  })
  return answer
}

/** Those of some segments that may hold what is asked for; in a transaction that sees one moment, or holds the ledger. */
export async function sealedDays(
  sql: Sql,
  manifest: readonly Segment<'DAYS'>[],
  filter: SealedDayFilter,
): Promise<SealedDays> {
  const bounds = boundsOf(filter)
  const near = manifest.filter((segment) => mayHold(segment, bounds))
  const unseen = near.length === 0 ? new Set() : await unseenGenerations(sql, filter.at ?? null)
  const segments = near.filter(({ born }) => !unseen.has(born))
  const masks = await readMasks(sql, segments, bounds)
  return {
    segments,
    masks: firstOfEach(masks.filter(({ generation }) => !unseen.has(generation))),
    name: manifestName(segments),
  }
}

/**
 * Pages of a query over sealed days. `from` follows FROM and has the columns of `position_days`, numbers as doubles but the
 * key's, and `file`, the place of the row's segment in `sealed`; no row of it is masked.
 */
export function sealedDayPages<Row>(
  sql: Sql,
  sealed: SealedDays,
  query: (from: string) => string,
): AsyncGenerator<Row[]> {
  return sealedFiles(sql).pages<Row>([filesOf(sealed.segments)], (files) =>
    query(`(SELECT ${AS_NUMBERS} FROM ${plainDays(files)} WHERE ${isNotMasked(sealed)})`),
  )
}

/** The rows of such a query. */
export async function readSealedDays<Row>(
  sql: Sql,
  sealed: SealedDays,
  query: (from: string) => string,
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of sealedDayPages<Row>(sql, sealed, query)) for (const row of page) rows.push(row)
  return rows
}

/** DuckDB's SQL that is true for the rows of the segments' files, in their order, that are not masked. */
export function isNotMasked({ segments, masks }: Omit<SealedDays, 'name'>): string {
  // Segments that are read in place of one have its number.
  const filesOfId = Map.groupBy(segments.keys(), (file) => segments[file]?.id)
  const masked = masks.flatMap((mask) =>
    (filesOfId.get(mask.segment) ?? []).map((file) => ({ ...mask, file })),
  )
  const [ofToken, ofPosition] = [masked.filter(isOfToken), masked.filter((mask) => !isOfToken(mask))]
  const conditions = [
    ...(ofPosition.length === 0
      ? []
      : [
          `NOT EXISTS (SELECT 1 FROM ${listTable({
            file: ofPosition.map(({ file }) => file),
            trader: ofPosition.map(({ trader }) => trader),
            token: ofPosition.map(({ token }) => token),
            since: ofPosition.map(({ since }) => since),
          })} m WHERE m.file = file_index AND m.trader = trader_id AND m.token = token_id AND day >= m.since)`,
        ]),
    ...(ofToken.length === 0
      ? []
      : [
          `NOT EXISTS (SELECT 1 FROM ${listTable({
            file: ofToken.map(({ file }) => file),
            token: ofToken.map(({ token }) => token),
          })} m WHERE m.file = file_index AND m.token = token_id)`,
        ]),
  ]
  return conditions.join(' AND ') || 'TRUE'
}

const KEY: ReadonlySet<string> = new Set(DAY_KEY)
const AS_NUMBERS = [
  ...DAY_COLUMNS.map((name) => (KEY.has(name) ? name : `CAST(${name} AS DOUBLE) AS ${name}`)),
  'lists',
  'CAST(file_index AS INTEGER) AS file',
].join(', ')

interface Bounds {
  after: number
  last: number
  from: Day
  upTo: Day
  traders: readonly number[] | null
}

/** The bounds of a question about days. A list of trader ids gives some, too. */
export function boundsOf({
  traders,
  after = -1,
  last = Number.MAX_SAFE_INTEGER,
  from = 0,
  upTo,
}: SealedDayFilter): Bounds {
  const bounds = { traders: traders ?? null, after, last, from, upTo: upTo ?? Number.MAX_SAFE_INTEGER }
  if (traders === undefined) return bounds
  const least = traders.reduce((id, trader) => Math.min(id, trader), Number.POSITIVE_INFINITY)
  const most = traders.reduce((id, trader) => Math.max(id, trader), -1)
  return { ...bounds, after: Math.max(after, least - 1), last: Math.min(last, most) }
}

/** Whether a segment may hold days within bounds. */
export function mayHold(segment: Segment<'DAYS'>, { after, last, from, upTo }: Bounds): boolean {
  return (
    segment.lastKey > after &&
    segment.firstKey <= last &&
    segment.lastTime >= from * DAY_SECONDS &&
    segment.firstTime <= upTo * DAY_SECONDS
  )
}

async function readMasks(
  sql: Sql,
  segments: readonly Segment[],
  { traders, after, last }: Bounds,
): Promise<(DayMask & { generation: number })[]> {
  const masked = segments.filter((segment) => segment.masked > 0).map(({ id }) => id)
  if (masked.length === 0) return []
  const among = traders === null ? 'trader_id > ? AND trader_id <= ?' : sql.isIn('trader_id', 'int')
  const values: Value[] = traders === null ? [after, last] : [sql.list(traders)]
  return sql.all<DayMask & { generation: number }>(
    `SELECT segment_id AS segment, trader_id AS trader, token_id AS token, generation, since FROM ${SEALED_DAY_MASKS.name} ` +
      `WHERE ${sql.isIn('segment_id', 'int')} AND (trader_id = 0 OR ${among})`,
    [sql.list(masked), ...values],
  )
}

/** Of several masks of a position in a segment, the one of the first day. */
function firstOfEach(masks: readonly DayMask[]): DayMask[] {
  const first = new Map<string, DayMask>()
  for (const mask of masks) {
    const name = `${mask.segment} ${mask.trader} ${mask.token}`
    const known = first.get(name)
    if (known === undefined || mask.since < known.since) first.set(name, mask)
  }
  return [...first.values()]
}

function isOfToken({ trader }: DayMask): boolean {
  return trader === 0
}

/**
 * The dollars of the smaller of two fills, from which their squares follow: of two numbers, twice the sum of their squares less
 * the square of their sum is the square of their difference. 0 for a day's only fill. SQL for any values.
 */
const SECOND_FILL = {
  name: 'second_fill',
  coding:
    'CASE WHEN fills = 2 THEN greatest((volume - CAST(least(round(sqrt(CAST(greatest(2 * (CAST(square_low AS HUGEINT) + ' +
    `CAST(square_middle AS HUGEINT) * ${2n ** 36n} + CAST(square_high AS HUGEINT) * ${2n ** 72n}) ` +
    '- CAST(volume AS HUGEINT) * volume, 0) AS DOUBLE))), 9e15) AS BIGINT)) // 2, 0) ELSE 0 END',
}

/**
 * Sealed days hold some columns as differences: a column that nearly always follows from others is written as what it has beyond
 * that, 0 or a small number, under its name and `_rest`. Measured in the market's shape: 49 bytes a day become 30.
 *
 * DuckDB's SQL by column of what follows from others: an exact integer for any values, though not always the right one. It names
 * plain columns, and coded ones that come before it here.
 */
const FOLLOWING = {
  bought: `split_cost + ${atAverage('buy_shares')}`,
  shares: 'CASE WHEN fills = buys THEN buy_shares ELSE 0 END',
  official_amount: 'shares',
  volume: 'bought - split_cost + CASE WHEN fills > buys THEN sold ELSE 0 END',
  traded: 'buy_shares',
  // Shares whose outcome is known cost what they pay.
  cost: `CASE WHEN fills = 0 THEN shares ELSE ${atAverage('shares')} END`,
  realized:
    `CASE WHEN fills = 0 THEN CASE WHEN sold = 0 THEN cost - ${atAverage('shares')} ELSE 0 END ` +
    `WHEN fills = buys THEN 0 ELSE sold - ${atAverage('traded - buy_shares')} END`,
  official_realized: `CASE WHEN fills > buys THEN sold - ${atAverage('traded - buy_shares')} ELSE 0 END`,
  role_known: 'fills',
  square_low: squaresOfTwo('low'),
  square_middle: squaresOfTwo('middle'),
  square_high: squaresOfTwo('high'),
  buy_slippage: `CASE WHEN buys > 0 THEN ${twoPercent('bought - split_cost')} ELSE 0 END`,
  sell_slippage: `CASE WHEN fills > buys THEN ${twoPercent('volume - bought + split_cost')} ELSE 0 END`,
} as const satisfies Partial<Record<DayColumn, string>>

const CODED = Object.entries(FOLLOWING)
const restOf = (column: string) => `${column}_rest`

/** The columns of a file, in its order: those that differences name come before these. */
export const CODED_COLUMNS: readonly string[] = [
  ...DAY_COLUMNS.flatMap((name) => [
    ...(name === 'square_low' ? [SECOND_FILL.name] : []),
    name in FOLLOWING ? restOf(name) : name,
  ]),
  'lists',
]

/** The columns of a file that days do not have, as SQL over plain columns. */
export const CODING: Readonly<Record<string, string>> = {
  [SECOND_FILL.name]: SECOND_FILL.coding,
  ...Object.fromEntries(CODED.map(([column, following]) => [restOf(column), `${column} - (${following})`])),
}

/** Plain columns for a SELECT's list over files, one an element: a later one may name an earlier one. */
export const PLAIN_COLUMNS: readonly string[] = [
  ...DAY_COLUMNS.filter((name) => !(name in FOLLOWING)),
  ...CODED.map(([column, following]) => `${following} + ${restOf(column)} AS ${column}`),
]

/** Days of files with plain columns, to follow FROM; `file_index` is the place of a row's file. */
export function plainDays(files: string): string {
  return `(SELECT ${PLAIN_COLUMNS.join(', ')}, lists, file_index FROM ${files})`
}

/** Shares at the official average price. In doubles, whose arithmetic is the same in every engine, and in the range of integers. */
function atAverage(shares: string): string {
  const dollars = `floor(CAST(${shares} AS DOUBLE) * CAST(official_avg AS DOUBLE) / 1000000)`
  return `CAST(greatest(least(${dollars}, 9e15), -9e15) AS BIGINT)`
}

/** A limb of the squares of a day's only fill, or of its two. */
function squaresOfTwo(limb: 'low' | 'middle' | 'high'): string {
  const [first, second] = [squareOf(`(volume - ${SECOND_FILL.name})`, limb), squareOf(SECOND_FILL.name, limb)]
  return `CASE WHEN fills = 1 OR fills = 2 THEN ${first} + ${second} ELSE 0 END`
}

/** A limb of the square of dollars: see `addSquare` in metrics/behaviour/trade-habits.ts. */
function squareOf(usd: string, limb: 'low' | 'middle' | 'high'): string {
  const [low, middle, high] = [`(${usd} & 262143)`, `(${usd} >> 18 & 262143)`, `(${usd} >> 36)`]
  const [lower, upper] = [`2 * ${middle} * ${low}`, `2 * ${high} * ${middle}`]
  return {
    low: `${low} * ${low} + (${lower} & 262143) * 262144`,
    middle: `2 * ${high} * ${low} + ${middle} * ${middle} + (${lower} >> 18) + (${upper} & 262143) * 262144`,
    high: `${high} * ${high} + (${upper} >> 18)`,
  }[limb]
}

/** A copier's slippage of dollars, as far as they are of one fill. */
function twoPercent(dollars: string): string {
  return `(greatest(${dollars}, 0) + 49) // 50`
}
