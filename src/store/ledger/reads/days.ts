import type { Day } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { numbersOf } from '../../engine/duckdb.ts'
import { both, keptRows, overlaid } from '../past/kept-rows.ts'
import {
  columnsOfRows,
  type DayColumn,
  type DayColumns,
  POSITION_DAYS,
  rowsOfColumns,
  withKey,
} from '../position-day.ts'
import { filesOf, readManifest } from '../sealed/manifest.ts'
import { daysOfBothAges, isNotMasked, type SealedDays } from '../sealed/sealed-days.ts'
import { sealedFiles } from '../sealed/sealed-files.ts'
import { rowsWhere, sealedWhere, type Term } from './terms.ts'

/** Which days of positions are read: those that meet everything that is named. */
export interface DayFilter {
  /** Ids of traders, ascending. */
  traders?: readonly number[] | undefined
  /** Ids of tokens. */
  tokens?: readonly number[] | undefined
  from?: Day | undefined
  upTo?: Day | undefined
  /** Only days on which this column is above 0. */
  some?: DayColumn | undefined
}

/** How days are read. */
export interface DaysAsked<Column extends DayColumn> extends DayFilter {
  /** Columns besides those of the key. */
  columns: readonly Column[]
  /** A pinned version, of days up to the last that was pinned with it; null reads them as they are now. */
  at?: number | null
  /** Of how many named traders one statement reads the rows. @default 200 */
  tradersAtOnce?: number
  /** Sealed rows that are sorted at a time, about. @default 400,000 */
  sealedAtOnce?: number
}

/** Rows of the store that are read at a time, and the named traders whose rows are. */
const PAGE = 20_000
const TRADERS_AT_ONCE = 200
const SEALED_AT_ONCE = 400_000
/** Named traders whose sealed rows are sorted together at least. */
const LEAST_TRADERS = 800
const LAST = Number.MAX_SAFE_INTEGER
const KEY = `(${POSITION_DAYS.key.join(', ')})`
const ORDER = POSITION_DAYS.key.join(', ')

/** A day's place in the order of days. */
interface DayPlace {
  trader: number
  token: number
  day: Day
}

/**
 * Days of positions part by part in the order of trader, token and day, sealed ones and rows, as columns of numbers: no row
 * becomes an object where files are read. Memory holds a page of rows, or those of some traders, and what sorting a span of
 * sealed days needs. A part is good until the next one.
 */
export async function* days<Column extends DayColumn>(
  sql: Sql,
  asked: DaysAsked<Column>,
): AsyncGenerator<DayColumns<Column>> {
  const { at: version = null } = asked
  if (version === null) yield* presentDays(sql, asked)
  else yield* daysAt(sql, { ...asked, version })
}

async function* presentDays<Column extends DayColumn>(sql: Sql, asked: DaysAsked<Column>) {
  for (const span of await spansOf(sql, asked)) yield* daysOfSpan(sql, asked, span)
}

/** What is asked for as terms: one description for rows, sealed files and past rows. */
export function dayTerms({ traders, tokens, from, upTo, some }: DayFilter): Term[] {
  return [
    ...(traders === undefined ? [] : [{ left: 'trader_id', operator: 'IN' as const, value: traders }]),
    ...(tokens === undefined ? [] : [{ left: 'token_id', operator: 'IN' as const, value: tokens }]),
    ...(from === undefined ? [] : [{ left: 'day', operator: '>=' as const, value: [from] }]),
    ...(upTo === undefined ? [] : [{ left: 'day', operator: '<=' as const, value: [upTo] }]),
    ...(some === undefined ? [] : [aboveZero(some)]),
  ]
}

function aboveZero(column: DayColumn): Term {
  return { left: column, operator: '>', value: [0] }
}

function placeTerm(operator: '>' | '<=', { trader, token, day }: DayPlace): Term {
  return { left: KEY, operator, value: [trader, token, day] }
}

/** Traders whose days are sorted together: those behind an id up to another, or of these only some. */
interface Span {
  after: number
  last: number
  ids: readonly number[] | null
}

async function spansOf(
  sql: Sql,
  { traders, sealedAtOnce = SEALED_AT_ONCE }: Pick<DaysAsked<DayColumn>, 'traders' | 'sealedAtOnce'>,
): Promise<Span[]> {
  const manifest = await readManifest(sql, 'DAYS')
  const rows = manifest.reduce((sum, segment) => sum + segment.rows, 0)
  if (traders !== undefined) {
    const everybody = manifest.reduce((most, { lastKey }) => Math.max(most, lastKey), 0) + 1
    const size = Math.max(LEAST_TRADERS, Math.floor((everybody * sealedAtOnce) / Math.max(1, rows)))
    return Array.from({ length: Math.ceil(traders.length / size) }, (_, i) => {
      const ids = traders.slice(i * size, (i + 1) * size)
      return { after: (ids[0] ?? 0) - 1, last: ids.at(-1) ?? 0, ids }
    })
  }
  // Where spans end decides what is sorted together, not what is read: masked rows may count.
  const ends =
    rows <= sealedAtOnce
      ? []
      : await sealedFiles(sql).read<{ last: number }>(
          [manifest.map(({ files }) => files.days)],
          (files) =>
            'SELECT MAX(trader_id) AS last FROM (SELECT trader_id, SUM(COUNT(*)) OVER (ORDER BY trader_id) AS sum ' +
            `FROM ${files} GROUP BY trader_id) GROUP BY sum // ${sealedAtOnce} ORDER BY last`,
        )
  const lasts = [...ends.map(({ last }) => last), LAST]
  return lasts.map((last, i) => ({ after: lasts[i - 1] ?? -1, last, ids: null }))
}

async function* daysOfSpan<Column extends DayColumn>(
  sql: Sql,
  asked: DaysAsked<Column>,
  span: Span,
): AsyncGenerator<DayColumns<Column>> {
  let stream: SealedStream<Column> | null = null
  try {
    for (let at: DayPlace = { trader: span.after, token: LAST, day: LAST }; ; ) {
      const { from, upTo } = asked
      const bounds = { traders: span.ids ?? undefined, after: at.trader - 1, last: span.last, from, upTo }
      const chunk = nextChunk(sql, asked, span, at)
      const { rows, sealed } = await daysOfBothAges(sql, bounds, chunk.read)
      if (stream?.name !== sealed.name) {
        await stream?.close()
        stream = openStream(sealedParts(sql, sealed, asked, span, at), sealed)
      }
      const end = chunk.endOf(rows)
      yield* united(stream, columnsOfRows(asked.columns, rows), end)
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
  const read = (terms: readonly Term[], end: string) => () => {
    const { text, values } = rowsWhere(sql, terms)
    return sql.all<Record<string, number>>(
      `SELECT ${withKey(asked.columns).join(', ')} FROM ${POSITION_DAYS.name} WHERE ${text} ORDER BY ${ORDER}${end}`,
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
    endOf: (rows: readonly Record<string, number>[]) => {
      const row = rows.at(-1)
      if (row === undefined || rows.length < PAGE) return endOf(last)
      return { trader: row.trader_id ?? 0, token: row.token_id ?? 0, day: row.day ?? 0 }
    },
  }
}

/** What is sealed of a span behind a place. */
async function* sealedParts<Column extends DayColumn>(
  sql: Sql,
  sealed: SealedDays,
  asked: DaysAsked<Column>,
  { ids, last }: Span,
  at: DayPlace,
): AsyncGenerator<DayColumns<Column>> {
  if (sealed.segments.length === 0) return
  const names = withKey(asked.columns)
  const terms: Term[] = [
    // What a file's order is good for.
    { left: 'trader_id', operator: '>=', value: [at.trader] },
    { left: 'trader_id', operator: '<=', value: [last] },
    placeTerm('>', at),
    ...dayTerms({ ...asked, traders: ids ?? undefined }),
  ]
  const files = await sealedFiles(sql).from(filesOf(sealed.segments))
  const connection = await sql.duckdb.connect()
  try {
    const numbers = names.map((name) => `${name}::DOUBLE`).join(', ')
    const where = `${isNotMasked(sealed)} AND ${sealedWhere(terms)}`
    const parts = numbersOf(
      connection,
      `SELECT ${numbers} FROM (SELECT ${names.join(', ')} FROM ${files} WHERE ${where}) ORDER BY ${ORDER}`,
    )
    for await (const { count, columns } of parts)
      yield {
        count,
        columns: Object.fromEntries(
          names.map((name, i) => [name, columns[i]]),
        ) as DayColumns<Column>['columns'],
      }
  } finally {
    connection.closeSync()
  }
}

interface SealedStream<Column extends DayColumn> {
  name: string
  /** The next days up to a place; null where there are no more. */
  upTo(end: DayPlace): Promise<DayColumns<Column> | null>
  close(): Promise<unknown>
}

function openStream<Column extends DayColumn>(
  parts: AsyncGenerator<DayColumns<Column>>,
  { name }: SealedDays,
): SealedStream<Column> {
  let part: DayColumns<Column> | null = null
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

/** What is sealed and the rows up to a place, part by part in their order. */
async function* united<Column extends DayColumn>(
  stream: SealedStream<Column>,
  rows: DayColumns<Column>,
  end: DayPlace,
): AsyncGenerator<DayColumns<Column>> {
  let next = 0
  for (let part = await stream.upTo(end); part !== null; part = await stream.upTo(end)) {
    const first = next
    next = firstBehind(rows, first, placeAt(part, part.count - 1))
    yield next === first ? part : merged(part, sliced(rows, first, next))
  }
  if (next < rows.count) yield sliced(rows, next, rows.count)
}

function placeAt({ columns }: DayColumns<never>, row: number): DayPlace {
  return {
    trader: columns.trader_id[row] ?? 0,
    token: columns.token_id[row] ?? 0,
    day: columns.day[row] ?? 0,
  }
}

function comparePlaces(a: DayPlace, b: DayPlace): number {
  return a.trader - b.trader || a.token - b.token || a.day - b.day
}

/** The first row from one on that comes after a place. */
function firstBehind(days: DayColumns<never>, from: number, place: DayPlace): number {
  let low = from
  for (let high = days.count; low < high; ) {
    const middle = (low + high) >>> 1
    if (comparePlaces(placeAt(days, middle), place) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function sliced<Column extends DayColumn>(
  { columns }: DayColumns<Column>,
  from: number,
  to: number,
): DayColumns<Column> {
  return { count: to - from, columns: eachColumn<Column>(columns, (values) => values.subarray(from, to)) }
}

/** Two parts in one order. */
function merged<Column extends DayColumn>(a: DayColumns<Column>, b: DayColumns<Column>): DayColumns<Column> {
  const count = a.count + b.count
  // Rows of `a` by their number, those of `b` by its complement.
  const order = new Int32Array(count)
  for (let row = 0, i = 0, j = 0; row < count; row++) {
    const isFirst = j === b.count || (i < a.count && comparePlaces(placeAt(a, i), placeAt(b, j)) <= 0)
    order[row] = isFirst ? i++ : ~j++
  }
  const columns = eachColumn<Column>(a.columns, (values, name) => {
    const others = (b.columns as Readonly<Record<string, Float64Array>>)[name]
    return Float64Array.from(order, (row) => (row < 0 ? others?.[~row] : values[row]) ?? 0)
  })
  return { count, columns }
}

function eachColumn<Column extends DayColumn>(
  columns: DayColumns<Column>['columns'],
  change: (values: Float64Array, name: string) => Float64Array,
): DayColumns<Column>['columns'] {
  const changed = Object.entries<Float64Array>(columns).map(([name, values]) => [name, change(values, name)])
  return Object.fromEntries(changed) as DayColumns<Column>['columns']
}

/**
 * Days as of a pinned version. What was kept of a day replaces it also where the day was sealed after it had changed. What
 * is there now is read first, so a day that changes in between is read from what was kept of it.
 */
async function* daysAt<Column extends DayColumn>(
  sql: Sql,
  asked: DaysAsked<Column> & { version: number },
): AsyncGenerator<DayColumns<Column>> {
  const { version, columns, traders, some: above } = asked
  const names = withKey(columns)
  let behind: Term[] = []
  let from = 0
  const asTheyWere = async (part: DayColumns<Column> | null, end: DayPlace | null) => {
    const some = traders?.filter((id) => id >= from && id <= (end?.trader ?? LAST))
    const bounds = end === null ? behind : [...behind, placeTerm('<=', end)]
    const kept = await keptRows<Record<string, number>>(sql, POSITION_DAYS, {
      select: names.join(', '),
      within: both(
        rowsWhere(sql, dayTerms({ ...asked, traders: some, some: undefined })),
        rowsWhere(sql, bounds),
      ),
      matching: rowsWhere(sql, above === undefined ? [] : [aboveZero(above)]),
      version,
    })
    if (kept.length === 0) return part
    const keyOf = (row: Record<string, number>) => `${row.trader_id} ${row.token_id} ${row.day}`
    const rows = overlaid(part === null ? [] : rowsOfColumns(part), kept, keyOf)
    const byKey = (a: Record<string, number>, b: Record<string, number>) =>
      POSITION_DAYS.key.reduce((order, name) => order || (a[name] ?? 0) - (b[name] ?? 0), 0)
    return columnsOfRows(columns, rows.sort(byKey))
  }
  for await (const part of presentDays(sql, asked)) {
    if (part.count === 0) continue
    const end = placeAt(part, part.count - 1)
    const then = await asTheyWere(part, end)
    if (then !== null && then.count > 0) yield then
    behind = [placeTerm('>', end)]
    from = end.trader
  }
  const rest = await asTheyWere(null, null)
  if (rest !== null && rest.count > 0) yield rest
}
