import { DAY_SECONDS } from '../ledger/quantities.ts'
import { ratioOf } from '../metrics/ratio-of.ts'
import type { Value } from '../store/database.ts'
import type { PeriodRecord } from '../store/snapshot/trader-record.ts'
import type { TRADER_STATS } from '../store/snapshot-tables.ts'
import type { Account } from './accounts.ts'
import type { Window } from './moments.ts'
import { firstDayOf, type TraderLedger } from './trader-ledger.ts'
import type { WindowTotals } from './window-totals.ts'

/** A row of `trader_stats` without the snapshots that it is valid for. */
export type StatsRow = Record<
  Exclude<keyof typeof TRADER_STATS.columns, 'from_snapshot' | 'until_snapshot'>,
  Value
>

/** What is true of a trader whatever the period. */
export interface Lifetime {
  trader: number
  untracked: number
  firstTime: number
  /** Null without fills. */
  botProbability: number | null
}

/** Reads the parts of a trader's ledger that every period shares. */
export function lifetimeOf(
  ledger: TraderLedger,
  accounts: readonly Account[],
  botProbability: number | null,
): Lifetime {
  return {
    trader: ledger.trader,
    untracked: accounts.reduce((sum, account) => sum + account.untracked, 0),
    firstTime: firstDayOf(ledger) * DAY_SECONDS,
    botProbability,
  }
}

/** The row of a trader and a period. */
export function statsRow(
  life: Lifetime,
  totals: WindowTotals,
  { units, drawdown, markets }: PeriodRecord,
  { period }: Window,
): StatsRow {
  const { peak, worst, peakCapital } = drawdown.before
  return {
    trader_id: life.trader,
    period: period.code,
    pnl: totals.pnl,
    realized: totals.realized,
    unrealized: totals.unrealized,
    volume: totals.volume,
    share_volume: totals.shareVolume,
    bought: totals.bought,
    fees: totals.fees,
    income: totals.income,
    fills: totals.fills,
    markets,
    start_value: totals.startValue,
    wins: units.wins,
    losses: units.losses,
    roi: totals.roi,
    win_rate: ratioOf(units.wins, units.wins + units.losses),
    untracked: life.untracked,
    first_time: life.firstTime,
    official: totals.official,
    sharpe: units.sharpeRatio,
    sortino: units.sortinoRatio,
    profit_factor: units.profitFactor,
    drawdown_peak: peak,
    drawdown_worst: worst,
    peak_capital: Math.max(peakCapital, drawdown.capitalAtRisk),
    bot_probability: life.botProbability,
  }
}
