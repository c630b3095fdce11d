import type { TabNumbers } from '../../metrics/leaderboards.ts'
import { PERIODS, type PeriodDefinition } from '../../metrics/periods.ts'
import type { Database } from '../engine/database.ts'
import {
  type Snapshot,
  type TraderAsker,
  type TraderStats,
  wholePeriod,
} from '../snapshot/snapshot-reader.ts'

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
export async function askedNumbers(
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
