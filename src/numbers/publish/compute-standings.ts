import { type Day, dayOf } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/leaderboards.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import type { StandingsAsked } from '../../store/snapshot/read-as-of.ts'
import { EVER, readStandings, STANDINGS, type StandingsOf } from '../../store/snapshot/snapshot-columns.ts'
import { type Standing, type Standings, standingsOf } from '../../store/snapshot/standings.ts'
import { type StoredSnapshot, snapshotById } from '../../store/snapshot/stored-snapshots.ts'
import {
  dropUnnamedColumns,
  type MadeColumns,
  nameColumns,
  publishColumns,
} from '../../store/snapshot/write-columns.ts'
import { readWorldAt } from '../inputs/labels-by-unit.ts'
import { closingPrices } from '../inputs/marks.ts'
import { type DaysRead, eachTrader, WINDOW_COLUMNS, type WindowColumn } from '../windows/trader-days.ts'
import { createWindowsOf, type DayWindow, type WindowNumbers } from '../windows/windows-of.ts'
import { standingRows } from './build-standings.ts'

/** Standings on demand of one snapshot that are kept at most; with one more, all others go. */
const KEPT = 100

/**
 * Makes the standings of any days up to a snapshot's, in one category or in all, and those of the same number of days up to the day
 * before, and stores them with the snapshot, from the snapshot's version of the ledger.
 * @throws PequodError SERVICE_UNAVAILABLE if that version cannot be read any more
 */
export async function computeStandings(db: Database, { snapshot, ...of }: StandingsAsked): Promise<void> {
  const head = await snapshotById(db, snapshot)
  if (head === undefined || (await readStandings(db, head, of, false)) !== null) return
  const made = await db.view((sql) => makeStandings(sql, head, of))
  const columns = made.flatMap((standings, isBefore): MadeColumns[] => {
    const key = { first_day: of.firstDay, category: of.category, day_before: isBefore }
    return standings === null ? [] : [{ table: STANDINGS, key, rows: () => standingRows(standings) }]
  })
  await publishColumns(db, columns, async (tx, written) => {
    // Another snapshot may have taken its place meanwhile.
    if ((await snapshotById(tx, snapshot)) === undefined) return
    await makeRoom(tx, snapshot, dayOf(head.cutoffTime))
    await nameColumns(tx, snapshot, written)
  })
  await dropUnnamedColumns(db)
}

/** @returns the standings at the snapshot's day, and of the day before; null if they are empty */
async function makeStandings(
  sql: Sql,
  { id, ledgerVersion: version, cutoffTime: time, firstDay: storeDay }: StoredSnapshot,
  { firstDay, category }: StandingsOf,
): Promise<[Standings, Standings | null]> {
  const day = dayOf(time)
  const { marks, byUnit, numberOf } = await readWorldAt(sql, version, day)
  const windows = [windowOf(firstDay, day, 0), windowOf(firstDay, day, 1)]
  const windowsOf = createWindowsOf(windows, (close) => closingPrices(marks, close))
  const isAsked =
    category === 0 ? undefined : (token: number) => byUnit.get(marks.unit[token] ?? 0)?.category === category
  const counted: Map<number, WindowNumbers>[] = windows.map(() => new Map())
  await eachTrader(WINDOW_COLUMNS, daysAt(sql, version, day, numberOf), (days) => {
    for (const [i, numbers] of windowsOf(days, isAsked).entries())
      if (numbers.fills > 0) counted[i]?.set(days.trader, { ...numbers })
  })
  const everybody = async (isBefore: boolean) =>
    readStandings(sql, { id }, { firstDay: EVER, category: 0 }, isBefore)
  const [now, before] = [await everybody(false), await everybody(true)]
  return [
    amongThem(now, counted[0] ?? new Map()),
    day <= storeDay ? null : amongThem(before, counted[1] ?? new Map()),
  ]
}

/** The window a number of days earlier. */
function windowOf(firstDay: Day, day: Day, daysAgo: number): DayWindow {
  return { first: firstDay === EVER ? null : firstDay - daysAgo, last: day - daysAgo }
}

/** Rows of the traders with numbers, in the order of all traders, with their bot flags and coverage. */
function amongThem(all: Standings | null, counted: ReadonlyMap<number, WindowNumbers>): Standings {
  const rows: Standing[] = []
  for (let row = 0; all !== null && row < all.trader.length; row++) {
    const trader = all.trader[row] ?? 0
    const own = counted.get(trader)
    if (own === undefined) continue
    const { pnl, volume, stake, fills } = own
    rows.push({
      trader,
      pnl,
      fills,
      volume: Number(volume),
      stake: Number(stake),
      flags: all.flags[row] ?? 0,
    })
  }
  return standingsOf(rows)
}

async function* daysAt(
  sql: Sql,
  at: number,
  upTo: Day,
  numberOf: (token: number) => number,
): AsyncGenerator<DaysRead<WindowColumn>> {
  for await (const { count, columns, lists } of ledgerOf(sql).days({ columns: WINDOW_COLUMNS, at, upTo }))
    yield { count, lists, columns: { ...columns, token_id: columns.token_id.map(numberOf) } }
}

const STANDINGS_OF = statement((from, { snapshot }: { snapshot: number }) =>
  from(STANDINGS).select('first_day', 'category').where('snapshot_id', snapshot).where('day_before', 0),
)
const DROP_STANDINGS = statement((from, given: { snapshot: number; firstDay: number; category: number }) =>
  from(STANDINGS)
    .where('snapshot_id', given.snapshot)
    .where('first_day', given.firstDay)
    .where('category', given.category)
    .delete(),
)

/** Leaves fewer standings on demand than are kept: those of the periods stay. */
async function makeRoom(tx: Sql, snapshot: number, day: Day): Promise<void> {
  const rows = await STANDINGS_OF.all(tx, { snapshot })
  const starts = new Set(PERIODS.map((period) => (dayBeforeWindow(period, day) ?? EVER - 1) + 1))
  const onDemand = rows.filter((row) => row.category !== 0 || !starts.has(row.firstDay))
  if (onDemand.length < KEPT) return
  for (const { firstDay, category } of onDemand)
    await DROP_STANDINGS.run(tx, { snapshot, firstDay, category })
}
