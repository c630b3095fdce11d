import { defined } from '../../checks.ts'
import type { Address, Day } from '../../ledger/quantities.ts'
import { benjaminiHochberg } from '../../metrics/skill/benjamini-hochberg.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import { verdict } from '../../metrics/skill/verdict.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'
import { skillRecord } from '../analytics/skill-record.ts'

/** A trader at the close of a day. */
interface TestedTrader {
  trader: number
  units(): readonly DecidedUnit[]
  address: Address
}

/** Everybody's tests of skill at the closes of some days, which one pass over all traders adds: a verdict needs all p-values. */
export interface SkilledDays {
  /** Tests a trader at the close of one of the days. A trader's days come in order, and the same units are tested once. */
  add(day: Day, tested: TestedTrader): void
  /** The traders with the verdict SKILLED at the close of a day, the lowest q-value first. */
  skilledOn(day: Day): number[]
}

/** Creates tests without traders. */
export function createSkilledDays(days: readonly Day[]): SkilledDays {
  const families = new Map<Day, { trader: number; skill: SkillRecord }[]>(days.map((day) => [day, []]))
  let last: { trader: number; skill: SkillRecord } | null = null
  return {
    add(day, { trader, units, address }) {
      const family = families.get(day)
      if (family === undefined) return
      const skill = skillRecord(units(), address, last?.trader === trader ? last.skill : null)
      last = { trader, skill }
      if (skill.pValue !== null) family.push(last)
    },
    skilledOn(day) {
      const family = families.get(day) ?? []
      const qValues = benjaminiHochberg(family.map(({ skill }) => skill.pValue ?? 1))
      return family
        .map(({ trader, skill }, i) => ({ trader, q: defined(qValues[i]), ...skill }))
        .filter((one) => verdict(one) === 'SKILLED')
        .sort((a, b) => a.q - b.q || a.trader - b.trader)
        .map(({ trader }) => trader)
    },
  }
}
