import type { Address } from '../../ledger/quantities.ts'
import { bernoulliNullPValue } from '../../metrics/skill/bernoulli-null-p-value.ts'
import { bootstrapInterval } from '../../metrics/skill/bootstrap-interval.ts'
import { edge } from '../../metrics/skill/edge.ts'
import { MINIMUM_STAKED_UNITS, type StakedUnit, stakedInOrder } from '../../metrics/skill/staked-units.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'
import { emptyFingerprint, mixInto } from './fingerprint.ts'

/**
 * The edge and its tests over decided units, in any order. `earlier` is the trader's last record: if its units were
 * the same, its tests are reused, because a refresh spends its time on them.
 */
export function skillRecord(
  units: readonly StakedUnit[],
  address: Address,
  earlier: SkillRecord | null,
): SkillRecord {
  const staked = stakedInOrder(units)
  const plain = { units: staked.length, edge: edge(units) }
  if (staked.length < MINIMUM_STAKED_UNITS) return { ...plain, interval: null, pValue: null, print: null }
  const print = printOf(staked)
  if (earlier?.print === print) return earlier
  const interval = bootstrapInterval(staked, address)
  return { ...plain, interval, pValue: bernoulliNullPValue(staked, address), print }
}

function printOf(staked: readonly StakedUnit[]): string {
  const print = emptyFingerprint()
  for (const { pnl, cost, shares } of staked) {
    mixInto(print, pnl)
    mixInto(print, cost)
    mixInto(print, shares)
  }
  return [print.a, print.b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}
