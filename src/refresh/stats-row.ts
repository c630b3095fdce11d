import { DAY_SECONDS } from '../ledger/quantities.ts'
import type { DecidedUnit } from '../metrics/decided-units.ts'
import { dayBeforeWindow } from '../metrics/periods.ts'
import { winRate, winsAndLosses } from '../metrics/win-rate.ts'
import type { Value } from '../store/database.ts'
import type { TRADER_STATS } from '../store/tables.ts'
import type { Account } from './accounts.ts'
import type { Moments, Window } from './moments.ts'
import type { TraderLedger } from './trader-ledger.ts'
import type { WindowTotals } from './window-totals.ts'

/** A row of `trader_stats` without the snapshots that it is valid for. */
export type StatsRow = Record<
  Exclude<keyof typeof TRADER_STATS.columns, 'from_snapshot' | 'until_snapshot'>,
  Value
>

/** What is true of a trader whatever the period. */
export interface Lifetime {
  trader: number
  units: readonly DecidedUnit[]
  /** The last day with a fill in each condition that the trader traded in. */
  lastFills: readonly number[]
  untracked: number
  firstTime: number
}

/** Reads the parts of a trader's ledger that every period shares. */
export function lifetimeOf(
  ledger: TraderLedger,
  accounts: readonly Account[],
  units: readonly DecidedUnit[],
  condition: Int32Array,
): Lifetime {
  return {
    trader: ledger.trader,
    units,
    lastFills: lastFillsOf(ledger, condition),
    untracked: accounts.reduce((sum, account) => sum + account.untracked, 0),
    firstTime: firstDayOf(ledger) * DAY_SECONDS,
  }
}

/** The row of a trader and a period. */
export function statsRow(life: Lifetime, totals: WindowTotals, window: Window, moments: Moments): StatsRow {
  const cutoffDay = moments.days[window.end] ?? 0
  const before = dayBeforeWindow(window.period, cutoffDay) ?? Number.NEGATIVE_INFINITY
  const decided = life.units.filter(({ decidedOn }) => decidedOn > before)
  const { wins, losses } = winsAndLosses(decided)
  return {
    trader_id: life.trader,
    period: window.period.code,
    pnl: totals.pnl,
    realized: totals.realized,
    unrealized: totals.unrealized,
    volume: totals.volume,
    share_volume: totals.shareVolume,
    bought: totals.bought,
    fees: totals.fees,
    income: totals.income,
    fills: totals.fills,
    markets: life.lastFills.filter((day) => day > before).length,
    start_value: totals.startValue,
    wins,
    losses,
    roi: totals.roi,
    win_rate: winRate(decided),
    untracked: life.untracked,
    first_time: life.firstTime,
  }
}

/** A token of unknown condition is a market of its own: it goes by its negative id. */
function lastFillsOf(ledger: TraderLedger, condition: Int32Array): number[] {
  const lastFill = new Map<number, number>()
  for (const position of ledger.positions) {
    for (const { token, day, fills } of position) {
      if (fills === 0) continue
      const market = condition[token] || -token
      lastFill.set(market, Math.max(day, lastFill.get(market) ?? day))
    }
  }
  return [...lastFill.values()]
}

function firstDayOf(ledger: TraderLedger): number {
  const firstDays = [...ledger.positions, ledger.income].map(
    (days) => days[0]?.day ?? Number.POSITIVE_INFINITY,
  )
  return firstDays.reduce((first, day) => Math.min(first, day), Number.POSITIVE_INFINITY)
}
