import type { Sql } from '../../engine/database.ts'
import { wholeNumber } from '../../engine/duckdb.ts'
import type { Value } from '../../engine/table-types.ts'
import type { EventFilter } from '../event-filter.ts'
import { comparePlaces, type Place } from '../place.ts'
import type { Segment } from '../sealed/manifest.ts'
import { type SegmentFile, sealedFiles } from '../sealed/sealed-files.ts'
import { sealedWhereOf, whereOf } from './event-terms.ts'
import { type EventKind, eventsOfBothAges, tableOf } from './events.ts'

/** Events that are read along one index: those in which a column holds an id. */
export interface EventStream {
  column: 'owner_id' | 'other_id' | 'token_id'
  id: number
}

/** A page of some streams' events, together in the ledger's order. */
export interface EventPage {
  /** One column's, or those of whom shares leave and to whom they come. */
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
