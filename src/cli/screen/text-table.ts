import { defined } from '../../checks.ts'
import {
  centsText,
  dateText,
  minuteText,
  moneyText,
  moveText,
  numberText,
  percentText,
  shareText,
} from '../../formats.ts'
import type { Screen } from './screen.ts'

/** A value of a table: a number or `right` is aligned right, a text left. */
export type Cell = string | number | { readonly right: string }

/** Rows under a header in columns, two spaces apart, one line each; only the header without rows. */
export function textTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return growingTable(header)(rows)
}

/** Prints {@link textTable}. */
export function printTable(
  screen: Screen,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  for (const line of textTable(header, rows)) screen.print(line)
}

/** A column: its head, and the cell that it has of a row. */
export type Columns<Row> = readonly (readonly [head: string, cell: (row: Row) => Cell])[]

/** Prints rows as a table of these columns. */
export function printRows<Row>(screen: Screen, rows: readonly Row[], columns: Columns<Row>): void {
  printTable(
    screen,
    columns.map(([head]) => head),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  )
}

/** A table whose rows arrive over time: the header precedes the first ones. A column's width never shrinks. */
export function growingTable(header: readonly string[]) {
  let widths: number[] = header.map(() => 0)
  let lines: readonly (readonly Cell[])[] = [header]
  return (rows: readonly (readonly Cell[])[]): string[] => {
    lines = [...lines, ...rows]
    widths = widths.map((width, column) => Math.max(width, ...lines.map((row) => textOf(row[column]).length)))
    const printed = lines.map((row) => rowLine(row, widths, rows))
    lines = []
    return printed
  }
}

function rowLine(
  row: readonly Cell[],
  widths: readonly number[],
  rows: readonly (readonly Cell[])[],
): string {
  const cells = row.map((cell, column) => {
    const width = defined(widths[column])
    const isRight = typeof (rows[0]?.[column] ?? '') !== 'string'
    return isRight ? textOf(cell).padStart(width) : textOf(cell).padEnd(width)
  })
  return cells.join('  ').trimEnd()
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.right : String(cell ?? '')
}

const UNKNOWN = '–'

/** US dollars. */
export function dollars(value: number | null): Cell {
  return { right: value === null ? UNKNOWN : moneyText(value) }
}

/** A fraction as a percentage. @param digits see {@link percentText} */
export function percent(value: number | null, digits?: number): Cell {
  return { right: value === null ? UNKNOWN : percentText(value, digits === undefined ? {} : { digits }) }
}

/** How many of some cases, as {@link shareText}. */
export function share(value: number | null, cases: number): Cell {
  return { right: value === null ? UNKNOWN : shareText(value, cases) }
}

/** A price from 0 to 1. */
export function cents(price: number | null): Cell {
  return { right: price === null ? UNKNOWN : centsText(price) }
}

/** A change of a price. */
export function move(change: number | null): Cell {
  return { right: change === null ? UNKNOWN : moveText(change) }
}

/** A count or a ratio. */
export function number(value: number | null): Cell {
  return { right: value === null ? UNKNOWN : numberText(value) }
}

/** A time to the minute, in UTC. */
export function minute(time: string | null): string {
  return time === null ? UNKNOWN : minuteText(time)
}

/** The UTC day of a time. */
export function dayOf(time: string | null): string {
  return time === null ? UNKNOWN : dateText(new Date(time))
}
