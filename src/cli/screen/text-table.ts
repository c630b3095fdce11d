/** A value of a table: a number or `right` is aligned right, a text left. */
export type Cell = string | number | { readonly right: string }

/** Rows under a header in columns, two spaces apart, one line each; only the header where there are no rows. */
export function textTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => textOf(row[column]).length)),
  )
  return [header, ...rows].map((row) => rowLine(row, widths, rows))
}

function rowLine(
  row: readonly Cell[],
  widths: readonly number[],
  rows: readonly (readonly Cell[])[],
): string {
  const cells = row.map((cell, column) => {
    const width = widths[column] ?? 0
    const isRight = typeof (rows[0]?.[column] ?? '') !== 'string'
    return isRight ? textOf(cell).padStart(width) : textOf(cell).padEnd(width)
  })
  return cells.join('  ').trimEnd()
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.right : String(cell ?? '')
}
