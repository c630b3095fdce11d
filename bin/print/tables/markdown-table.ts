export type Row = readonly string[]

/**
 * A Markdown table, without a final line end. A `|` or a line end inside a cell would break its row, so the one is
 * escaped and the other becomes a space. Throws a RangeError for a row with another number of cells than the heading.
 */
export function markdownTable(heading: Row, rows: readonly Row[]): string {
  const odd = rows.find((row) => row.length !== heading.length)
  if (odd !== undefined) throw new RangeError(`${odd.length} cells under ${heading.length} headings: ${odd}`)
  return [heading, heading.map(() => '---'), ...rows].map(line).join('\n')
}

/** Text as code, for names and values that are typed literally. */
export function code(text: string): string {
  return `\`${text}\``
}

function line(cells: Row): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()).join(' | ')} |`
}
