import { pagesBehind, type Sql } from '../../engine/database.ts'
import { numbersOf, wholeNumber } from '../../engine/duckdb.ts'
import type { Value } from '../../engine/table.ts'
import type { EventFilter } from '../event-filter.ts'
import { comparePlaces, type Place } from '../place.ts'
import type { Segment } from '../sealed/manifest.ts'
import { type SegmentFile, sealedFiles } from '../sealed/sealed-files.ts'
import { type EventKind, eventsOfBothAges, type FillColumn, tableOf, termsFile } from './events.ts'
import { sealedWhereOf, whereOf } from './terms.ts'

/** The columns that place an event among those of the chain. */
const PLACES = { FILLS: ['key'], MOVEMENTS: ['key', 'item'] } as const

/** How the chain's events are scanned. */
export interface ChainScan {
  /** The rows of the Data API, too, ahead of the chain's events. @default false */
  withApi?: boolean
  /** Rows of the store that are read at a time. @default 20000 */
  pageRows?: number
  /** The events of the chain to scan, by `afterKey` those behind a key. @default all */
  filter?: EventFilter
}

interface Placed {
  key: number
  item?: number
}

/**
 * The chain's events of a kind, page by page in the order of their places. Memory holds a page of rows, and what sorting a
 * segment needs.
 */
export async function* scanChain<Row extends Placed>(
  sql: Sql,
  kind: EventKind,
  columns: readonly string[],
  { withApi = false, pageRows = 20_000, filter: asked = {} }: ChainScan = {},
): AsyncGenerator<Row[]> {
  const list = [...new Set([...columns, ...PLACES[kind]])].join(', ')
  const order = PLACES[kind].join(', ')
  if (withApi) yield* apiPages<Row>(sql, kind, list, pageRows)
  for (let after = asked.afterKey ?? -1; ; ) {
    const filter: EventFilter = { ...asked, chain: true, afterKey: after }
    const { rows, sealed } = await eventsOfBothAges(sql, kind, filter, () =>
      readPage<Row>(sql, kind, list, filter, pageRows),
    )
    // The rows are all there are up to this key.
    const horizon = rows.length < pageRows ? Number.POSITIVE_INFINITY : (rows.at(-1)?.key ?? after)
    const segment = sealed[0]
    if (segment === undefined || horizon < segment.firstKey) {
      if (rows.length > 0) yield rows
      if (horizon === Number.POSITIVE_INFINITY) return
      after = horizon
      continue
    }
    const end = Math.min(horizon, segment.lastKey)
    let next = 0
    // Late rows are among the sealed ones.
    const lateUpTo = (place: Placed) => {
      const first = next
      for (let row = rows[next]; row && comparePlace(row, place) <= 0; row = rows[++next]);
      return rows.slice(first, next)
    }
    const pages = sealedFiles(sql).pages<Row>(
      [[termsFile(segment)]],
      (files) =>
        `SELECT ${list} FROM ${files} WHERE ${sealedWhereOf({ ...filter, upToKey: Math.min(end, asked.upToKey ?? end) })} ORDER BY ${order}`,
    )
    for await (const page of pages) {
      const late = lateUpTo(page.at(-1) ?? { key: after })
      yield late.length === 0 ? page : [...page, ...late].sort(comparePlace)
    }
    const rest = lateUpTo({ key: end, item: Number.POSITIVE_INFINITY })
    if (rest.length > 0) yield rest
    after = end
  }
}

async function* apiPages<Row extends Placed>(
  sql: Sql,
  kind: EventKind,
  list: string,
  limit: number,
): AsyncGenerator<Row[]> {
  const text = `SELECT ${list} FROM ${tableOf(kind)} WHERE key > ? AND key < 0 ORDER BY key LIMIT ${limit}`
  const read = ({ key }: { key: number }) => sql.all<Row>(text, [key])
  for await (const page of pagesBehind(limit, { key: Number.MIN_SAFE_INTEGER }, read))
    if (page.length > 0) yield page
}

/** The first rows of a filter, and all of the last one's key. */
async function readPage<Row extends Placed>(
  sql: Sql,
  kind: EventKind,
  list: string,
  filter: EventFilter,
  limit: number,
): Promise<Row[]> {
  const order = PLACES[kind].join(', ')
  const { text, values } = whereOf(sql, filter)
  const from = `SELECT ${list} FROM ${tableOf(kind)} WHERE ${text}`
  const rows = await sql.all<Row>(`${from} ORDER BY ${order} LIMIT ${limit}`, values)
  const last = rows.at(-1)
  if (last?.item === undefined || rows.length < limit) return rows
  const rest = await sql.all<Row>(`${from} AND key = ? AND item > ? ORDER BY item`, [
    ...values,
    last.key,
    last.item,
  ])
  return [...rows, ...rest]
}

function comparePlace(a: Placed, b: Placed): number {
  return a.key - b.key || (a.item ?? 0) - (b.item ?? 0)
}

/** Events that are read along one index: those in which a column holds an id. */
export interface EventStream {
  column: 'owner_id' | 'other_id' | 'token_id'
  id: number
}

/** A page of some streams' events, together in the ledger's order. */
export interface EventPage {
  /** One column's, or those of the sender and the receiver of shares. */
  streams: readonly EventStream[]
  /** The filter; the page begins at its `behind` or `ahead`. */
  filter: EventFilter
  /** True: the newest first. */
  newestFirst: boolean
  limit: number
}

/** The columns of an event as a row, and as sealed, where hashes are in files of their own. */
export interface PageColumns {
  rows: string
  sealed: string
}

/**
 * A page of events, from both ages of the ledger: one statement beside those for the manifest, and at most one read of
 * sealed files. Rows rely on the indexes by owner, receiver or token and time, and a page far inside costs what the first
 * does; sealed fills on the order of their files.
 */
export async function readEventPage<Row extends Place>(
  sql: Sql,
  kind: EventKind,
  columns: PageColumns,
  page: EventPage,
): Promise<Row[]> {
  const { streams, filter, newestFirst, limit } = page
  if (streams.length === 0) return []
  const order = (newestFirst ? ' DESC' : '').concat(` LIMIT ${wholeNumber(limit)}`)
  const end = `ORDER BY ${placeOf(kind).join(newestFirst ? ' DESC, ' : ', ')}${order}`
  const { text, values } = whereOf(sql, filter)
  const part = ({ column }: EventStream, i: number) =>
    `SELECT * FROM (SELECT ${columns.rows} FROM ${tableOf(kind)} WHERE ${column} = ? AND ${text}${otherThan(column)} ${end}) s${i}`
  const { rows, sealed } = await eventsOfBothAges(sql, kind, filter, () =>
    sql.all<Row>(
      streams.map(part).join(' UNION ALL '),
      streams.flatMap(({ id }): Value[] => [id, ...values]),
    ),
  )
  const shown = inOrder(rows, page)
  const reached = shown.length < limit ? undefined : shown.at(-1)
  const behind = sealed.filter((segment) => mayStandAhead(segment, reached, newestFirst))
  const found = await sealedFiles(sql).read<Row>(
    [behind.map((segment) => fileOf(segment, streams))],
    (files) =>
      `SELECT ${columns.sealed} FROM ${files} WHERE (${streams.map(ofStream).join(' OR ')}) AND ${sealedWhereOf(filter)} ${end}`,
  )
  return found.length === 0 ? shown : inOrder([...shown, ...found], page)
}

/** A transfer to oneself is one event. */
function otherThan(column: EventStream['column']): string {
  return column === 'other_id' ? ' AND (owner_id IS NULL OR owner_id <> other_id)' : ''
}

function ofStream({ column, id }: EventStream): string {
  return `${column} = ${wholeNumber(id)}`
}

function placeOf(kind: EventKind): string[] {
  return kind === 'FILLS' ? ['time', 'key'] : ['time', 'key', 'item']
}

function fileOf({ files }: Segment<EventKind>, [stream]: readonly EventStream[]): SegmentFile {
  if ('markets' in files) return files.markets
  return stream?.column === 'token_id' ? files.tokens : files.traders
}

/** False where all of a segment comes after the last row of a page that is full without it. */
function mayStandAhead(segment: Segment, last: Place | undefined, newestFirst: boolean): boolean {
  if (last === undefined) return true
  return newestFirst ? segment.lastTime >= last.time : segment.firstTime <= last.time
}

function inOrder<Row extends Place>(rows: readonly Row[], { newestFirst, limit }: EventPage): Row[] {
  const sorted = rows.toSorted(comparePlaces)
  return (newestFirst ? sorted.reverse() : sorted).slice(0, limit)
}

/** Sealed rows of a piece, beyond which the next segment is left to the next piece. */
const SEALED_ROWS = 1_000_000

export interface FillPiece {
  rows: Record<string, Value>[]
  /** DuckDB's SELECT of the sealed ones, by the columns; null: none. */
  sealed: string | null
}

/**
 * Fills piece by piece in the order of their keys: those that are rows, and a query of DuckDB's for the sealed ones, which need not
 * pass through this process. There is a first piece even where no fills are.
 */
export async function* fillPieces(
  sql: Sql,
  columns: readonly string[],
  filter: EventFilter,
  pageRows: number,
): AsyncGenerator<FillPiece> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const asked = { ...filter, afterKey: after }
    const { text, values } = whereOf(sql, asked)
    const { rows, sealed } = await eventsOfBothAges(sql, 'FILLS', asked, () =>
      sql.all<Record<string, Value> & { key: number }>(
        `SELECT ${columns.join(', ')} FROM ${tableOf('FILLS')} WHERE ${text} ORDER BY key LIMIT ${pageRows}`,
        values,
      ),
    )
    // The rows are all there are up to this key.
    const horizon = rows.length < pageRows ? Number.POSITIVE_INFINITY : (rows.at(-1)?.key ?? after)
    const { taken, next } = upTo(sealed, horizon)
    const end = Math.min(horizon, next === undefined ? Number.POSITIVE_INFINITY : next.firstKey - 1)
    const within = end === Number.POSITIVE_INFINITY ? asked : { ...asked, upToKey: end }
    yield {
      rows: rows.filter(({ key }) => key <= end),
      sealed: taken.length === 0 ? null : await selectSealed(sql, columns, taken, within),
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
  sql: Sql,
  columns: readonly string[],
  segments: readonly Segment<'FILLS'>[],
  filter: EventFilter,
): Promise<string> {
  const terms = filter.owners === undefined ? 'tokens' : 'traders'
  const fills = await sealedFiles(sql).from(segments.map(({ files }) => files[terms]))
  const isHash = (column: string) => column === 'tx' || column === 'order_hash'
  const hashes = columns.some(isHash)
    ? ` JOIN ${await sealedFiles(sql).from(segments.map(({ files }) => files.hashes))} h USING (key)`
    : ''
  return `SELECT ${columns.join(', ')} FROM ${fills} f${hashes} WHERE ${sealedWhereOf(filter)}`
}

/** Some fills as columns. */
export interface FillNumbers<Column extends FillColumn> {
  count: number
  /** By row; −1 for what is unknown. */
  columns: Readonly<Record<Column, ArrayLike<number>>>
}

/** Fills that are rows and are read at a time. */
const ROWS_AT_ONCE = 20_000

/**
 * All fills that meet a filter, as columns of numbers: those of sealed files never become objects. They come in the order of their files,
 * for readers who sort: DuckDB would take longer for it than for reading them. A part is good until the next one.
 */
export async function* fillNumbers<Column extends FillColumn>(
  sql: Sql,
  columns: readonly Column[],
  filter: EventFilter,
): AsyncGenerator<FillNumbers<Column>> {
  const named = (column: (name: Column, place: number) => ArrayLike<number>) =>
    Object.fromEntries(columns.map((name, i) => [name, column(name, i)])) as Record<Column, ArrayLike<number>>
  const doubles = columns.map((name) => `COALESCE(${name}, -1)::DOUBLE`).join(', ')
  for await (const { rows, sealed } of fillPieces(
    sql,
    [...new Set<FillColumn>([...columns, 'key'])],
    filter,
    ROWS_AT_ONCE,
  )) {
    if (rows.length > 0)
      yield { count: rows.length, columns: named((name) => rows.map((row) => Number(row[name] ?? -1))) }
    if (sealed === null) continue
    const connection = await sql.duckdb.connect()
    try {
      const parts = numbersOf(connection, `SELECT ${doubles} FROM (${sealed})`)
      for await (const { count, columns: found } of parts)
        yield { count, columns: named((_, i) => found[i] ?? []) }
    } finally {
      connection.closeSync()
    }
  }
}
