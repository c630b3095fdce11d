import type { CopiedRecord } from '../../metrics/behaviour/copyable.ts'
import { addTo, emptySum, exactTotal } from '../../metrics/running-sum.ts'
import type { WindowTotals } from '../windows/windows-of.ts'
import type { ScoredDay } from './trader-facts.ts'

/** The facts about a trader that `copyable` reads besides the days. */
export interface CopiedTrader extends Pick<CopiedRecord, 'decidedUnits' | 'isBot'> {
  /** Over all time. */
  readonly totals: Pick<WindowTotals, 'pnl' | 'bought'>
}

/** A trader's whole record as a follower would have copied it: all days of behaviour added up. */
export function copiedRecord(days: readonly ScoredDay[], trader: CopiedTrader): CopiedRecord {
  const [buySlippage, sellSlippage, movedSlippage] = [emptySum(), emptySum(), emptySum()]
  let [buys, fills] = [0, 0]
  for (const day of days) {
    addTo(buySlippage, day.buySlippage)
    addTo(sellSlippage, day.sellSlippage)
    addTo(movedSlippage, day.movedSlippage)
    buys += day.buys
    fills += day.fills
  }
  return {
    pnl: trader.totals.pnl,
    bought: trader.totals.bought,
    buySlippage: exactTotal(buySlippage),
    sellSlippage: exactTotal(sellSlippage),
    movedSlippage: exactTotal(movedSlippage),
    buys,
    fills,
    get decidedUnits() {
      return trader.decidedUnits
    },
    get isBot() {
      return trader.isBot
    },
  }
}
