import type { Day } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/periods.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import type { PeriodRecord } from '../../store/snapshot/trader-record.ts'
import { hasFactWithin } from './has-fact-within.ts'
import { decidedMarkets, periodRecord } from './period-record.ts'
import type { TraderFacts } from './trader-facts.ts'

/**
 * A record for each period, in the order of `PERIODS`. If nothing happened between the starts of two periods, both have
 * the same record: most traders are new or inactive.
 * @param units all decided units of the facts' tokens
 */
export function periodRecords(facts: TraderFacts, units: readonly DecidedUnit[]): PeriodRecord[] {
  const records: PeriodRecord[] = []
  const markets = decidedMarkets(facts)
  let longer: { record: PeriodRecord; before: Day } | null = null
  for (let i = PERIODS.length - 1; i >= 0; i--) {
    const period = PERIODS[i]
    if (period === undefined) continue
    const before = dayBeforeWindow(period, facts.cutoffDay) ?? Number.NEGATIVE_INFINITY
    const isSame: boolean = longer !== null && !hasFactWithin(facts, longer.before + 1, before)
    const record: PeriodRecord =
      longer !== null && isSame ? longer.record : periodRecord(facts, period, units, markets)
    records[i] = record
    longer = { record, before }
  }
  return records
}
