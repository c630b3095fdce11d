import type { Address } from '../../ledger/quantities.ts'
import { bernoulliNullPValue } from '../../metrics/skill/bernoulli-null-p-value.ts'
import { bootstrapInterval } from '../../metrics/skill/bootstrap-interval.ts'
import { edge } from '../../metrics/skill/edge.ts'
import { MINIMUM_STAKED_UNITS, type StakedUnit, stakedInOrder } from '../../metrics/skill/staked-units.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'

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

/** A 64-bit hash of a list of numbers: different lists collide once in 2^64. */
interface Fingerprint {
  a: number
  b: number
}

/** The fingerprint of no numbers. */
function emptyFingerprint(): Fingerprint {
  return { a: 0x243f6a88, b: 0x13198a2e }
}

/** Adds an integer to the list, in place. */
function mixInto(print: Fingerprint, value: number): void {
  const high = Math.floor(value / 2 ** 32)
  print.a = mix(mix(print.a, value, 0x9e3779b1), high, 0x9e3779b1)
  print.b = mix(mix(print.b, value, 0x85ebca77), high, 0x85ebca77)
}

/** For any one value, unlike states stay unlike: a multiplication by an odd number and a shift both can be undone. */
function mix(state: number, value: number, by: number): number {
  const product = Math.imul(state ^ value, by)
  return product ^ (product >>> 15)
}
