import type { DuckDBConnection } from '@duckdb/node-api'
import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { type ColumnTypes, createTableOf, numbersOf } from '../../store/engine/duckdb.ts'
import { createNumberPacker } from '../../store/engine/number-columns.ts'
import { keepRows } from '../../store/ledger/history.ts'
import { FORESIGHT_DAYS } from '../../store/tables.ts'
import { type CodedFact, codedFact, packFacts, type RowFacts, unpackFacts } from './foresight-rows.ts'
import type { Write } from './publisher-lease.ts'

/** A trader's day with its facts, coded and ascending by market. */
interface CodedRow {
  trader: number
  day: Day
  facts: CodedFact[]
}

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
 * Writes rows of `foresight_days` where there are none. Parts of different markets have facts of the same rows: they are
 * sorted together, so that each page of the table is written once, however many parts there are.
 * @param parts each in the order of trader and day
 * @returns the number of rows
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
  let written = 0
  let rows: CodedRow[] = []
  const flush = async () => {
    const some = rows
    rows = []
    if (some.length > 0) await write((tx) => upsertRows(tx, some))
    written += some.length
  }
  for await (const { count, columns } of sorted) {
    const value = (name: keyof FactColumns, i: number) => columns[name][i] ?? 0
    for (let i = 0; i < count; i++) {
      const [trader, day] = [value('trader', i), value('day', i)]
      let row = rows.at(-1)
      if (row?.trader !== trader || row.day !== day) {
        if (rows.length === atOnce) await flush()
        row = { trader, day, facts: [] }
        rows.push(row)
      }
      row.facts.push({
        market: value('market', i),
        fills: value('fills', i),
        usd: value('usd', i),
        mean: value('mean', i),
        rest: value('rest', i),
      })
    }
  }
  await flush()
  return written
}

async function upsertRows(tx: Sql, rows: readonly CodedRow[]): Promise<void> {
  const packer = createNumberPacker()
  const put = {
    trader_id: rows.map(({ trader }) => trader),
    day: rows.map(({ day }) => day),
    facts: rows.map(({ facts }) => packFacts(facts, packer)),
  }
  await keepRows(tx, FORESIGHT_DAYS, put, rows.length)
  await tx.upsert(FORESIGHT_DAYS, put, rows.length)
}

/**
 * Replaces the facts of some markets in some rows. Rows that come out as they were are not written.
 * @returns the number of rows that were written or deleted
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
        changed += await replaceRows(tx, taken, markets)
      })
  }
  for (const row of rows) if (some.push(row) === atOnce) await flush()
  await flush()
  return changed
}

async function replaceRows(
  tx: Sql,
  rows: readonly RowFacts[],
  markets: ReadonlySet<number>,
): Promise<number> {
  const keys = { trader_id: rows.map(({ trader }) => trader), day: rows.map(({ day }) => day) }
  const packer = createNumberPacker()
  const known = await tx.find(FORESIGHT_DAYS, ['trader_id', 'day'], keys, rows.length, ['facts'])
  const put: CodedRow[] = []
  const empty = { trader_id: [] as number[], day: [] as Day[] }
  for (const [i, { trader, day, facts }] of rows.entries()) {
    const old = known[i]?.[0] as Uint8Array | undefined
    const others = old === undefined ? [] : unpackFacts(old).filter(({ market }) => !markets.has(market))
    const all = [...others, ...facts].sort((a, b) => a.market - b.market).map(codedFact)
    if (all.length === 0 && old !== undefined) {
      empty.trader_id.push(trader)
      empty.day.push(day)
    } else if (all.length > 0 && (old === undefined || !packFacts(all, packer).equals(old)))
      put.push({ trader, day, facts: all })
  }
  if (put.length > 0) await upsertRows(tx, put)
  await keepRows(tx, FORESIGHT_DAYS, empty, empty.day.length)
  if (empty.day.length > 0)
    await tx.deleteEach(FORESIGHT_DAYS, { trader_id: '=', day: '=' }, empty, empty.day.length)
  return put.length + empty.day.length
}
