/** A table of a page as rows of cells, each row as long as the columns. */
export interface ReadTable {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** A number as it was computed, a text, or null for an empty cell. */
export type Cell = string | number | null

/** Elements that begin a cell whose value is theirs; the words after them are a note. */
const LEADS = new Set(['data', 'time', 'a'])
/** Elements without an end. */
const VOID = new Set(['br', 'img', 'input', 'path', 'line', 'rect', 'circle', 'use'])
const TOKENS = /<(\/?)([a-z][\w-]*)((?:[^<>"]|"[^"]*")*?)(\/?)>|([^<]+)/gi

interface CellParts {
  /** The value of the element that the cell begins with; null: the words are the value. */
  lead: Cell
  words: string
  /** The trader's address or the market's condition that it links to. */
  id: { column: 'Address' | 'Condition'; value: string } | null
  /** Parts that are columns of their own, by their names. */
  parts: Map<string, string | number>
}

/**
 * Reads a table out of a page's own HTML: its visible heads and cells, with numbers and times as they were computed. A cell that
 * begins with a number, a time or a link and says more has its words in a column of notes, a part that its template names has a column
 * of its own (in small letters after the head), and what links to a trader or a market has the id beside it. Rows across the table are omitted, as are columns without a value.
 * @param name the table's, as its template has it in `data-csv`
 * @returns null if there is no such table
 */
export function readTable(page: string, name: string): ReadTable | null {
  const start = page.indexOf(` data-csv="${name}"`)
  if (start < 0) return null
  const { heads, rows } = tableParts(page.slice(page.lastIndexOf('<table', start)))
  const width = Math.max(heads.length, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) => {
    const head = headOf(heads[at])
    return columnsAt(
      rows.map((row) => row[at] ?? null),
      head,
    )
  }).flat()
  const names = columns.map(({ head }, at) => {
    const before = columns.slice(0, at).filter((one) => one.head === head).length
    return before === 0 ? head : `${head} ${before + 1}`
  })
  return { columns: names, rows: rows.map((_row, at) => columns.map(({ cells }) => cells[at] ?? null)) }
}

/** A head that sorts is a link. */
function headOf(head: CellParts | undefined): string {
  return `${head?.lead ?? head?.words ?? ''}`.trim()
}

interface Column {
  head: string
  cells: readonly Cell[]
}

/** The columns of a file that a column of a page becomes. */
function columnsAt(cells: readonly (CellParts | null)[], head: string): Column[] {
  const parts = new Set(cells.flatMap((cell) => [...(cell?.parts.keys() ?? [])]))
  const ids = new Set(cells.flatMap((cell) => cell?.id?.column ?? []))
  const value = (cell: CellParts | null) => cell && (cell.lead ?? (cell.words.trim() || null))
  const note = (cell: CellParts | null) => (cell?.lead == null ? null : cell.words.trim() || null)
  return [
    { head, cells: cells.map(value) },
    { head: `${head}: note`, cells: cells.map(note) },
    ...[...parts].map((name) => ({
      head: /^[A-Z]/.test(name) ? name : `${head}: ${name}`,
      cells: cells.map((cell) => cell?.parts.get(name) ?? null),
    })),
    ...[...ids].map((column) => ({
      head: column,
      cells: cells.map((cell) => (cell?.id?.column === column ? cell.id.value : null)),
    })),
  ].filter((column) => column.cells.some((cell) => cell !== null))
}

interface Open {
  element: string
  isHidden: boolean
  part: string | null
  /** The number or time that the element stands for. */
  stands: string | number | null
}

/** Reads the first table of a text, cell by cell. */
function tableParts(text: string): { heads: CellParts[]; rows: CellParts[][] } {
  const heads: CellParts[] = []
  const rows: CellParts[][] = []
  const open: Open[] = []
  let cell: CellParts | null = null
  let isHead = false
  for (const [, end, tag = '', attributes = '', closed, words] of text.matchAll(TOKENS)) {
    const element = tag.toLowerCase()
    if (words !== undefined) {
      if (cell !== null) addWords(cell, decoded(words), open)
      continue
    }
    if (end === '/') {
      if (element === 'table') break
      const at = open.findLastIndex((one) => one.element === element)
      if (at >= 0) open.length = at
      if (element === 'thead') isHead = false
      if (element === 'td' || element === 'th') cell = null
      continue
    }
    if (element === 'thead') isHead = true
    if (element === 'tr' && !isHead) rows.push([])
    if (element === 'td' || element === 'th') {
      cell = { lead: null, words: '', id: null, parts: new Map() }
      const line = isHead ? heads : rows.at(-1)
      if (/\bcolspan=/.test(attributes)) rows.pop()
      else line?.push(cell)
    }
    if (['br', 'small', 'p'].includes(element) && cell !== null) cell.words += ' '
    if (closed === '/' || VOID.has(element)) continue
    open.push(opened(element, attributes))
    if (cell !== null && element === 'a') cell.id ??= idIn(attributes)
  }
  return { heads, rows }
}

/** The attributes that decide what an element's words are. */
const READ = /\b(class|value|datetime|data-part)="([^"]*)"/g

function opened(element: string, attributes: string): Open {
  const given = new Map([...attributes.matchAll(READ)].map(([, name = '', value = '']) => [name, value]))
  const isText = ['svg', 'template', 'style', 'button'].includes(element)
  const [kind = ''] = given.get('class')?.split(' ') ?? []
  const isMarked = / aria-hidden="true"| data-no-csv| hidden\b/.test(attributes)
  const isHidden = isText || isMarked || /^(narrow|none|addr)$/.test(kind)
  const value = element === 'data' ? given.get('value') : undefined
  const time = element === 'time' ? (given.get('datetime') ?? null) : null
  return {
    element,
    isHidden,
    part: given.get('data-part') ?? null,
    stands: value === undefined ? time : Number(value),
  }
}

/** Adds words to the part, the lead or the words of a cell, by the elements around them. */
function addWords(cell: CellParts, words: string, open: readonly Open[]): void {
  if (open.some(({ isHidden }) => isHidden)) return
  const text = words.replaceAll(/\s+/g, ' ')
  const part = open.findLast((one) => one.part !== null)?.part
  const inner = open.findLast(({ element }) => LEADS.has(element))
  const stands = open.findLast((one) => one.stands !== null)?.stands ?? null
  if (part != null) {
    addToPart(cell.parts, part, stands ?? text.trim())
  } else if (inner !== undefined && cell.lead === null && cell.words.trim() === '') {
    if (text.trim() !== '') cell.lead = stands ?? text.trim()
  } else cell.words = `${cell.words}${text}`.trimStart()
}

/** A number or a time is a part's whole value regardless of words beside it; several texts are a list. */
function addToPart(parts: CellParts['parts'], part: string, value: string | number): void {
  const before = parts.get(part)
  if (typeof before === 'number' || value === '') return
  parts.set(part, before === undefined || typeof value === 'number' ? value : `${before}, ${value}`)
}

function idIn(attributes: string): CellParts['id'] {
  const [, kind, value = ''] = /\bhref="\/(trader|market)\/(0x[\da-f]+)/.exec(attributes) ?? []
  return kind === undefined ? null : { column: kind === 'trader' ? 'Address' : 'Condition', value }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name] ?? '')
}
