import type { Tier } from '../../access/tier.ts'
import { type Html, html, type Part } from './html.ts'
import { type AddressParameters, address } from './links.ts'
import { ofPro } from './shown.ts'

/** A cell of a file: a number as it was computed, a text, or null for an empty one. */
export type Cell = string | number | null | undefined

/** The columns of a file by their heads, each with its value of a row. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** A column of a table: what the page shows of a row, and the columns that its file has of it. */
export interface TableColumn<Row> {
  /** The cell of its head. */
  head: Part
  /** The cell of a row. @param index the row's place in the table */
  cell(row: Row, index: number): Part
  /** @default the file has nothing of it */
  file?: FileColumns<Row>
}

/** How a table looks on its page. */
interface Look<Row> {
  /** The classes of the table. @default none */
  className?: string
  /** The name of a region that scrolls and takes the focus. @default none */
  region?: string
  /** True: no box that scrolls is around it. @default false */
  isBare?: boolean
  /** True: roles are written out, since its rows become cards on a phone. @default false */
  hasRoles?: boolean
  /** True: its head is only for those who hear the page. @default false */
  isHeadHidden?: boolean
  /** Attributes of the table and of its body. */
  attributes?: { table?: Part; body?: Part }
  /** Attributes of a row. @default none */
  ofRow?(row: Row): Part
  /** A row across the table before another, such as an hour; the file has none. @default none */
  before?(row: Row): Part
}

/** A table as a file. */
export interface FileTable {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** The tables of a page's view, each once as HTML and once as a file of the same columns and rows. */
export interface Tables {
  /** The table as HTML; from then on it is a file. @param name unique on the page */
  show<Row>(name: string, rows: readonly Row[], columns: readonly TableColumn<Row>[], look?: Look<Row>): Html
  /** The button of a table's file: for other readers than Pro it says what it needs. */
  button(name: string): Html
  /** Null for a table that was not shown. */
  file(name: string): FileTable | null
}

/** A page's view, whose tables are files at `table.csv` below its path. */
interface TableView {
  path: string
  /** The query of its address. */
  view: AddressParameters
  tier: Tier
}

/** Returns the tables of a page's view, before any is shown. */
export function createTables({ path, view, tier }: TableView): Tables {
  const files = new Map<string, () => FileTable>()
  return {
    show(name, rows, columns, look = {}) {
      files.set(name, () => fileOf(rows, columns))
      return tableHtml(rows, columns, look)
    },
    button(name) {
      const href = address(`${path}/table.csv`, { ...view, table: name })
      return ofPro(
        tier,
        html`<a class="pill" href="${href}" title="The rows that are shown, with their columns" data-download>CSV</a>`,
      )
    },
    file: (name) => files.get(name)?.() ?? null,
  }
}

function tableHtml<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  { className, region, isBare, hasRoles = false, isHeadHidden, attributes, ofRow, before }: Look<Row>,
): Html {
  const role = (name: string) => hasRoles && html` role="${name}"`
  const table = html`<table${className && html` class="${className}"`}${role('table')}${attributes?.table}>
    <thead${isHeadHidden && html` class="visually-hidden"`}${role('rowgroup')}><tr${role('row')}>${columns.map(({ head }) => head)}</tr></thead>
    <tbody${role('rowgroup')}${attributes?.body}>${rows.map((row, index) => [before?.(row), html`<tr${role('row')}${ofRow?.(row)}>${columns.map(({ cell }) => cell(row, index))}</tr>`])}</tbody></table>`
  return isBare === true
    ? table
    : html`<div class="table"${region && html` tabindex="0" role="region" aria-label="${region}"`}>${table}</div>`
}

/** A file's heads are unique: two traders may have the same name. */
function fileOf<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): FileTable {
  const all = columns.flatMap(({ file = {} }) => Object.entries(file))
  const names = all.map(([name], at) => {
    const before = all.slice(0, at).filter(([one]) => one === name).length
    return before === 0 ? name : `${name} ${before + 1}`
  })
  return { columns: names, rows: rows.map((row) => all.map(([, value]) => value(row))) }
}

/** The head of a column. @param className its classes @default a number's */
export function head(words: Part, className = ''): Html {
  return html`<th scope="col"${className && html` class="${className}"`}>${words}</th>`
}

interface NumberLook<Row> {
  className?: string
  /** The words of its head, where they are more than its name. @default the name */
  words?: Part
  /** The whole cell of its head. @default that of its words */
  head?: Part
  /** Shows more of the row around its number. @default the number alone */
  around?(row: Row, shown: Html): Part
}

/** A column of numbers, each shown and written from one value. @param show a null as what is not known */
export function numbers<Row>(
  name: string,
  value: (row: Row) => number | null | undefined,
  show: (value: number | null | undefined) => Html,
  { className = '', words = name, around = (_row, shown) => shown, ...look }: NumberLook<Row> = {},
): TableColumn<Row> {
  return {
    head: look.head ?? head(words, className === 'big' ? '' : className),
    cell: (row) => html`<td${className && html` class="${className}"`}>${around(row, show(value(row)))}</td>`,
    file: { [name]: value },
  }
}

/** The columns of a market in a row. @param of the market; null where the ledger does not know it */
export function marketFile<Row>(
  of: (row: Row) => { condition: string; question: string | null } | null | undefined,
): FileColumns<Row> {
  return { Market: (row) => of(row)?.question, Condition: (row) => of(row)?.condition }
}
