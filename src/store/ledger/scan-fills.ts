import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import { type FillFilter, sealedWhereOf, whereOf } from './fill-filter.ts'
import { type FillColumn, type FillRow, fromBothAges } from './fills.ts'

/** Rows of the store that are read at a time. */
const PAGE = 20_000

/**
 * The chain's fills behind a key and at or after a time, page by page in the order of their keys. Memory holds a page of
 * rows, and what sorting a segment needs.
 */
export async function* scanChainFills<Column extends FillColumn>(
  sql: Sql,
  columns: readonly Column[],
  { afterKey = -1, since = 0 }: { afterKey?: number; since?: Seconds } = {},
): AsyncGenerator<FillRow<Column | 'key'>[]> {
  type Row = FillRow<Column | 'key'>
  const list = [...new Set<string>([...columns, 'key'])].join(', ')
  for (let after = afterKey; ; ) {
    const filter: FillFilter = { chain: true, afterKey: after, since }
    const { text, values } = whereOf(sql, filter)
    const { rows, sealed } = await fromBothAges(sql, filter, () =>
      sql.all<Row>(`SELECT ${list} FROM fills WHERE ${text} ORDER BY key LIMIT ${PAGE}`, values),
    )
    // The rows are all there are up to this key.
    const horizon = rows.length < PAGE ? Number.POSITIVE_INFINITY : (rows.at(-1)?.key ?? after)
    const segment = sealed[0]
    if (segment === undefined || horizon < segment.firstKey) {
      if (rows.length > 0) yield rows
      if (horizon === Number.POSITIVE_INFINITY) return
      after = horizon
      continue
    }
    const end = Math.min(horizon, segment.lastKey)
    let next = 0
    // Rows that came late lie among the sealed ones.
    const lateUpTo = (key: number) => {
      const first = next
      while (next < rows.length && (rows[next]?.key ?? 0) <= key) next++
      return rows.slice(first, next)
    }
    const pages = sql.segments.pages<Row>(
      [[segment.files.tokens]],
      (files) =>
        `SELECT ${list} FROM ${files} WHERE ${sealedWhereOf({ ...filter, upToKey: end })} ORDER BY key`,
    )
    for await (const page of pages) {
      const late = lateUpTo(page.at(-1)?.key ?? after)
      yield late.length === 0 ? page : [...page, ...late].sort((a, b) => a.key - b.key)
    }
    const rest = lateUpTo(end)
    if (rest.length > 0) yield rest
    after = end
  }
}
