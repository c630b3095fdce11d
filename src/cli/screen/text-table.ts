/** A value of a table: a number stands right, anything else left. */
export type Cell = string | number

/** Rows under a header in columns, two spaces apart, one line each; only the header where there are no rows. */
export function textTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => String(row[column] ?? '').length)),
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
    const right = typeof rows[0]?.[column] === 'number'
    return right ? String(cell).padStart(width) : String(cell).padEnd(width)
  })
  return cells.join('  ').trimEnd()
}
