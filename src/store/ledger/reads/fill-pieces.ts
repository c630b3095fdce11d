import type { Sql } from '../../engine/database.ts'
import type { Value } from '../../engine/table-types.ts'
import type { EventFilter } from '../event-filter.ts'
import type { Segment } from '../sealed/manifest.ts'
import { sealedFiles } from '../sealed/sealed-files.ts'
import { sealedWhereOf, whereOf } from './event-terms.ts'
import { eventsOfBothAges, tableOf } from './events.ts'

/** Sealed rows of a piece, beyond which the next segment is left to the next piece. */
const SEALED_ROWS = 1_000_000

/** Fills between two keys. */
export interface FillPiece {
  rows: Record<string, Value>[]
  /** DuckDB's SELECT of the sealed ones, by the columns; null: none. */
  sealed: string | null
}

/**
 * Fills piece by piece in the order of their keys, with their hashes: those that are rows, and a query of DuckDB's for the
 * sealed ones, which need not pass through this process. There is a first piece even where no fills are.
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
  const hashes = await sealedFiles(sql).from(segments.map(({ files }) => files.hashes))
  return `SELECT ${columns.join(', ')} FROM ${fills} f JOIN ${hashes} h USING (key) WHERE ${sealedWhereOf(filter)}`
}
