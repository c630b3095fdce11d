import type { Sql } from '../../engine/database.ts'
import type { EventFilter } from '../event-filter.ts'
import { sealedFiles } from '../sealed/sealed-files.ts'
import { sealedWhereOf, whereOf } from './event-terms.ts'
import { type EventKind, eventsOfBothAges, tableOf, termsFile } from './events.ts'

/** The columns that place an event among those of the chain. */
const PLACES = { FILLS: ['key'], MOVEMENTS: ['key', 'item'] } as const

/** How the chain's events are scanned. */
export interface ChainScan {
  /** The rows of the Data API, too, ahead of the chain's events. @default false */
  withApi?: boolean
  /** Rows of the store that are read at a time. @default 20000 */
  pageRows?: number
  /** Which events of the chain are scanned, by `afterKey` those behind a key. @default all */
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
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await sql.all<Row>(
      `SELECT ${list} FROM ${tableOf(kind)} WHERE key > ? AND key < 0 ORDER BY key LIMIT ${limit}`,
      [after],
    )
    if (page.length > 0) yield page
    if (page.length < limit) return
    after = page.at(-1)?.key ?? after
  }
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
