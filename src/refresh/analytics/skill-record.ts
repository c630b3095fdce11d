import type { Address } from '../../ledger/quantities.ts'
import { bernoulliNullPValue } from '../../metrics/skill/bernoulli-null-p-value.ts'
import { bootstrapInterval } from '../../metrics/skill/bootstrap-interval.ts'
import { edge } from '../../metrics/skill/edge.ts'
import { MINIMUM_STAKED_UNITS, type StakedUnit, stakedUnits } from '../../metrics/skill/staked-units.ts'
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
  const staked = units.reduce((count, { cost }) => count + (cost > 0 ? 1 : 0), 0)
  const plain = { units: staked, edge: edge(units) }
  if (staked < MINIMUM_STAKED_UNITS) return { ...plain, interval: null, pValue: null, print: null }
  const print = printOf(units)
  if (earlier?.print === print) return earlier
  const interval = bootstrapInterval(units, address)
  return { ...plain, interval, pValue: bernoulliNullPValue(units, address), print }
}

function printOf(units: readonly StakedUnit[]): string {
  const print = emptyFingerprint()
  const columns = stakedUnits(units)
  for (let i = 0; i < columns.pnl.length; i++) {
    for (const column of [columns.pnl, columns.cost, columns.shares]) mixInto(print, column[i] ?? 0)
  }
  return [print.a, print.b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}
