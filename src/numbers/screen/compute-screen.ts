import { setImmediate } from 'node:timers/promises'
import { defined } from '../../checks.ts'
import { type Day, dayOf } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS, type PeriodWire } from '../../metrics/periods.ts'
import { SCREEN_COLUMNS, type ScreenColumnId, screenColumn } from '../../metrics/screen-columns.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import { benjaminiHochberg, verdict } from '../../metrics/skill/intervals.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { readAt } from '../../store/ledger/read-at.ts'
import type { StandingsAsked } from '../../store/snapshot/read-as-of.ts'
import { packScreenColumn, TRADERS_COLUMN } from '../../store/snapshot/screen-table.ts'
import {
  EVER,
  readScores,
  readScreenColumn,
  SCREENS,
  type StandingsOf,
} from '../../store/snapshot/snapshot-columns.ts'
import { createGapReader, readSkills } from '../../store/snapshot/snapshot-tables.ts'
import { type StoredSnapshot, snapshotById } from '../../store/snapshot/stored-snapshots.ts'
import {
  dropUnnamedColumns,
  type MadeColumns,
  nameColumns,
  publishColumns,
} from '../../store/snapshot/write-columns.ts'
import { INCOME_DAYS } from '../../store/tables.ts'
import { skillRecord } from '../analytics/trader-analytics.ts'
import { readShownAddresses } from '../boards/read-trader-records.ts'
import { readWorldAt } from '../inputs/labels-by-unit.ts'
import { type AddressOrder, readAddressOrder } from '../publish/address-order.ts'
import { eachTrader } from '../windows/trader-days.ts'
import { createScreenCalculator, SCREENED_COLUMNS } from './screen-trader.ts'

/** Screens of one snapshot that are kept at most; with one more, the snapshot's others go. */
const KEPT = 12
/** Traders whose tests of skill are run together, and traders after whom others get their turn. */
const AT_ONCE = 500

/** Everybody's numbers while they are computed: a column a number, by trader id; NaN for an unknown one. */
interface Numbers {
  columns: ReadonlyMap<ScreenColumnId, Float64Array>
  /** By trader id, 1 for those with a trade in the window. */
  isIn: Uint8Array
}

/**
 * Computes every number of everybody for some days up to a snapshot's, of one category, one tag or all, from the snapshot's version of the
 * ledger, and stores the columns with the snapshot. One pass over all days of positions.
 * @throws PequodError SERVICE_UNAVAILABLE if that version cannot be read any more
 */
export async function computeScreen(
  db: Database,
  { snapshot, firstDay, category }: StandingsAsked,
): Promise<void> {
  const of = { firstDay, category }
  const head = await snapshotById(db, snapshot)
  if (head === undefined || (await readScreenColumn(db, head, of, TRADERS_COLUMN)) !== null) return
  const { order, numbers } = await db.view((sql) => numbersOf(sql, head, of))
  const traders = order.traders.filter((trader) => numbers.isIn[trader] === 1)
  const made = (number: string, pack: () => Float64Array): MadeColumns => ({
    table: SCREENS,
    key: { first_day: firstDay, category, number },
    rows() {
      const bytes = packScreenColumn(pack())
      return { count: bytes.length, bytesEach: 1, pack: (from, until) => bytes.subarray(from, until) }
    },
  })
  const columns = [
    made(TRADERS_COLUMN, () => Float64Array.from(traders)),
    ...[...numbers.columns].map(([id, values]) =>
      made(id, () => Float64Array.from(traders, (trader) => defined(values[trader]))),
    ),
  ]
  await publishColumns(db, columns, async (tx, written) => {
    // Another snapshot may have taken its place meanwhile.
    if ((await snapshotById(tx, snapshot)) === undefined) return
    if (Number((await COUNT_SCREENS.get(tx, { snapshot }))?.screens) >= KEPT)
      await DROP_SCREENS.run(tx, { snapshot })
    await nameColumns(tx, snapshot, written)
  })
  await dropUnnamedColumns(db)
}

const COUNT_SCREENS = statement((from, { snapshot }: { snapshot: number }) =>
  from(SCREENS).count('* as screens').where('snapshot_id', snapshot).where('number', TRADERS_COLUMN),
)
const DROP_SCREENS = statement((from, { snapshot }: { snapshot: number }) =>
  from(SCREENS).where('snapshot_id', snapshot).delete(),
)

async function numbersOf(
  sql: Sql,
  head: StoredSnapshot,
  { firstDay, category }: StandingsOf,
): Promise<{ order: AddressOrder; numbers: Numbers }> {
  const last = dayOf(head.cutoffTime)
  const first = firstDay === EVER ? null : firstDay
  const version = head.ledgerVersion
  const world = await readWorldAt(sql, version, last)
  const calculate = createScreenCalculator(
    world,
    { first, last, label: category === 0 ? null : category },
    head.firstDay,
  )
  const order = await readAddressOrder(sql)
  const numbers = emptyNumbers(order.hidden.length)
  const tests = createTests(sql, numbers)
  let done = 0
  const asked = { columns: SCREENED_COLUMNS, lists: true, at: version, upTo: last }
  await eachTrader(SCREENED_COLUMNS, ledgerOf(sql).days(asked), async (days) => {
    const { trader } = days
    if (order.hidden[trader] !== 0) return
    const { token_id: token } = days.columns
    for (let row = 0; row < days.count; row++) token[row] = world.numberOf(defined(token[row]))
    const own = calculate(days)
    if (own.numbers.tradeCount === 0) return
    numbers.isIn[trader] = 1
    for (const [id, value] of Object.entries(own.numbers)) put(numbers, id, trader, value)
    await tests.add(trader, own.units)
    if (++done % AT_ONCE === 0) await setImmediate()
  })
  await tests.finish()
  if (category === 0) await addIncome(sql, numbers, { since: first ?? 0, upTo: last, version })
  await addScores(sql, numbers, head, { firstDay, category })
  for (const trader of (await createGapReader(sql)(head)).traders) put(numbers, 'coverage', trader, 'GAP')
  return { order, numbers }
}

function emptyNumbers(size: number): Numbers {
  const columns = SCREEN_COLUMNS.map(
    ({ id, isNullable }) => [id, new Float64Array(size).fill(isNullable ? Number.NaN : 0)] as const,
  )
  return { columns: new Map(columns), isIn: new Uint8Array(size) }
}

function put(
  { columns }: Numbers,
  id: string,
  trader: number,
  value: number | boolean | string | null,
): void {
  const column = screenColumn(id)
  defined(columns.get(column.id))[trader] =
    value === null ? Number.NaN : typeof value === 'string' ? column.labels.indexOf(value) : Number(value)
}

/** Tests of skill over the units that a window decided, batch by batch; q-values are of everybody's p-values in the screen. */
function createTests(sql: Sql, numbers: Numbers) {
  let waiting: { trader: number; units: readonly DecidedUnit[] }[] = []
  const pValues: { trader: number; p: number }[] = []
  const run = async () => {
    const ids = waiting.map(({ trader }) => trader)
    const [addresses, known] = [await readShownAddresses(sql, ids), await readSkills(sql, ids)]
    for (const { trader, units } of waiting) {
      const skill = skillRecord(units, defined(addresses.get(trader)), known.get(trader) ?? null)
      put(numbers, 'units', trader, skill.units)
      put(numbers, 'edge', trader, skill.edge)
      put(numbers, 'edgeLow', trader, skill.interval?.[0] ?? null)
      put(numbers, 'edgeHigh', trader, skill.interval?.[1] ?? null)
      put(numbers, 'edgePValue', trader, skill.pValue)
      if (skill.pValue !== null) pValues.push({ trader, p: skill.pValue })
    }
    waiting = []
    await setImmediate()
  }
  return {
    async add(trader: number, units: readonly DecidedUnit[]) {
      put(numbers, 'verdict', trader, 'CANNOT_TELL')
      if (units.length === 0) return
      waiting.push({ trader, units })
      if (waiting.length === AT_ONCE) await run()
    },
    async finish() {
      if (waiting.length > 0) await run()
      const qValues = benjaminiHochberg(pValues.map(({ p }) => p))
      const at = (id: ScreenColumnId, trader: number) => defined(defined(numbers.columns.get(id))[trader])
      for (const [i, { trader }] of pValues.entries()) {
        const q = defined(qValues[i])
        put(numbers, 'edgeQValue', trader, q)
        const interval = [at('edgeLow', trader), at('edgeHigh', trader)] as const
        put(numbers, 'verdict', trader, verdict({ units: at('units', trader), q, interval }))
      }
    },
  }
}

/** Adds the window's rewards and rebates. */
async function addIncome(
  sql: Sql,
  { columns }: Numbers,
  { since, upTo, version }: { since: Day; upTo: Day; version: number },
): Promise<void> {
  const income = defined(columns.get('income'))
  for (let from = 0; from < income.length; from += INCOME_TRADERS) {
    const rows = await readAt<{ trader_id: number; amount: number }>(sql, INCOME_DAYS, {
      columns: ['amount'],
      where: 'trader_id >= ? AND trader_id < ? AND day >= ? AND day <= ?',
      values: [from, from + INCOME_TRADERS, since, upTo],
      orderBy: ['trader_id', 'day'],
      version,
    })
    for (const { trader_id: trader, amount } of rows) income[trader] = defined(income[trader]) + amount
  }
}

const INCOME_TRADERS = 20_000

/** The metrics of boards whose traders the snapshot was published with, by the period of the board. */
const SCORED: readonly (readonly [ScreenColumnId, PeriodWire])[] = [
  ['copyable', 'all'],
  ['prescience', 'all'],
  ['consistent', 'all'],
  ['consistent', '90d'],
]

/** Adds the scores of boards: consistency is that of a period of all markets, the others cover the whole record. */
async function addScores(
  sql: Sql,
  numbers: Numbers,
  head: StoredSnapshot,
  { firstDay, category }: StandingsOf,
): Promise<void> {
  for (const [metric, wire] of SCORED) {
    const period = defined(PERIODS.find((one) => one.wire === wire))
    const before = dayBeforeWindow(period, dayOf(head.cutoffTime))
    const isOfPeriod = category === 0 && firstDay === (before === null ? EVER : before + 1)
    if (metric === 'consistent' && !isOfPeriod) continue
    for (const [trader, score] of (await readScores(sql, head, `${metric}-${wire}`, false)) ?? [])
      put(numbers, metric, trader, score)
  }
}
