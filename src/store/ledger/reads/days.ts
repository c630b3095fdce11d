import { defined } from '../../../checks.ts'
import type { Day } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { numbersOf } from '../../engine/duckdb.ts'
import { livingAt } from '../generations.ts'
import {
  DAY_KEY,
  type DayColumn,
  type DayPart,
  type DayRecord,
  POSITION_DAYS,
  partOfColumns,
  partOfRecords,
  recordList,
  withKey,
} from '../position-day.ts'
import { filesOf, readManifest } from '../sealed/manifest.ts'
import {
  boundsOf,
  daysOfBothAges,
  isNotMasked,
  mayHold,
  plainDays,
  type SealedDays,
} from '../sealed/sealed-days.ts'
import { sealedFiles } from '../sealed/sealed-files.ts'
import { type Condition, rowsWhere, sealedWhere, type Term } from './terms.ts'

/** Conditions on days of positions; a read day meets each of them. */
export interface DayFilter {
  /** Ids of traders, ascending. */
  traders?: readonly number[] | undefined
  /** Ids of tokens. */
  tokens?: readonly number[] | undefined
  from?: Day | undefined
  upTo?: Day | undefined
  /** These days alone. */
  on?: readonly Day[] | undefined
  /** Only days on which this column is above 0. */
  some?: DayColumn | undefined
}

export interface DaysAsked<Column extends DayColumn> extends DayFilter {
  /** Columns besides those of the key. */
  columns: readonly Column[]
  /** Reads the lists too. @default false */
  lists?: boolean
  /** A pinned version, of days up to the last that was pinned with it; null reads them as they are now. */
  at?: number | null
  /** Of how many named traders one statement reads the rows. @default 200 */
  tradersAtOnce?: number
  /** Sealed rows that are sorted at a time, about. @default 400,000 */
  sealedAtOnce?: number
}

/** Rows of the store that are read at a time, and the named traders whose rows are. */
const PAGE = 40_000
const TRADERS_AT_ONCE = 200
const SEALED_AT_ONCE = 400_000
/** Named traders whose sealed rows are sorted together at least. */
const LEAST_TRADERS = 800
const LAST = Number.MAX_SAFE_INTEGER
const KEY = `(${DAY_KEY.join(', ')})`
const ORDER = DAY_KEY.join(', ')

interface DayPlace {
  trader: number
  token: number
  day: Day
}

/**
 * Days of positions part by part in the order of trader, token and day, sealed ones and rows, as columns of numbers or as
 * records: no row becomes an object where columns are read of files. Memory holds a page of rows, or those of some traders, and what sorting a span of
 * sealed days needs. A part is good until the next one.
 */
export async function* days<Column extends DayColumn>(
  sql: Sql,
  asked: DaysAsked<Column>,
): AsyncGenerator<DayPart<Column>> {
  for (const span of await spansOf(sql, asked)) yield* daysOfSpan(sql, asked, span)
}

/** The terms of a question: one description for rows and sealed files. */
export function dayTerms({ traders, tokens, from, upTo, on, some }: DayFilter): Term[] {
  return [
    ...(traders === undefined ? [] : [{ left: 'trader_id', operator: 'IN' as const, value: traders }]),
    ...(tokens === undefined ? [] : [{ left: 'token_id', operator: 'IN' as const, value: tokens }]),
    ...(from === undefined ? [] : [{ left: 'day', operator: '>=' as const, value: [from] }]),
    ...(upTo === undefined ? [] : [{ left: 'day', operator: '<=' as const, value: [upTo] }]),
    ...(on === undefined ? [] : [{ left: 'day', operator: 'IN' as const, value: on }]),
    ...(some === undefined ? [] : [aboveZero(some)]),
  ]
}

function aboveZero(column: DayColumn): Term {
  return { left: column, operator: '>', value: [0] }
}

function placeTerm(operator: '>' | '<=', { trader, token, day }: DayPlace): Term {
  return { left: KEY, operator, value: [trader, token, day] }
}

/** The same of rows as they are at a version. */
export function dayRows(sql: Sql, terms: readonly Term[], at: number | null = null): Condition {
  const [named, living] = [rowsWhere(sql, terms), livingAt(at)]
  return { text: `${named.text} AND ${living.text}`, values: [...named.values, ...living.values] }
}

/** Traders whose days are sorted together: those behind an id up to another, or of these only some. */
interface Span {
  after: number
  last: number
  ids: readonly number[] | null
}

async function spansOf(sql: Sql, asked: DaysAsked<DayColumn>): Promise<Span[]> {
  const { traders, from, upTo, on, sealedAtOnce = SEALED_AT_ONCE } = asked
  if (traders !== undefined && traders.length <= LEAST_TRADERS) return spansBy(traders, LEAST_TRADERS)
  const manifest = (await readManifest(sql, 'DAYS')).filter((segment) =>
    mayHold(segment, boundsOf({ from, upTo })),
  )
  const rows = manifest.reduce((sum, segment) => sum + segment.rows, 0)
  if (traders !== undefined) {
    const everybody = manifest.reduce((most, { lastKey }) => Math.max(most, lastKey), 0) + 1
    const size = Math.floor((everybody * sealedAtOnce) / Math.max(1, rows))
    return spansBy(traders, Math.max(LEAST_TRADERS, size))
  }
  // Where spans end decides what is sorted together, not what is read: masked rows may count.
  const ends =
    rows <= sealedAtOnce
      ? []
      : await sealedFiles(sql).read<{ last: number }>(
          [manifest.map(({ files }) => files.days)],
          (files) =>
            'SELECT MAX(trader_id) AS last FROM (SELECT trader_id, SUM(COUNT(*)) OVER (ORDER BY trader_id) AS sum ' +
            `FROM ${files} WHERE ${sealedWhere(dayTerms({ from, upTo, on }))} GROUP BY trader_id) GROUP BY sum // ${sealedAtOnce} ORDER BY last`,
        )
  const lasts = [...ends.map(({ last }) => last), LAST]
  return lasts.map((last, i) => ({ after: lasts[i - 1] ?? -1, last, ids: null }))
}

function spansBy(traders: readonly number[], size: number): Span[] {
  return Array.from({ length: Math.ceil(traders.length / size) }, (_, i) => {
    const ids = traders.slice(i * size, (i + 1) * size)
    return { after: (ids[0] ?? 0) - 1, last: ids.at(-1) ?? 0, ids }
  })
}

async function* daysOfSpan<Column extends DayColumn>(
  sql: Sql,
  asked: DaysAsked<Column>,
  span: Span,
): AsyncGenerator<DayPart<Column>> {
  let stream: SealedStream<Column> | null = null
  try {
    for (let at: DayPlace = { trader: span.after, token: LAST, day: LAST }; ; ) {
      const { from, upTo, at: version } = asked
      const traders = span.ids ?? undefined
      const bounds = { traders, after: at.trader - 1, last: span.last, from, upTo, at: version }
      const chunk = nextChunk(sql, asked, span, at)
      const { rows, sealed } = await daysOfBothAges(sql, bounds, chunk.read)
      if (stream?.name !== sealed.name) {
        await stream?.close()
        stream = openStream(sealedParts(sql, sealed, asked, span, at), sealed)
      }
      const end = chunk.endOf(rows)
      const lists = asked.lists ? rows.map((row) => row.lists) : []
      yield* united(stream, partOfRecords(asked.columns, rows, lists), end)
      if (end.trader >= span.last) return
      at = end
    }
  } finally {
    await stream?.close()
  }
}

/** The rows of the store behind a place: of some of the span's traders, or a page. */
function nextChunk<Column extends DayColumn>(
  sql: Sql,
  asked: DaysAsked<Column>,
  { ids, last }: Span,
  at: DayPlace,
) {
  const list = recordList(withKey(asked.columns)) + (asked.lists ? ', lists' : '')
  const read = (terms: readonly Term[], end: string) => () => {
    const { text, values } = dayRows(sql, terms, asked.at)
    return sql.all<DayRecord<Column> & { lists: Uint8Array }>(
      `SELECT ${list} FROM ${POSITION_DAYS.name} WHERE ${text} ORDER BY ${ORDER}${end}`,
      values,
    )
  }
  const endOf = (trader: number): DayPlace => ({ trader, token: LAST, day: LAST })
  if (ids !== null) {
    const from = ids.findIndex((id) => id > at.trader)
    const some = ids.slice(from, from + (asked.tradersAtOnce ?? TRADERS_AT_ONCE))
    return {
      read: read(dayTerms({ ...asked, traders: some }), ''),
      endOf: () => endOf(some.at(-1) ?? last),
    }
  }
  const upToLast: Term = { left: 'trader_id', operator: '<=', value: [last] }
  return {
    read: read([placeTerm('>', at), upToLast, ...dayTerms(asked)], ` LIMIT ${PAGE}`),
    // A full page may not be all: what is sealed is read up to its end.
    endOf: (rows: readonly DayPlace[]) => (rows.length < PAGE ? endOf(last) : (rows.at(-1) ?? endOf(last))),
  }
}

/** The sealed days of a span after a place. */
async function* sealedParts<Column extends DayColumn>(
  sql: Sql,
  sealed: SealedDays,
  asked: DaysAsked<Column>,
  { ids, last }: Span,
  at: DayPlace,
): AsyncGenerator<DayPart<Column>> {
  if (sealed.segments.length === 0) return
  const names = withKey(asked.columns)
  const terms: Term[] = [
    // The file's order makes this condition cheap.
    { left: 'trader_id', operator: '>=', value: [at.trader] },
    { left: 'trader_id', operator: '<=', value: [last] },
    placeTerm('>', at),
    ...dayTerms({ ...asked, traders: ids ?? undefined }),
  ]
  const files = await sealedFiles(sql).from(filesOf(sealed.segments))
  const connection = await sql.duckdb.connect()
  try {
    const numbers = names.map((name) => `${name}::DOUBLE`)
    const lists = asked.lists ? ['lists'] : []
    const where = `${isNotMasked(sealed)} AND ${sealedWhere(terms)}`
    const parts = numbersOf(
      connection,
      `SELECT ${[...numbers, ...lists].join(', ')} FROM (SELECT ${[...names, ...lists].join(', ')} FROM ${plainDays(files)} WHERE ${where}) ORDER BY ${ORDER}`,
    )
    for await (const { count, columns, bytes } of parts) {
      const named = Object.fromEntries(names.map((name, i) => [name, columns[i]]))
      yield partOfColumns(count, named as DayPart<Column>['columns'], bytes)
    }
  } finally {
    connection.closeSync()
  }
}

interface SealedStream<Column extends DayColumn> {
  name: string
  /** The next days up to a place; null after the last. */
  upTo(end: DayPlace): Promise<DayPart<Column> | null>
  close(): Promise<unknown>
}

function openStream<Column extends DayColumn>(
  parts: AsyncGenerator<DayPart<Column>>,
  { name }: SealedDays,
): SealedStream<Column> {
  let part: DayPart<Column> | null = null
  let from = 0
  return {
    name,
    async upTo(end) {
      if (part === null || from === part.count) {
        part = (await parts.next()).value ?? null
        from = 0
      }
      if (part === null) return null
      const to = firstBehind(part, from, end)
      const taken = sliced(part, from, to)
      from = to
      return taken.count === 0 ? null : taken
    },
    close: () => parts.return(undefined),
  }
}

/** The sealed days and the rows up to a place, part by part in their order. */
async function* united<Column extends DayColumn>(
  stream: SealedStream<Column>,
  rows: DayPart<Column>,
  end: DayPlace,
): AsyncGenerator<DayPart<Column>> {
  let next = 0
  for (let part = await stream.upTo(end); part !== null; part = await stream.upTo(end)) {
    const first = next
    next = firstBehind(rows, first, placeAt(part, part.count - 1))
    yield next === first ? part : merged(part, sliced(rows, first, next))
  }
  if (next < rows.count) yield next === 0 ? rows : sliced(rows, next, rows.count)
}

function placeAt({ columns }: DayPart<never>, row: number): DayPlace {
  return {
    trader: columns.trader_id[row] ?? 0,
    token: columns.token_id[row] ?? 0,
    day: columns.day[row] ?? 0,
  }
}

/** The first row from one on that comes after a place. */
function firstBehind({ count, columns }: DayPart<never>, from: number, place: DayPlace): number {
  const { trader_id: trader, token_id: token, day } = columns
  let low = from
  for (let high = count; low < high; ) {
    const middle = (low + high) >>> 1
    const order =
      (trader[middle] ?? 0) - place.trader ||
      (token[middle] ?? 0) - place.token ||
      (day[middle] ?? 0) - place.day
    if (order <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function sliced<Column extends DayColumn>(
  { columns, lists }: DayPart<Column>,
  from: number,
  to: number,
): DayPart<Column> {
  return partOfColumns(
    to - from,
    eachColumn<Column>(columns, (values) => values.subarray(from, to)),
    lists.slice(from, to),
  )
}

/** Two parts in one order. */
function merged<Column extends DayColumn>(a: DayPart<Column>, b: DayPart<Column>): DayPart<Column> {
  const order = mergedOrder(a, b)
  const columns = eachColumn<Column>(a.columns, (values, name) => {
    const others = (b.columns as Readonly<Record<string, Float64Array>>)[name] ?? values
    const all = new Float64Array(order.length)
    for (let row = 0; row < order.length; row++) {
      const from = order[row] ?? 0
      all[row] = (from < 0 ? others[~from] : values[from]) ?? 0
    }
    return all
  })
  const isListed = a.lists.length > 0
  const listOf = (from: number) => defined(from < 0 ? b.lists[~from] : a.lists[from])
  return partOfColumns(order.length, columns, isListed ? Array.from(order, listOf) : [])
}

/** Where the rows of two parts come from: those of the first by their number, those of the second by its complement. */
function mergedOrder(a: DayPart<never>, b: DayPart<never>): Int32Array {
  const order = new Int32Array(a.count + b.count)
  for (let i = 0, j = 0, row = 0; j <= b.count; j++) {
    const end = j === b.count ? a.count : firstBehind(a, i, placeAt(b, j))
    while (i < end) order[row++] = i++
    if (j < b.count) order[row++] = ~j
  }
  return order
}

function eachColumn<Column extends DayColumn>(
  columns: DayPart<Column>['columns'],
  change: (values: Float64Array, name: string) => Float64Array,
): DayPart<Column>['columns'] {
  const changed = Object.entries<Float64Array>(columns).map(([name, values]) => [name, change(values, name)])
  return Object.fromEntries(changed) as DayPart<Column>['columns']
}
