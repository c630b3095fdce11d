import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import { type Caller, meets } from '../../access/tier.ts'
import { nextCursorOf, UNKEPT } from '../../answers/headers.ts'
import { isObject } from '../../checks.ts'
import { PequodError } from '../../errors.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { dayOf, dayText } from '../../ledger/quantities.ts'
import { markFormula } from '../../text.ts'
import {
  type BodyOf,
  besideNode,
  type Fragments,
  isConnection,
  operationBody,
  shownFields,
} from '../operations/wire-mapper.ts'
import type { RestRoute } from '../route.ts'
import type { ExportSlots, Format } from './format.ts'
import type { FileForm } from './tax-forms.ts'

/** A row of an export: an object of an answer. */
export type Row = Readonly<Record<string, unknown>>

/** Writes rows as text, page after page. */
export type RowWriter = (rows: readonly Row[]) => string

/**
 * Returns a writer for one export.
 * @param columns the header of CSV, in order; in NDJSON each row has its own field names
 * @param isChosen true: rows of NDJSON have only these columns. Default: all that they have
 */
export function rowWriter({ name }: Format, columns: readonly string[], isChosen = false): RowWriter {
  if (name === 'csv') return csvWriter(columns)
  const shown = isChosen ? (row: Row) => onlyColumns(row, columns) : (row: Row) => row
  return (rows) => rows.map((row) => `${JSON.stringify(shown(row))}\n`).join('')
}

/** Writes rows in the columns of another program. */
function formWriter({ header, cells }: FileForm): RowWriter {
  const write = csvWriter(header)
  return (rows) => write(rows.flatMap((row) => [cells(row) ?? []]).filter((row) => row.length > 0))
}

/** A row with some of its columns, in their order; an object that is null stays null. */
function onlyColumns(row: Row, columns: readonly string[]): Row {
  const own: Record<string, unknown> = {}
  for (const column of columns) {
    const names = column.split('.')
    let [from, to]: [unknown, Record<string, unknown>] = [row, own]
    for (const [i, name] of names.entries()) {
      const value: unknown = Reflect.get(Object(from), name)
      const isLeaf = i === names.length - 1 || !isObject(value)
      if (isLeaf) {
        to[name] = value ?? null
        break
      }
      const inner = isObject(to[name]) ? to[name] : {}
      to[name] = inner
      ;[from, to] = [value, inner]
    }
  }
  return own
}

/**
 * CSV as RFC 4180 has it, but with bare line feeds: a header first, null as an empty cell, lists as JSON. Text that a
 * spreadsheet would take for a formula is marked by {@link markFormula}. A row may be a list of its cells too.
 */
export function csvWriter(
  columns: readonly string[],
): (rows: readonly (Row | readonly unknown[])[]) => string {
  let isFirst = true
  return (rows) => {
    const header = isFirst
    isFirst = false
    return stringify([...rows], {
      columns: [...columns],
      header,
      cast: { boolean: String, string: markFormula },
    })
  }
}

export interface ExportPage {
  rows: readonly Row[]
  /** The cursor of the next part; null at the end. */
  next: string | null
}

/**
 * The text of an export, a page at a time: the next page is read when the text of the one before is on its way, so
 * that an export of any length needs the memory of one page.
 * @param first the page that was read before the answer began, so that what fails in it has a status of its own
 * @param read reads the page at a cursor
 */
export async function* exportPages(
  first: ExportPage,
  read: (cursor: string) => Promise<ExportPage>,
  write: (rows: readonly Row[]) => string,
): AsyncGenerator<string> {
  let page = first
  yield write(page.rows)
  while (page.next !== null) {
    page = await read(page.next)
    yield write(page.rows)
  }
}

/** Returns the rows in a body under its keys, or the body itself if there are no keys; null is no row. */
function rowsOf(body: unknown, keys: readonly string[]): Row[] {
  if (keys.length === 0 || body === null) return toRows(body)
  return keys.flatMap((key) => toRows(rowOrFail(body)[key]))
}

function toRows(value: unknown): Row[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value.map(rowOrFail) : [rowOrFail(value)]
}

function rowOrFail(value: unknown): Row {
  if (typeof value !== 'object' || value === null) throw new TypeError('An export has objects as its rows.')
  return { ...value }
}

export interface ExportOptions {
  schema: GraphQLSchema
  contextOf(request: FastifyRequest): RequestContext
  bodyOf: BodyOf
  slots: ExportSlots
}

type Variables = Readonly<Record<string, unknown>>

export interface ExportQuestion {
  format: Format
  variables: Variables
  /** Names of columns, or of objects for all of theirs; null: all columns. */
  asked: readonly string[] | null
}

/** Rows of a page of a paged list: the maximum. */
const PAGE = 100

/**
 * Answers a path as a file of rows. A paged list continues through its pages, unless the caller gave a limit,
 * as long as the caller has Pro.
 * @throws Error if the route's rows are not all alike
 */
export function createExport(route: RestRoute, { schema, contextOf, bodyOf, slots }: ExportOptions) {
  const all = columnsOf(schema, route)
  const isPaged = 'cursor' in route.parameters
  const read = async (variables: Variables, context: RequestContext): Promise<ExportPage> => {
    const body = await bodyOf(isPaged ? { limit: PAGE, ...variables } : variables, context)
    return { rows: rowsOf(body, route.rows ?? []), next: nextCursorOf(body) }
  }
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { format, variables, asked }: ExportQuestion,
  ) => {
    const context = contextOf(request)
    refuseUnlessPro(context.caller, format)
    const write =
      'cells' in format
        ? formWriter(format as FileForm)
        : rowWriter(format, asked === null ? all : chosenColumns(all, asked), asked !== null)
    const headers = headersOf(request.url, await dayOfAnswer(context, variables.to ?? variables.asOf), format)
    const rest = async (cursor: string) => {
      const own = uncounted(contextOf(request))
      refuseUnlessPro(await own.recheck(), format)
      return read({ ...variables, cursor }, own)
    }
    const release = slots.take(context.caller.limiterKey)
    try {
      const first = await read(variables, context)
      const isWhole = variables.limit !== undefined || request.method === 'HEAD'
      const pages = exportPages(isWhole ? { ...first, next: null } : first, rest, write)
      return reply.headers(headers).send(Readable.from(pages).on('close', release))
    } catch (failure) {
      release()
      throw failure
    }
  }
}

/**
 * The columns that a caller names, in that order; the name of an object stands for all of its columns.
 * @throws PequodError BAD_USER_INPUT for a name that is no column
 */
function chosenColumns(all: readonly string[], asked: readonly string[]): string[] {
  const chosen = asked.flatMap((name) => {
    const own = all.filter((column) => column === name || column.startsWith(`${name}.`))
    if (own.length === 0) throw wrongColumns(`names ${name}, which is not a column: ${all.join(', ')}`)
    return own
  })
  return [...new Set(chosen)]
}

/** The refusal of a request for columns. */
export function wrongColumns(words: string): PequodError {
  const message = `columns ${words}.`
  return new PequodError('BAD_USER_INPUT', message, { problems: [{ in: 'query', name: 'columns', message }] })
}

/** Returns the day up to which an answer counts, as YYYY-MM-DD. */
export async function dayOfAnswer(context: RequestContext, asOf: unknown): Promise<string> {
  if (asOf !== undefined) return String(asOf).slice(0, 10)
  const { cutoff } = await context.snapshot()
  return dayText(dayOf(cutoff.time))
}

/** The headers of a file. @param url the requested one, from whose path the file is named */
export function headersOf(url: string, day: string, format: Format): Record<string, string> {
  const name = fileName(url.split('?', 1)[0] ?? '', day, format)
  const disposition = `attachment; filename="${name}"`
  return { ...UNKEPT, 'Content-Type': format.contentType, 'Content-Disposition': disposition }
}

/** @throws PequodError PRO_REQUIRED for other callers than Pro */
export function refuseUnlessPro({ tier }: Caller, { name }: Format): void {
  if (meets(tier, 'PRO')) return
  const message = `Exports as ${name.toUpperCase()} require a Pro account: send its API key as “X-API-Key: <key>”, or request JSON.`
  throw new PequodError('PRO_REQUIRED', message)
}

/**
 * Returns the context of a later page: an export counts as one search, however many pages it has. Each page
 * has its own context, which frees the loaded rows. A list of one snapshot goes on by its cursor in that one; others read the
 * newest, because an older one may be deleted before the end.
 */
function uncounted(context: RequestContext): RequestContext {
  return { ...context, limitField: async () => undefined }
}

/**
 * Returns an export's file name: its path, the day up to which it counts, and the format, in letters, digits,
 * hyphens and a dot: `pequod-leaderboard-pnl-7d-2026-02-17.csv`.
 * @param path the requested path, below `/v1/` or of a page's table
 * @param day as YYYY-MM-DD
 */
function fileName(path: string, day: string, { name, extension = name }: Format): string {
  const about = path.replace(/^\/v1\/|\/table\.csv$/g, '').replaceAll(/[^A-Za-z0-9]+/g, '-')
  return `pequod-${about.replaceAll(/^-|-$/g, '').slice(0, 100)}${extension === name ? '' : `-${name}`}-${day}.${extension}`
}

interface Shape {
  type: GraphQLOutputType
  selection: SelectionSetNode | undefined
}

/**
 * Returns the columns of a path's export in the order of the JSON's fields: a nested field is named with a
 * dot (`market.slug`), and a list is one column. They derive from the operation, so a null in an answer does
 * not change them.
 * @throws Error if the rows are not objects of one shape
 */
function columnsOf(schema: GraphQLSchema, { name, operation, rows = [] }: RestRoute): string[] {
  const { field, selection, fragments, isList } = operationBody(schema, operation)
  const body = { type: field.type, selection }
  const shapes = isList || rows.length === 0 ? [body] : rows.map((key) => partOf(body, key, fragments))
  const [columns, ...others] = shapes.map((shape) => columnsOfRow(shape, fragments))
  if (columns === undefined || others.some((other) => other.join() !== columns.join()))
    throw new Error(`The rows of ${name} are not all alike.`)
  return columns
}

/** Returns the part of a body under a key of REST; a connection's nodes are its `items`. */
function partOf(body: Shape, key: string, fragments: Fragments): Shape {
  return isConnection(body.type) ? body : childOf(body, key, fragments)
}

/** Returns the columns of one row: an element of a list, a connection's node before its edge's own fields, or the body itself. */
function columnsOfRow(shape: Shape, fragments: Fragments): string[] {
  if (!isConnection(shape.type)) return columnsOfShape(shape, fragments)
  const edge = childOf(shape, 'edges', fragments)
  const node = columnsOfShape(childOf(edge, 'node', fragments), fragments)
  const type = getNamedType(edge.type)
  if (!isObjectType(type) || edge.selection === undefined) return node
  const beside = besideNode(type, edge.selection, fragments)
  return [...node, ...columnsOfFields(beside, fragments, '')]
}

function childOf(shape: Shape, key: string, fragments: Fragments): Shape {
  const found = childrenOf(shape, fragments).find((child) => child.key === key)
  if (found === undefined) throw new Error(`There is no ${key} in ${getNamedType(shape.type)}.`)
  return found
}

function childrenOf({ type, selection }: Shape, fragments: Fragments): (Shape & { key: string })[] {
  const parent = getNamedType(type)
  if (selection !== undefined && isObjectType(parent)) return shownFields(parent, selection, fragments)
  if (selection === undefined || !isAbstractType(parent))
    throw new Error(`${parent} has no fields that are selected.`)
  // Rows of every type are one table.
  return fragments.possibleTypes(parent).flatMap((one) => shownFields(one, selection, fragments))
}

function columnsOfShape(shape: Shape, fragments: Fragments, prefix = ''): string[] {
  return columnsOfFields(childrenOf(shape, fragments), fragments, prefix)
}

function columnsOfFields(
  fields: readonly (Shape & { key: string })[],
  fragments: Fragments,
  prefix: string,
): string[] {
  const columns = fields.flatMap(({ key, ...child }) => {
    const isCell = child.selection === undefined || isListType(getNullableType(child.type))
    return isCell ? [`${prefix}${key}`] : columnsOfShape(child, fragments, `${prefix}${key}.`)
  })
  return [...new Set(columns)]
}
