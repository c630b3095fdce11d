import fc from 'fast-check'
import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import { decidedUnits } from '../../../src/metrics/skill/edge.ts'
import { periodRecord } from '../../../src/numbers/analytics/period-record.ts'
import { skillRecord } from '../../../src/numbers/analytics/trader-analytics.ts'
import type { SkillRecord, TraderRecord } from '../../../src/store/snapshot/trader-record.ts'
import { traderFacts } from '../../numbers/support/facts-arbitrary.ts'

/** Records that differ; traders share them. */
const KINDS = 12

const PROVEN: SkillRecord = {
  units: 44,
  edge: 0.125,
  interval: [0.03, 0.2],
  pValue: 0.0005,
  print: '0123456789abcdef',
}

const RECORDS: readonly TraderRecord[] = fc
  .sample(traderFacts(30), { numRuns: KINDS, seed: 11 })
  .map((facts, kind) => {
    const units = decidedUnits(facts.tokens)
    return {
      skill: kind % 3 === 0 ? PROVEN : skillRecord(units, facts.address, null),
      periods: PERIODS.map((period) => periodRecord(facts, period, units)),
    }
  })

/** Returns a trader's stored record, which depends only on the id. */
export function plantedRecord(trader: number): TraderRecord {
  const record = RECORDS[trader % KINDS]
  if (!record) throw new Error('there is a record for each kind')
  return record
}

/** The q-value of a trader who has a p-value, else null: below 0.05 for one trader in two. */
export function plantedQValue(trader: number): number | null {
  return plantedRecord(trader).skill.pValue === null ? null : trader % 2 === 0 ? 0.01 : 0.2
}

/** The name of a category or tag. */
export function plantedLabel(label: number): string {
  return `label ${label}`
}

/** Returns the known facts of a condition: none of every third, and no subject of every fourth. */
export function plantedMarket(condition: number) {
  if (condition % 3 === 0) return null
  const id = `0x${condition.toString(16).padStart(64, '0')}`
  if (condition % 4 === 0) return { condition: id, question: null, slug: null }
  return { condition: id, question: `Will ${condition} come?`, slug: `will-${condition}-come` }
}

/** Everybody's profit and cost under a label, in micro-dollars. */
export function plantedBaseline(label: number, period: number) {
  return { stakedPnl: label * 1_000_000 - period * 300_000, cost: 50_000_000 }
}
