import {
  type LeaderboardDefinition,
  PERIODS,
  type PeriodDefinition,
  type TabNumbers,
} from '../../metrics/leaderboards.ts'
import type { Database } from '../engine/database.ts'
import { allOf, as, statement } from '../engine/statement.ts'
import { hiddenTraders } from '../opted-out.ts'
import { type BoardColumns, wholeBoard } from '../snapshot/board-of.ts'
import { eachBoard } from '../snapshot/read-boards.ts'
import { EVER, readStandings } from '../snapshot/snapshot-columns.ts'
import {
  type Snapshot,
  type TraderAsker,
  type TraderStats,
  wholePeriod,
} from '../snapshot/snapshot-reader.ts'
import { SNAPSHOTS, snapshotOf } from '../snapshot/snapshot-tables.ts'
import { rowOf } from '../snapshot/standings.ts'
import { LEDGER_STATE } from '../tables.ts'

const EVERY = statement((from) =>
  from(as(SNAPSHOTS, 's'))
    .join(as(LEDGER_STATE, 'l'), (one) => one.onVal('l.id', 1))
    .select(
      ...allOf(SNAPSHOTS, 's'),
      'l.simulated',
      from.raw<{ outdated: number | boolean }>(
        '(l.pinned IS NULL OR s.ledger_version < l.readable_from) AS outdated',
      ),
    )
    .orderBy('s.id'),
)

/** Result of the check of the kept snapshots' boards. */
export interface BoardsReport {
  /** Snapshots that were checked. */
  snapshots: number
  /** Snapshots that were skipped: history loaded since changed the events that they were computed from. */
  outdated: number
  boards: number
  /** Boards whose order is not that of their traders' numbers, as `snapshot/board`. */
  wrong: string[]
}

/**
 * Sorts every board of each kept snapshot again, by numbers computed from the traders' own ledgers.
 * @param numbersOf numbers by trader id, at a snapshot
 */
export async function checkBoards(db: Database, numbersOf: TraderAsker['stats']): Promise<BoardsReport> {
  const rows = await EVERY.all(db)
  const checked = rows.filter(({ outdated }) => !outdated).map(snapshotOf)
  const report: BoardsReport = {
    snapshots: checked.length,
    outdated: rows.length - checked.length,
    boards: 0,
    wrong: [],
  }
  const optedOut = await hiddenTraders(db)
  const newest = checked.reduce((most, { id }) => Math.max(most, id), 0)
  for (const snapshot of checked) {
    const asked = await askedNumbers(db, numbersOf, snapshot)
    // When a trader opts in, snapshots of days and the newest are published again; those before it stay without the trader.
    const isEarlier = snapshot.asOf === null && snapshot.id < newest
    const hidden = new Set([...optedOut, ...(isEarlier ? await missingIn(db, snapshot) : [])])
    for await (const { board, columns } of eachBoard(db, snapshot)) {
      const numbers = asked.get(board.period)
      report.boards++
      if (!columns || !numbers || !isInOrder(board, columns, numbers, hidden))
        report.wrong.push(`${snapshot.id}/${board.id}`)
    }
  }
  return report
}

/** Traders without an event in a snapshot's days, by its standings. */
async function missingIn(db: Database, snapshot: Snapshot): Promise<number[]> {
  const standings = await readStandings(db, snapshot, { firstDay: EVER, category: 0 }, false)
  const traders = await db.all<{ id: number }>('SELECT id FROM traders WHERE infrastructure = 0')
  return standings ? traders.flatMap(({ id }) => (rowOf(standings, id) === null ? [id] : [])) : []
}

/** Whether a board's order is that of its traders' numbers: in their order, then by volume, then address. */
function isInOrder(
  { tab }: LeaderboardDefinition,
  columns: BoardColumns,
  { trader, numbersAt }: AskedNumbers,
  hidden: ReadonlySet<number>,
): boolean {
  const score = new Float64Array(trader.length)
  const volume = new Float64Array(trader.length)
  const rows: number[] = []
  for (const [row, id] of trader.entries()) {
    if (hidden.has(id)) continue
    const numbers = numbersAt(row)
    const kept = columns.scores?.get(id) ?? null
    const value = tab.value(numbers)
    // A trader's numbers determine the score only of a Sharpe ratio; of a trader with just enough decided units not even that.
    if (tab.metric === 'sharpeRatio' && kept !== numbers.sharpeRatio && (kept !== null || value !== null))
      return false
    const own = tab.isScored ? kept : value
    if (own === null) continue
    score[row] = own
    volume[row] = Number(numbers.volume)
    rows.push(row)
  }
  rows.sort((a, b) => (score[b] ?? 0) - (score[a] ?? 0) || (volume[b] ?? 0) - (volume[a] ?? 0) || a - b)
  // A score of a trader unknown to the ledger is in no row.
  const scored = [...(columns.scores?.keys() ?? [])].filter((id) => !hidden.has(id))
  if (tab.isScored && scored.length !== rows.length) return false
  const board = wholeBoard(tab, columns, hidden)
  return board.length === rows.length && rows.every((row, place) => trader[row] === board[place])
}

/** Traders whose numbers are read at a time. */
const AT_ONCE = 500

/** The numbers of one period that order boards: a row a trader, in the order of their addresses. */
export interface AskedNumbers {
  /** Ids. */
  trader: Int32Array
  numbersAt(row: number): TabNumbers
}

/**
 * Reads every trader's numbers, each from the trader's own ledger.
 * @param numbersOf numbers by trader id; a trader without numbers is absent
 */
async function askedNumbers(
  db: Database,
  numbersOf: TraderAsker['stats'],
  snapshot: Snapshot,
): Promise<ReadonlyMap<PeriodDefinition, AskedNumbers>> {
  const ids = await db.all<{ id: number }>('SELECT id FROM traders WHERE infrastructure = 0 ORDER BY address')
  const trader = Int32Array.from(ids, ({ id }) => id)
  const periods = PERIODS.map((period) => ({ period, columns: newColumns(trader.length) }))
  for (let first = 0; first < trader.length; first += AT_ONCE) {
    const asked = trader.subarray(first, first + AT_ONCE)
    for (const { period, columns } of periods) {
      const found = await numbersOf(snapshot, wholePeriod(period), [...asked])
      for (const [i, id] of asked.entries()) put(columns, first + i, found.get(id))
    }
  }
  return new Map(
    periods.map(({ period, columns }) => [
      period,
      { trader, numbersAt: (row: number) => numbersAt(columns, row) },
    ]),
  )
}

type Columns = ReturnType<typeof newColumns>

function newColumns(rows: number) {
  const column = () => new Float64Array(rows)
  return {
    fills: column(),
    volume: column(),
    pnl: column(),
    decided: column(),
    // NaN where there is none.
    roi: column(),
    sharpe: column(),
  }
}

function put({ fills, volume, pnl, decided, roi, sharpe }: Columns, row: number, stats?: TraderStats): void {
  fills[row] = stats?.fills ?? 0
  volume[row] = stats?.volume ?? 0
  pnl[row] = stats?.pnl ?? 0
  decided[row] = stats ? stats.wins + stats.losses : 0
  roi[row] = stats?.roi ?? Number.NaN
  sharpe[row] = stats?.sharpeRatio ?? Number.NaN
}

/** Decided units with a profit or a loss: the others are not stored. */
function numbersAt({ fills, volume, pnl, decided, roi, sharpe }: Columns, row: number): TabNumbers {
  return {
    fills: fills[row] ?? 0,
    volume: volume[row] ?? 0,
    pnl: pnl[row] ?? 0,
    decidedUnits: decided[row] ?? 0,
    roi: orNull(roi[row]),
    sharpeRatio: orNull(sharpe[row]),
    // Not stored for single traders.
    consistent: null,
    copyable: null,
    prescience: null,
    highConviction: null,
  }
}

function orNull(value = Number.NaN): number | null {
  return Number.isNaN(value) ? null : value
}
