import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markdownTable } from '../../bin/print/tables/markdown-table.ts'

/** The cells of one line as a Markdown reader sees them: split at bars that are not escaped. */
function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

const cell = fc.string().filter((text) => !text.includes('\\'))

it('a Markdown table keeps every cell in its place with any text', () => {
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1 })
  fc.assert(
    fc.property(table, (rows) => {
      const lines = markdownTable(['a', 'b', 'c'], rows).split('\n')
      expect(lines).toHaveLength(rows.length + 2)
      const flat = rows.map((row) => row.map((text) => text.replaceAll(/\s+/g, ' ').trim()))
      expect(lines.slice(2).map(cellsOf)).toEqual(flat)
    }),
  )
})

it('a Markdown table refuses a row that does not fit its heading', () => {
  expect(() => markdownTable(['a', 'b'], [['1']])).toThrow(RangeError)
})
