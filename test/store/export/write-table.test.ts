import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../../src/ledger/event.ts'
import { DAY_SECONDS, dayOf, dayText, type TokenId } from '../../../src/ledger/quantities.ts'
import { rowWriter } from '../../../src/rest/formats/export-answer.ts'
import { csvRows } from '../../../src/sources/files/csv-rows.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { exportEvents } from '../../../src/store/export/export-events.ts'
import { type ExportQuestion, exportFilter } from '../../../src/store/export/export-filter.ts'
import { EXPORTED_TABLES } from '../../../src/store/export/exported-tables.ts'
import { EXPORT_FORMATS, type ExportFormat, type ExportName } from '../../../src/store/export/exports.ts'
import { writeTable } from '../../../src/store/export/write-table.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { markFormula, unmarkFormula } from '../../../src/text.ts'
import { disorder, shuffled } from '../support/disorder.ts'
import { describeEngines } from '../support/engines.ts'
import { dumpLedger } from '../support/ledger-dump.ts'
import { MARKET_LINES, randomLedger, WALLETS } from '../support/random-ledger.ts'

const CSV = { name: 'csv', types: ['text/csv'], contentType: 'text/csv' } as const

/** A row of an export as text, null where it has nothing. */
type Row = Record<string, string | null>

/** DuckDB's reading of a file, with the columns' types. */
const READERS: Record<ExportFormat, (path: string, columns: string) => string> = {
  parquet: (path) => `read_parquet('${path}')`,
  csv: (path) => `read_csv('${path}', all_varchar = true, header = true)`,
  ndjson: (path, columns) => `read_json('${path}', format = 'newline_delimited', columns = {${columns}})`,
}

/** Exports a table in a format, and reads it again. */
async function exported(
  db: Database,
  name: ExportName,
  format: ExportFormat,
  question: ExportQuestion = {},
): Promise<{ rows: Row[]; types: string[]; text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-export-'))
  const connection = await db.duckdb.connect()
  try {
    const { columns } = EXPORTED_TABLES[name]
    const path = join(folder, 'read')
    const parts: Buffer[] = []
    const filter = await exportFilter(db, question)
    for await (const part of writeTable(db, EXPORTED_TABLES[name], { format, folder, filter, sliceRows: 3 }))
      parts.push(await readFile(part))
    const whole = Buffer.concat(parts)
    if (whole.length === 0) return { rows: [], types: [], text: '' }
    await writeFile(path, whole)
    const names = columns.map(({ name }) => (format === 'parquet' ? name : name.replace(/_micro$/, '')))
    const from = READERS[format](path, names.map((name) => `${name}: 'VARCHAR'`).join(', '))
    const list = names.map((name) => `CAST(${name} AS VARCHAR) AS ${name}`)
    const rows = await connection.runAndReadAll(`SELECT ${list.join(', ')} FROM ${from}`)
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)
    return {
      rows: (rows.getRowObjects() as Row[]).map((row) =>
        Object.fromEntries(
          columns.map(({ name }, i) => {
            const text = row[names[i] ?? ''] ?? null
            return [name, name === names[i] || text === null ? text : microOf(text)]
          }),
        ),
      ),
      types: described.getRowObjects().map(({ column_name, column_type }) => `${column_name} ${column_type}`),
      text: format === 'parquet' ? '' : whole.toString(),
    }
  } finally {
    connection.closeSync()
    await rm(folder, { recursive: true })
  }
}

/** Millionths of a decimal text, exactly; JSON may have a small number with an exponent, as `7e-06`. */
function microOf(text: string): string {
  if (text.includes('e')) return microOf(Number(text).toFixed(6))
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (whole === undefined) throw new Error(`${text} is no decimal number`)
  return String(BigInt(`${sign}${whole}${decimals.padEnd(6, '0')}`))
}

/** The names beside a token. */
function namesOf(token: TokenId): Row {
  const market = MARKET_LINES.find(({ tokens }) => tokens.includes(token))
  return {
    outcome_name: market?.outcomes[market.tokens.indexOf(token)] ?? null,
    question: market?.question ?? null,
  }
}

/** Every fill as the event lines tell it. */
async function fillsOf(db: Database): Promise<Row[]> {
  const rows: Row[] = []
  for await (const event of exportEvents(db)) {
    if (event.kind !== 'FILL') continue
    const { owner, exchange, counterparty, role, side, token, tx, orderHash } = event
    const market = MARKET_LINES.find(({ tokens }) => tokens.includes(token))
    rows.push({
      block: event.block === null ? null : `${event.block}`,
      log_index: event.logIndex === null ? null : `${event.logIndex}`,
      tx,
      time: `${event.time}`,
      day: dayText(dayOf(event.time)),
      exchange,
      trader: owner,
      username: null,
      counterparty,
      role,
      side,
      token,
      condition: market?.condition ?? null,
      outcome: market === undefined ? null : `${market.tokens.indexOf(token)}`,
      ...namesOf(token),
      shares_micro: `${event.shares}`,
      usd_micro: `${event.usd}`,
      fee_micro: `${event.fee}`,
      fee_in: event.feeIn,
      order_hash: orderHash,
    })
  }
  return rows
}

const HELD = ['shares_micro', 'cost_micro', 'official_shares_micro', 'official_avg_price_micro']
const FLOWS = [
  'realized_micro',
  'bought_micro',
  'bought_shares_micro',
  'sold_micro',
  'fees_micro',
  'volume_micro',
  'fills',
  'untracked_micro',
]

/** Positions at a day's close by their days: what the last one holds, and the sums of all. */
async function positionsOf(
  db: Database,
  days: readonly Row[],
  asOf = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const resolutions = await db.all<{ condition: string; resolved_time: number | null }>(
    'SELECT condition, resolved_time FROM conditions',
  )
  const closed = new Set(
    resolutions.flatMap(({ condition, resolved_time: time }) =>
      time !== null && dayOf(time) <= asOf ? condition : [],
    ),
  )
  const upTo = days
    .filter(({ day }) => asOf === Number.POSITIVE_INFINITY || String(day) <= dayText(asOf))
    .toSorted((a, b) => String(a.day).localeCompare(String(b.day)))
  return [...Map.groupBy(upTo, ({ trader, token }) => `${trader} ${token}`).values()].map((own) => {
    const last = own.at(-1) ?? {}
    const { trader, username, token, condition, outcome, outcome_name, question } = last
    const isOpen = last.shares_micro !== '0' && !closed.has(String(condition))
    const sum = (name: string) => String(own.reduce((all, row) => all + BigInt(row[name] ?? 0), 0n))
    return {
      ...{ trader, username, token, condition, outcome, outcome_name, question },
      status: isOpen ? 'OPEN' : 'CLOSED',
      ...Object.fromEntries(HELD.map((name) => [name, last[name] ?? null])),
      ...Object.fromEntries(FLOWS.map((name) => [name, sum(name)])),
      first_day: own[0]?.day ?? null,
      last_day: last.day ?? null,
    } as Row
  })
}

/** Holdings by the table of positions, which the fold keeps beside the days. */
async function heldOf(db: Database): Promise<Row[]> {
  const { positions = [] } = (await dumpLedger(db)) as { positions?: Record<string, string | number>[] }
  return positions.map((row) => ({
    trader: `${row.address}`,
    token: `${row.token}`,
    shares_micro: `${row.shares}`,
    cost_micro: `${row.cost}`,
    official_shares_micro: `${row.official_amount}`,
    official_avg_price_micro: `${row.official_avg}`,
  }))
}

function holding({ trader = null, token = null, ...row }: Row): Row {
  return { trader, token, ...Object.fromEntries(HELD.map((name) => [name, row[name] ?? null])) }
}

/** Every day of every position, by the store's columns and the export's, which has none for lists. */
async function daysOf(db: Database): Promise<Row[]> {
  const { days = [] } = (await dumpLedger(db)) as { days?: Record<string, string | number>[] }
  return days.map(({ address, token, day, lists: _, ...row }) => {
    const market = MARKET_LINES.find(({ tokens }) => tokens.some((one) => one === token))
    return {
      trader: `${address}`,
      username: null,
      token: `${token}`,
      condition: market?.condition ?? null,
      outcome: `${market?.tokens.indexOf(token as TokenId)}`,
      ...namesOf(token as TokenId),
      day: dayText(Number(day)),
      ...Object.fromEntries(
        Object.entries(row).map(([name, value]) => [DAY_NAMES[name] ?? `${name}_micro`, `${value}`]),
      ),
    }
  })
}

/** Those columns of days that are not called what the store calls them, in micro-units. */
const DAY_NAMES: Readonly<Record<string, string>> = {
  official_amount: 'official_shares_micro',
  official_avg: 'official_avg_price_micro',
  buy_shares: 'bought_shares_micro',
  traded: 'traded_shares_micro',
  fills: 'fills',
  maker_fills: 'maker_fills',
  buys: 'buys',
  role_known: 'role_known',
  square_low: 'square_low',
  square_middle: 'square_middle',
  square_high: 'square_high',
}

const byText = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort()
const START_DAY = dayOf(1_770_000_000)
const question: fc.Arbitrary<ExportQuestion> = fc.record(
  {
    since: fc.nat(8).map((days) => (START_DAY + days) * DAY_SECONDS),
    before: fc.nat(8).map((days) => (START_DAY + days + 1) * DAY_SECONDS),
    traders: fc.uniqueArray(fc.constantFrom(...WALLETS), { minLength: 1, maxLength: 3 }),
    markets: fc.uniqueArray(
      fc.constantFrom(...MARKET_LINES.flatMap(({ condition, slug }) => [condition, slug ?? ''])),
      { minLength: 1, maxLength: 3 },
    ),
    minUsd: fc.nat(20_000_000),
    maxUsd: fc.nat(2_000_000_000),
    side: fc.constantFrom('BUY', 'SELL'),
  },
  { requiredKeys: [] },
)

/** The rows that a question is about. */
function asked(
  rows: Row[],
  { since, before, traders, markets, minUsd, maxUsd, side }: ExportQuestion,
): Row[] {
  const conditions = MARKET_LINES.flatMap(({ condition, slug }) =>
    markets?.some((market) => market === condition || market === slug) ? [`${condition}`] : [],
  )
  return rows.filter(
    (row) =>
      (since === undefined || String(row.day) >= dayText(dayOf(since))) &&
      (before === undefined || String(row.day) < dayText(dayOf(before))) &&
      (minUsd === undefined || row.usd_micro === undefined || Number(row.usd_micro) >= minUsd) &&
      (maxUsd === undefined || row.usd_micro === undefined || Number(row.usd_micro) <= maxUsd) &&
      (side === undefined || row.side === undefined || row.side === side) &&
      (traders === undefined || traders.some((trader) => trader === row.trader)) &&
      (markets === undefined || conditions.includes(String(row.condition))),
  )
}

describeEngines('exported tables', (open, engine) => {
  test('equal the ledger row by row in each format, with any part sealed', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger,
        disorder,
        fc.array(fc.option(fc.integer({ min: 3, max: 40 })), { minLength: 2, maxLength: 3 }),
        question,
        fc.constantFrom(...EXPORT_FORMATS),
        fc.nat(8).map((day) => START_DAY + day),
        async (ledger, { order }, seals, narrowed, format, asOf) => {
          const store = await open()
          const events = shuffled(ledger, order[Symbol.iterator]())
          await ingestRecords(store.db, MARKET_LINES)
          const size = Math.ceil(events.length / seals.length)
          for (const [i, partRows] of seals.entries()) {
            await ingestRecords(store.db, events.slice(i * size, (i + 1) * size))
            if (partRows !== null) await sealLedger(store.db, { settledAfterDays: 0, partRows })
          }
          const [fills, days] = [await fillsOf(store.db), await daysOf(store.db)]
          const lines = JSON.stringify(events)
          const unknown = narrowed.traders?.find((trader) => !lines.includes(trader))
          expect((await exported(store.db, 'trades', format)).rows).toEqual(fills)
          const { rows: positions } = await exported(store.db, 'positions', format)
          expect(byText(positions)).toEqual(byText(await positionsOf(store.db, days)))
          // An event that changed nothing leaves a position without a day.
          const held = (rows: Row[]) =>
            byText(rows.map(holding).filter((row) => HELD.some((name) => row[name] !== '0')))
          expect(held(positions)).toEqual(held(await heldOf(store.db)))
          expect(byText((await exported(store.db, 'days', format)).rows)).toEqual(byText(days))
          const ask = async (name: ExportName) => (await exported(store.db, name, format, narrowed)).rows
          if (unknown === undefined) {
            expect(await ask('trades')).toEqual(asked(fills, narrowed))
            expect(byText(await ask('days'))).toEqual(byText(asked(days, narrowed)))
            const { traders, markets } = narrowed
            const own = asked(days, { ...(traders && { traders }), ...(markets && { markets }) })
            const then = await positionsOf(store.db, own, asOf)
            for (const status of ['OPEN', 'CLOSED'] as const) {
              const { rows } = await exported(store.db, 'positions', format, { ...narrowed, asOf, status })
              expect(byText(rows)).toEqual(byText(then.filter((row) => row.status === status)))
            }
          } else await expect(ask('trades')).rejects.toThrow(`has no trader ${unknown}`)
          await store.close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 3 : 2 },
    )
  })

  test('name their columns and types, also without rows; numbers are written in full', async () => {
    const store = await open()
    for (const name of ['trades', 'positions', 'days', 'files', 'traders', 'tokens', 'markets'] as const) {
      const { columns } = EXPORTED_TABLES[name]
      const empty = await exported(store.db, name, 'parquet')
      expect(empty).toMatchObject({
        rows: [],
        types: columns.map((column) => `${column.name} ${column.type}`),
      })
      expect((await exported(store.db, name, 'csv')).text).toBe(
        `${columns.map((column) => column.name.replace(/_micro$/, '')).join(',')}\n`,
      )
    }
    const fill = fc
      .sample(randomLedger, { numRuns: 50, seed: 7 })
      .flat()
      .find(({ kind }) => kind === 'FILL')
    const usd = Number.MAX_SAFE_INTEGER - 2
    await ingestRecords(store.db, [...MARKET_LINES, { ...fill, shares: usd, usd, fee: 0 } as LedgerEvent])
    expect(await sealLedger(store.db, { settledAfterDays: -1 })).toMatchObject({ rows: { FILLS: 1 } })
    expect((await exported(store.db, 'trades', 'csv')).text).toContain(
      ',9007199254.740989,9007199254.740989,',
    )
    expect((await exported(store.db, 'trades', 'ndjson')).text).toContain('"usd":9007199254.740989,')
  })

  test('mark formulas only in CSV, as REST does, and reading removes the mark', async () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom(...`'=+-@\t\r\n＝＋－＠",a `), maxLength: 6 }), {
      minLength: 5,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(texts, async (questions) => {
        const store = await open()
        await ingestRecords(
          store.db,
          MARKET_LINES.map((line, i) => ({ ...line, question: questions[i] || null })),
        )
        const kept = questions.map((question) => question || null)
        const read = async (name: ExportFormat) =>
          (await exported(store.db, 'markets', name)).rows.map(({ question }) => question ?? null)
        const { text } = await exported(store.db, 'markets', 'csv')
        const cells = (parse(text, { columns: true }) as Row[]).map(({ question }) => question || null)
        expect(cells).toEqual(kept.map((question) => question && markFormula(question)))
        expect(cells.map((cell) => cell && unmarkFormula(cell))).toEqual(kept)
        for (const cell of cells) expect(cell ?? '').not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
        const rest = rowWriter(CSV, ['question'])(kept.map((question) => ({ question })))
        expect(
          (parse(rest, { columns: true, skip_empty_lines: false }) as Row[]).map(
            (row) => row.question || null,
          ),
        ).toEqual(cells)
        const chunks = async function* () {
          yield Buffer.from(text)
        }
        const again = []
        for await (const { rows } of csvRows(chunks(), 'markets.csv', () => undefined))
          again.push(...rows.map(({ value }) => ('question' in value && value.question) || null))
        expect(again).toEqual(kept)
        for (const name of ['parquet', 'ndjson'] as const) expect(await read(name)).toEqual(kept)
        await store.close()
      }),
      { numRuns: engine === 'sqlite' ? 15 : 3 },
    )
  })
})
