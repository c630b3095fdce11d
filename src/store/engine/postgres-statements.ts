import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { defined } from '../../checks.ts'
import { type Column, insertColumns, type Table, type Value } from './table.ts'

/** Texts of a pool that are remembered, and of these the ones that each connection plans once. */
const REMEMBERED = 2_000
const PLANNED = 300
/** How often a text is sent before it is planned once. */
const OFTEN = 3
/** A list with more values than this is planned for itself: a plan for any list assumes a short one. */
const LONG = 100
/** SQLSTATE of a plan whose columns have changed since. */
const FEATURE_NOT_SUPPORTED = '0A000'

/** Sends the statements of a pool's connections. */
export interface Planner {
  /** Finds out, once a connection, whether it leads to PostgreSQL itself: a pooler gives its clients process ids of its own. */
  meet(client: pg.Client): Promise<void>
  /** Sends a statement over a connection that was met. */
  query(client: pg.Client, text: string, values: unknown[]): Promise<pg.QueryResult>
}

/**
 * Lets PostgreSQL plan a statement that is sent often once a connection, as a prepared statement: planning takes longer than running
 * most of them. A pooler may hand each transaction another connection, which does not know the plan: behind one, every statement is
 * planned each time.
 */
export function createPlanner(): Planner {
  const sent = new LRUCache<string, number>({ max: REMEMBERED })
  const names = new Map<string, string>()
  const direct = new WeakMap<pg.Client, boolean>()

  /** The name of a text that is sent often; undefined for others, and once enough have one. */
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= PLANNED) return known
    const times = (sent.get(text) ?? 0) + 1
    sent.set(text, times)
    if (times < OFTEN) return undefined
    const name = `pequod_${names.size}`
    names.set(text, name)
    return name
  }
  return {
    async meet(client: pg.Client & { processID?: number | null }) {
      if (direct.has(client)) return
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
      direct.set(client, rows[0].pid === client.processID)
    },
    query(client, text, values) {
      const name = direct.get(client) === true && !values.some(isLong) ? nameOf(text) : undefined
      return client.query(name === undefined ? { text, values } : { name, text, values })
    },
  }
}

/** Whether an error says that a table has changed since the statement was planned, as it does while another version of the program starts. */
export function isOldPlan(error: unknown): boolean {
  return (error as { code?: unknown }).code === FEATURE_NOT_SUPPORTED
}

function isLong(value: unknown): boolean {
  return Array.isArray(value) && value.length > LONG
}

/** Rows that are made into text at a time: what waits for the server stays small. */
const ROWS_AT_A_TIME = 1_000

/**
 * Appends the first `count` rows by COPY, which takes half the time of an INSERT.
 * @throws where one of the keys is there already: the transaction is then over
 */
export async function copyRows(
  client: pg.Client,
  table: Table,
  columns: Record<string, Column>,
  count: number,
): Promise<void> {
  const names = Object.keys(columns)
  const target = client.query(copyFrom(`COPY ${insertColumns(table, names)} FROM STDIN`))
  await pipeline(Readable.from(copyText(Object.values(columns), count)), target)
}

/** Rows in COPY's text format, some at a time. */
function* copyText(columns: readonly Column[], count: number): Generator<string> {
  for (let from = 0; from < count; from += ROWS_AT_A_TIME) {
    let text = ''
    const to = Math.min(count, from + ROWS_AT_A_TIME)
    for (let i = from; i < to; i++)
      text += `${columns.map((column) => cellText(defined(column[i]))).join('\t')}\n`
    yield text
  }
}

function cellText(value: Value): string {
  if (value === null) return '\\N'
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  return typeof value === 'string' ? value.replaceAll(/[\\\t\n\r]/g, escaped) : String(value)
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(character: string): string {
  return ESCAPES[character] ?? character
}
