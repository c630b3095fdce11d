import { setImmediate } from 'node:timers/promises'
import { defined } from '../../checks.ts'
import { type Day, dayOf } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS, type PeriodWire } from '../../metrics/leaderboards.ts'
import type { ScreenColumnId } from '../../metrics/screen-columns.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { readAt } from '../../store/ledger/history.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import type { StandingsAsked } from '../../store/snapshot/read-as-of.ts'
import { packScreenColumn, TRADERS_COLUMN } from '../../store/snapshot/screen-table.ts'
import {
  EVER,
  readScores,
  readScreenColumn,
  SCREENS,
  type StandingsOf,
} from '../../store/snapshot/snapshot-columns.ts'
import { createGapReader } from '../../store/snapshot/snapshot-tables.ts'
import { type StoredSnapshot, snapshotById } from '../../store/snapshot/stored-snapshots.ts'
import {
  dropUnnamedColumns,
  type MadeColumns,
  nameColumns,
  publishColumns,
} from '../../store/snapshot/write-columns.ts'
import { INCOME_DAYS } from '../../store/tables.ts'
import { readWorldAt } from '../inputs/labels-by-unit.ts'
import { markAt } from '../inputs/marks.ts'
import { readAddressOrder } from '../publish/address-order.ts'
import { eachTrader } from '../windows/trader-days.ts'
import {
  createKeptScreens,
  emptyNumbers,
  forgetTrader,
  growNumbers,
  type KeptScreen,
  type KeptScreens,
  putNumber,
  type ScreenNumbers,
} from './kept-screens.ts'
import { changesSince, type ScreenChanges } from './screen-changes.ts'
import { createTests } from './screen-skill.ts'
import {
  closingNumbers,
  createScreenCalculator,
  eachOpen,
  SCREENED_COLUMNS,
  type SettledTrader,
} from './screen-trader.ts'

/** Screens of one snapshot that are kept at most; with one more, the snapshot's others go. */
const KEPT = 12
/** Traders after whom others get their turn. */
const AT_ONCE = 500

/**
 * Computes every number of everybody for some days up to a snapshot's, of one category, one tag or all, from the snapshot's version of the
 * ledger, and stores the columns with the snapshot. One pass over all days of positions, or over those of traders whose own have changed
 * since a kept screen of an earlier snapshot of the same day.
 * @param kept the screens to go on from, which have this one from then on. @default none
 * @throws PequodError SERVICE_UNAVAILABLE if that version cannot be read any more
 */
export async function computeScreen(
  db: Database,
  { snapshot, firstDay, category }: StandingsAsked,
  kept: KeptScreens = createKeptScreens(),
): Promise<void> {
  const of = { firstDay, category }
  const head = await snapshotById(db, snapshot)
  if (head === undefined || (await readScreenColumn(db, head, of, TRADERS_COLUMN)) !== null) return
  const known = kept.take(of, head)
  const { screen, numbers } = await db.view(async (sql) => {
    const own = await screenAt(sql, { head, of, known: known ?? null })
    return { screen: own, numbers: await withScores(sql, own, of) }
  })
  if (known !== undefined) kept.put(of, screen)
  const traders = screen.order.traders.filter((trader) => screen.settled.has(trader))
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
    ...[...numbers].map(([id, values]) =>
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

interface ScreenAsked {
  head: StoredSnapshot
  of: StandingsOf
  /** The screen to go on from. */
  known: KeptScreen | null
}

async function screenAt(sql: Sql, { head, of, known }: ScreenAsked): Promise<KeptScreen> {
  const changes = known && (await changesSince(sql, known, head))
  const screen: KeptScreen =
    known === null || changes === null
      ? {
          snapshot: head,
          order: await readAddressOrder(sql),
          numbers: emptyNumbers(),
          settled: new Map(),
          prices: new Map(),
        }
      : { ...known, snapshot: head, order: changes.order }
  growNumbers(screen.numbers, screen.order.hidden.length)
  for (const trader of changes?.traders ?? []) forgetTrader(screen, trader)
  const moved = await computeTraders(sql, screen, { of, changes })
  for (const [trader, own] of screen.settled) if (holdsAny(own, moved)) close(screen, trader, own)
  return screen
}

/**
 * Computes traders, and notes the prices of what is open.
 * @param changes null: everybody is computed
 * @returns tokens of other traders' open positions that have another price
 */
async function computeTraders(
  sql: Sql,
  screen: KeptScreen,
  { of: { firstDay, category }, changes }: { of: StandingsOf; changes: ScreenChanges | null },
): Promise<ReadonlySet<number>> {
  const { snapshot: head, order, numbers, settled, prices } = screen
  const [last, version] = [dayOf(head.cutoffTime), head.ledgerVersion]
  const first = firstDay === EVER ? null : firstDay
  const at = { at: version, upTo: last, ...(changes && { traders: changes.traders }) }
  const tokens = changes && [...changes.traded, ...(await tokensOf(sql, at))]
  const world = await readWorldAt(sql, version, last, tokens ?? undefined)
  const moved = new Set<number>()
  const notePrice = (token: number) => {
    const price = markAt(world.marks, world.numberOf(token), last)
    if (prices.has(token) && prices.get(token) !== price) moved.add(token)
    prices.set(token, price)
  }
  for (const token of world.ids) if (prices.has(token)) notePrice(token)
  const calculate = createScreenCalculator(
    world,
    { first, last, label: category === 0 ? null : category },
    head.firstDay,
  )
  const tests = createTests(sql, screen)
  let done = 0
  const asked = { columns: SCREENED_COLUMNS, lists: true, ...at }
  await eachTrader(SCREENED_COLUMNS, ledgerOf(sql).days(asked), async (days) => {
    const { trader } = days
    if (order.hidden[trader] !== 0) return
    const { token_id: token } = days.columns
    for (let row = 0; row < days.count; row++) token[row] = world.numberOf(defined(token[row]))
    const own = calculate(days)
    if (own.numbers.tradeCount === 0) return
    settled.set(trader, own.settled)
    for (const [id, value] of Object.entries(own.numbers)) putNumber(numbers, id, trader, value)
    eachOpen(own.settled, notePrice)
    close(screen, trader, own.settled)
    await tests.add(trader, own.units)
    if (++done % AT_ONCE === 0) await setImmediate()
  })
  await tests.finish()
  const days = { since: first ?? 0, upTo: last, version }
  if (category === 0) await addIncome(sql, numbers, { ...days, traders: changes?.traders ?? null })
  return moved
}

/** The tokens of some traders' days. */
async function tokensOf(
  sql: Sql,
  asked: { at: number; upTo: Day; traders?: readonly number[] },
): Promise<ReadonlySet<number>> {
  const tokens = new Set<number>()
  for await (const { count, columns } of ledgerOf(sql).days({ columns: [], ...asked }))
    for (let row = 0; row < count; row++) tokens.add(defined(columns.token_id[row]))
  return tokens
}

function holdsAny(own: SettledTrader, tokens: ReadonlySet<number>): boolean {
  if (tokens.size === 0) return false
  let holds = false
  eachOpen(own, (token) => {
    holds ||= tokens.has(token)
  })
  return holds
}

/** Puts a trader's numbers at the prices of the screen's close. */
function close({ numbers, prices }: KeptScreen, trader: number, own: SettledTrader): void {
  const closing = closingNumbers(own, (token) => prices.get(token) ?? null)
  for (const [id, value] of Object.entries(closing)) putNumber(numbers, id, trader, value)
}

interface IncomeAsked {
  since: Day
  upTo: Day
  version: number
  /** Null: everybody. */
  traders: readonly number[] | null
}

/** Adds the window's rewards and rebates. */
async function addIncome(
  sql: Sql,
  numbers: ScreenNumbers,
  { since, upTo, version, traders }: IncomeAsked,
): Promise<void> {
  const income = defined(numbers.get('income'))
  for (let from = 0; from < (traders ?? income).length; from += INCOME_TRADERS) {
    const until = from + INCOME_TRADERS
    const rows = await readAt<{ trader_id: number; amount: number }>(sql, INCOME_DAYS, {
      columns: ['amount'],
      where: `${traders === null ? 'trader_id >= ? AND trader_id < ?' : sql.isIn('trader_id', 'int')} AND day >= ? AND day <= ?`,
      values: [...(traders === null ? [from, until] : [sql.list(traders.slice(from, until))]), since, upTo],
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

/** The numbers with those that the snapshot was published with: scores of boards, and which records have gaps. */
async function withScores(
  sql: Sql,
  { snapshot: head, numbers: own }: KeptScreen,
  { firstDay, category }: StandingsOf,
): Promise<ScreenNumbers> {
  const numbers = new Map(own)
  for (const id of ['coverage', ...SCORED.map(([metric]) => metric)] as const)
    numbers.set(id, defined(own.get(id)).slice())
  for (const [metric, wire] of SCORED) {
    const period = defined(PERIODS.find((one) => one.wire === wire))
    const before = dayBeforeWindow(period, dayOf(head.cutoffTime))
    const isOfPeriod = category === 0 && firstDay === (before === null ? EVER : before + 1)
    // Consistency is that of a period of all markets, the others cover the whole record.
    if (metric === 'consistent' && !isOfPeriod) continue
    for (const [trader, score] of (await readScores(sql, head, `${metric}-${wire}`, false)) ?? [])
      putNumber(numbers, metric, trader, score)
  }
  for (const trader of (await createGapReader(sql)(head)).traders)
    putNumber(numbers, 'coverage', trader, 'GAP')
  return numbers
}
