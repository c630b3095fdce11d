import type { MicroUsd } from '../../ledger/quantities.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import type { ConvictionRecord } from '../../metrics/skill/high-conviction.ts'
import { memoize } from '../inputs/memoize.ts'
import { keptShares } from '../windows/kept-shares.ts'
import type { ScoreSources } from './score-sources.ts'

/** A trader's record for high conviction, computed lazily. */
export function convictionRecord(
  { days, marks, day, behaviour }: Pick<ScoreSources, 'days' | 'marks' | 'day' | 'behaviour'>,
  pnl: MicroUsd,
  units: () => readonly DecidedUnit[],
): ConvictionRecord {
  const shares = memoize(() => keptShares(days, marks, day))
  let [buys, fills] = [0, 0]
  for (const own of behaviour) {
    buys += own.buys
    fills += own.fills
  }
  return {
    pnl,
    buys,
    fills,
    get decidedUnits() {
      return units().length
    },
    get settled() {
      return shares().settled
    },
    get kept() {
      return shares().kept
    },
  }
}
