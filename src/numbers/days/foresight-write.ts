import type { DuckDBConnection } from '@duckdb/node-api'
import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { type ColumnTypes, createTableOf, numbersOf } from '../../store/engine/duckdb.ts'
import { createNumberPacker } from '../../store/engine/number-columns.ts'
import { statement } from '../../store/engine/statement.ts'
import { keepRows } from '../../store/ledger/history.ts'
import { FORESIGHT_DAYS } from '../../store/tables.ts'
import {
  type CodedFact,
  codedFact,
  type PackedDay,
  packDays,
  packFacts,
  type RowFacts,
  spanOf,
  unpackDays,
  unpackFacts,
} from './foresight-rows.ts'
import type { Write } from './publisher-lease.ts'

/** A trader's day with its facts, coded and ascending by market. */
interface CodedRow {
  trader: number
  day: Day
  facts: CodedFact[]
}

/** A trader's packed facts of a day. */
interface TraderDay extends PackedDay {
  trader: number
}
const NO_FACTS = Buffer.alloc(0)
/** Bytes of facts that one transaction writes where all are new: the busiest traders have many in a row. */
const MOST_BYTES = 2 ** 20

/** The table that facts are sorted in, and its columns; the first three are the order. */
const SORTED = 'foresight_facts'
const FACT_COLUMNS = {
  trader: 'int',
  day: 'int',
  market: 'big',
  fills: 'int',
  usd: 'big',
  mean: 'big',
  rest: 'big',
} as const satisfies ColumnTypes
const ORDER = 'trader, day, market'

type FactColumns = Record<keyof typeof FACT_COLUMNS, Float64Array>

/** Sorted facts, some at a time; arrays are good until the next ones are asked for. */
type SortedFacts = AsyncIterable<{ count: number; columns: FactColumns }>

interface HowWritten {
  /** Rows in a transaction. */
  atOnce: number
  write: Write
}

/**
 * Writes facts of days that have none. Parts of different markets have facts of the same rows: they are sorted together, so
 * that each row is written once, however many parts there are.
 * @param parts each in the order of trader and day
 * @returns the number of days of traders
 */
export async function insertFacts(
  { duckdb }: Pick<Sql, 'duckdb'>,
  parts: AsyncIterator<Iterable<RowFacts>, void>,
  how: HowWritten,
): Promise<number> {
  const first = await parts.next()
  if (first.done) return 0
  // Held while the second is computed: most updates have one part.
  const columns = columnsOf(first.value)
  const second = await parts.next()
  if (second.done) return writeSorted([{ count: columns.trader.length, columns }], how)
  const pages = async function* () {
    yield columns
    yield columnsOf(second.value)
    for (let part = await parts.next(); !part.done; part = await parts.next()) yield columnsOf(part.value)
  }
  const connection = await duckdb.connect()
  try {
    await createTableOf(connection, SORTED, FACT_COLUMNS, pages())
    return await writeSorted(sortedFacts(connection), how)
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${SORTED}`)
    connection.closeSync()
  }
}

async function* sortedFacts(connection: DuckDBConnection): SortedFacts {
  const names = Object.keys(FACT_COLUMNS)
  const query = `SELECT ${names.map((name) => `${name}::DOUBLE`).join(', ')} FROM ${SORTED} ORDER BY ${ORDER}`
  for await (const { count, columns } of numbersOf(connection, query))
    yield { count, columns: Object.fromEntries(names.map((name, i) => [name, columns[i]])) as FactColumns }
}

function columnsOf(rows: Iterable<RowFacts>): FactColumns {
  const all = [...rows]
  const count = all.reduce((sum, { facts }) => sum + facts.length, 0)
  const names = Object.keys(FACT_COLUMNS) as (keyof FactColumns)[]
  const columns = Object.fromEntries(names.map((name) => [name, new Float64Array(count)])) as FactColumns
  let i = 0
  for (const { trader, day, facts } of all)
    for (const fact of facts) {
      const { market, fills, usd, mean, rest } = codedFact(fact)
      columns.trader[i] = trader
      columns.day[i] = day
      columns.market[i] = market
      columns.fills[i] = fills
      columns.usd[i] = usd
      columns.mean[i] = mean
      columns.rest[i] = rest
      i++
    }
  return columns
}

async function writeSorted(
  sorted: SortedFacts | Iterable<{ count: number; columns: FactColumns }>,
  { atOnce, write }: HowWritten,
): Promise<number> {
  const packer = createNumberPacker()
  let written = 0
  let days: TraderDay[] = []
  let size = { rows: 0, bytes: 0 }
  let current: CodedRow | undefined
  const end = ({ trader, day, facts: own }: CodedRow) => {
    const facts = packFacts(own, packer)
    const last = days.at(-1)
    if (last?.trader !== trader || spanOf(last.day) !== spanOf(day)) size.rows += 1
    size.bytes += facts.length
    days.push({ trader, day, facts })
  }
  const flush = async () => {
    const some = days
    days = []
    size = { rows: 0, bytes: 0 }
    if (some.length > 0)
      await write(async (tx) => {
        await writeDays(tx, some, await readSpans(tx, some))
      })
    written += some.length
  }
  for await (const { count, columns } of sorted) {
    const value = (name: keyof FactColumns, i: number) => columns[name][i] ?? 0
    for (let i = 0; i < count; i++) {
      const [trader, day] = [value('trader', i), value('day', i)]
      if (current?.trader !== trader || current.day !== day) {
        if (current !== undefined) end(current)
        if (size.rows >= atOnce || size.bytes >= MOST_BYTES) await flush()
        current = { trader, day, facts: [] }
      }
      current.facts.push({
        market: value('market', i),
        fills: value('fills', i),
        usd: value('usd', i),
        mean: value('mean', i),
        rest: value('rest', i),
      })
    }
  }
  if (current !== undefined) end(current)
  await flush()
  return written
}

/** The rows of some days, by trader and span; a span without a row is omitted. */
type Spans = ReadonlyMap<string, readonly PackedDay[]>

function nameOf(trader: number, day: Day): string {
  return `${trader} ${spanOf(day)}`
}

async function readSpans(tx: Sql, days: readonly Pick<TraderDay, 'trader' | 'day'>[]): Promise<Spans> {
  const spans = [...Map.groupBy(days, ({ trader, day }) => nameOf(trader, day)).values()].map((own) =>
    defined(own[0]),
  )
  const keys = { trader_id: spans.map(({ trader }) => trader), day: spans.map(({ day }) => spanOf(day)) }
  const known = await tx.find(FORESIGHT_DAYS, ['trader_id', 'day'], keys, spans.length, ['facts'])
  return new Map(
    known.flatMap((row, i) => {
      const { trader, day } = defined(spans[i])
      return row === undefined
        ? []
        : [[nameOf(trader, day), unpackDays(spanOf(day), row[0] as Uint8Array)] as const]
    }),
  )
}

/** Writes rows with some of their days replaced; empty facts end a day. @param spans those rows as they are */
async function writeDays(tx: Sql, changed: readonly TraderDay[], spans: Spans): Promise<void> {
  const packer = createNumberPacker()
  const put = { trader_id: [] as number[], day: [] as Day[], last_day: [] as Day[], facts: [] as Buffer[] }
  const empty = { trader_id: [] as number[], day: [] as Day[] }
  for (const [name, own] of Map.groupBy(changed, ({ trader, day }) => nameOf(trader, day))) {
    const { trader, day } = defined(own[0])
    const span = spanOf(day)
    const days = new Map((spans.get(name) ?? []).map((one) => [one.day, one]))
    for (const one of own) {
      if (one.facts.length === 0) days.delete(one.day)
      else days.set(one.day, one)
    }
    const inOrder = [...days.values()].sort((a, b) => a.day - b.day)
    const last = inOrder.at(-1)
    const into = last === undefined ? empty : put
    into.trader_id.push(trader)
    into.day.push(span)
    if (last === undefined) continue
    put.last_day.push(last.day)
    put.facts.push(packDays(span, inOrder, packer))
  }
  await keepRows(tx, FORESIGHT_DAYS, put, put.day.length)
  await keepRows(tx, FORESIGHT_DAYS, empty, empty.day.length)
  if (put.day.length > 0) await tx.upsert(FORESIGHT_DAYS, put, put.day.length)
  if (empty.day.length > 0)
    await tx.deleteEach(FORESIGHT_DAYS, { trader_id: '=', day: '=' }, empty, empty.day.length)
}

const SPANS_SINCE = statement((from, { span, since, limit }: { span: Day; since: Day; limit: number }) =>
  from(FORESIGHT_DAYS)
    .select('trader_id as trader', 'day', 'facts')
    .where('day', '>=', span)
    .where('last_day', '>=', since)
    .orderBy('day')
    .orderBy('trader_id')
    .limit(limit),
)

/**
 * Drops facts of days from one on, of some rows. Relies on the index of `foresight_days` by day.
 * @param limit how many rows
 * @returns how many rows were there, and how many days of them went
 */
export async function dropFacts(
  tx: Sql,
  since: Day,
  limit: number,
): Promise<{ rows: number; dropped: number }> {
  const rows = await SPANS_SINCE.all(tx, { span: spanOf(since), since, limit })
  const spans = new Map(
    rows.map(({ trader, day, facts }) => [nameOf(trader, day), unpackDays(day, facts)] as const),
  )
  const gone = rows.flatMap(({ trader, day: span }) =>
    defined(spans.get(nameOf(trader, span))).flatMap(({ day }) =>
      day < since ? [] : [{ trader, day, facts: NO_FACTS }],
    ),
  )
  await writeDays(tx, gone, spans)
  return { rows: rows.length, dropped: gone.length }
}

/**
 * Replaces the facts of some markets on some days. Rows that come out as they were are not written.
 * @returns the number of days that changed
 */
export async function replaceFacts(
  rows: Iterable<RowFacts>,
  markets: ReadonlySet<number>,
  { atOnce, write }: HowWritten,
): Promise<number> {
  let changed = 0
  let some: RowFacts[] = []
  const flush = async () => {
    const taken = some
    some = []
    // A publisher that was overtaken may have written after this one's view began: rows are read where they are written.
    if (taken.length > 0)
      await write(async (tx) => {
        changed += await replaceDays(tx, taken, markets)
      })
  }
  for (const row of rows) if (some.push(row) === atOnce) await flush()
  await flush()
  return changed
}

async function replaceDays(
  tx: Sql,
  rows: readonly RowFacts[],
  markets: ReadonlySet<number>,
): Promise<number> {
  const packer = createNumberPacker()
  const spans = await readSpans(tx, rows)
  const changed = rows.flatMap(({ trader, day, facts }): TraderDay[] => {
    const old = spans.get(nameOf(trader, day))?.find((one) => one.day === day)?.facts ?? NO_FACTS
    const others = unpackFacts(old).filter(({ market }) => !markets.has(market))
    const all = [...others, ...facts].sort((a, b) => a.market - b.market).map(codedFact)
    const packed = packFacts(all, packer)
    return packed.equals(old) ? [] : [{ trader, day, facts: packed }]
  })
  await writeDays(tx, changed, spans)
  return changed.length
}
