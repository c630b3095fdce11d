import { defined } from '../checks.ts'
import { SCREEN_COLUMNS, type ScreenColumn } from '../metrics/screen-columns.ts'
import { answerScreen, type ScreenQuestion } from '../numbers/screen/evaluate.ts'
import type { Sql } from '../store/engine/database.ts'
import type { SegmentColumn } from '../store/engine/duckdb.ts'
import { type ExportedColumn, type ExportedTable, traderColumns } from '../store/export/exported-table.ts'
import { hiddenTraders } from '../store/opted-out.ts'
import { createScreenReader } from '../store/snapshot/screen-table.ts'
import type { ScreenScope, Snapshot } from '../store/snapshot/snapshot-reader.ts'

/** A question about everybody, by the ids of one snapshot, whose screen is stored. */
export interface AskedTraders {
  snapshot: Snapshot
  scope: ScreenScope
  question: ScreenQuestion
}

/** Traders of a piece. */
const PAGE = 50_000
const OWN: readonly ExportedColumn[] = [
  { name: 'rank', type: 'BIGINT', says: 'place in the order of the question, from 1' },
  ...traderColumns('owner'),
]
const NUMBERS = SCREEN_COLUMNS.map((column) => ({ column, ...exported(column) }))

export const TRADER_COLUMNS: readonly ExportedColumn[] = [...OWN, ...NUMBERS.map(({ shown }) => shown)]

/** The traders who fit a question, best first, with their numbers: the question is answered once, when the first piece is read. */
export function tradersTable(asked: AskedTraders, columns: readonly ExportedColumn[]): ExportedTable {
  const numbers = NUMBERS.filter(({ shown }) => columns.includes(shown))
  const coded = {
    rank: 'big',
    trader: 'big',
    ...Object.fromEntries(numbers.map(({ column, type }) => [column.id, type])),
  } as const
  return {
    coded,
    columns,
    order: ['rank'],
    names: { owner: { of: 'traders', by: 'trader' } },
    async *pieces(sql) {
      const table = await storedScreen(sql, asked)
      const { rows } = await answerScreen(table, asked.question, {
        most: table.ids.length,
        changes: async () => new Float64Array(),
      })
      for (let from = 0; from === 0 || from < rows.length; from += PAGE) {
        const some = rows.subarray(from, from + PAGE)
        const piece: Record<string, (number | null)[]> = {
          rank: Array.from(some, (_, i) => from + i + 1),
          trader: Array.from(some, (row) => defined(table.ids[row])),
        }
        for (const { column } of numbers) {
          const values = await table.column(column.id)
          piece[column.id] = Array.from(some, (row) => known(defined(values[row])))
        }
        yield { rows: piece, sealed: null }
      }
    },
  }
}

/** The screen that the question was read for; the store has it since. */
function storedScreen(sql: Sql, { snapshot, scope }: AskedTraders) {
  const compute = async () => undefined
  return createScreenReader(sql, compute, () => hiddenTraders(sql)).screen(snapshot, scope)
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

/** A number as files have it: an amount in millionths, a day as a date, a label by its name. */
function exported({ id, kind, unit, labels, isMicro, description }: ScreenColumn): {
  type: SegmentColumn
  shown: ExportedColumn
} {
  const name = id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const says = description.slice(0, 1).toLowerCase() + description.slice(1).replace(/\.$/, '')
  const own = `p."${id}"`
  if (kind === 'FLAG') return { type: 'big', shown: { name, type: 'BOOLEAN', sql: `${own} = 1`, says } }
  if (kind === 'DAY') {
    const sql = `DATE '1970-01-01' + CAST(${own} AS INTEGER)`
    return { type: 'big', shown: { name, type: 'DATE', sql, says } }
  }
  if (kind === 'LABEL') {
    const cases = labels.map((label, i) => `WHEN ${i} THEN '${label}'`)
    return { type: 'big', shown: { name, type: 'VARCHAR', sql: `CASE ${own} ${cases.join(' ')} END`, says } }
  }
  if (isMicro) return { type: 'real', shown: { name: `${name}_micro`, type: 'BIGINT', sql: own, says } }
  return unit === 'count'
    ? { type: 'big', shown: { name, type: 'BIGINT', sql: own, says } }
    : { type: 'real', shown: { name, type: 'DOUBLE', sql: own, says } }
}
