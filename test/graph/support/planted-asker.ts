import { isBot } from '../../../src/metrics/behaviour/trade-habits.ts'
import type { Period } from '../../../src/metrics/leaderboards.ts'
import { ratioOf } from '../../../src/metrics/running-sum.ts'
import type { TraderAsker, TraderStats } from '../../../src/store/snapshot/snapshot-reader.ts'
import { plantedRecord } from './planted-analytics.ts'
import type { PlantedStats, PlantedTrader, PlantedWorld } from './planted-world.ts'

/** Tells what was planted of a world's traders, which no ledger holds. */
export function plantedAsker({ traders }: PlantedWorld): TraderAsker {
  const byId = new Map(traders.map((trader) => [trader.id, trader]))
  const among = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    async stats(_snapshot, { window, category }, ids) {
      if (!('code' in window) || category !== null) throw new RangeError('Only whole periods are planted')
      const rows = among(ids).map((trader) => [trader.id, statsOf(trader, window)] as const)
      return new Map(rows.flatMap(([id, stats]) => (stats === null ? [] : [[id, stats]])))
    },
    async series(_snapshot, ids) {
      return new Map(
        among(ids).map(({ id, series }) => [
          id,
          series.map(([day, pnl, realized, volume]) => ({ day, pnl, realized, volume })),
        ]),
      )
    },
    positions: async () => new Map(),
    analytics: async (_snapshot, ids) => new Map(among(ids).map(({ id }) => [id, plantedRecord(id)])),
  }
}

function statsOf({ id, stats }: PlantedTrader, period: { name: Period; code: number }): TraderStats | null {
  const own = stats[period.name]
  if (own === null) return null
  const maxDrawdown = Math.max(own.drawdown_worst, own.drawdown_peak - own.pnl)
  return {
    trader: id,
    period: period.code,
    ...sums(own),
    officialPnl: own.official,
    maxDrawdown,
    maxDrawdownPct: ratioOf(maxDrawdown, own.peak_capital),
    sharpeRatio: own.sharpe,
    sortinoRatio: own.sortino,
    profitFactor: own.profit_factor,
    botProbability: own.bot_probability,
    isBot: isBot(own.bot_probability),
  }
}

function sums(own: PlantedStats) {
  const { pnl, realized, unrealized, volume, bought, fees, income, fills, markets, wins, losses, roi } = own
  return {
    pnl,
    realized,
    unrealized,
    volume,
    bought,
    fees,
    income,
    fills,
    markets,
    wins,
    losses,
    roi,
    shareVolume: own.share_volume,
    startValue: own.start_value,
    winRate: own.win_rate,
    untracked: own.untracked,
    firstTime: own.first_time,
  }
}
