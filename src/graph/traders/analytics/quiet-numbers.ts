import type { PeriodDefinition } from '../../../metrics/periods.ts'
import type { TraderStats } from '../../../store/snapshot/snapshot-reader.ts'

/** The numbers of a period in which a trader neither traded nor held anything, from those over all time. */
export function quietNumbers(all: TraderStats, period: PeriodDefinition): TraderStats {
  return {
    ...all,
    period: period.code,
    ...{ pnl: 0, realized: 0, unrealized: 0, pnlOfficial: 0, fees: 0, income: 0 },
    ...{ volume: 0, shareVolume: 0, bought: 0, startValue: 0, fills: 0, markets: 0 },
    ...{ wins: 0, losses: 0, winRate: null, roi: null },
    ...{ sharpeRatio: null, sortinoRatio: null, profitFactor: null, maxDrawdown: 0, maxDrawdownPct: null },
  }
}
