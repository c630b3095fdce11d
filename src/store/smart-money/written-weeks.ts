import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { type CohortWeek, weekKey } from './cohorts.ts'
import { recallOf } from './signals.ts'
import { SMART_SIGNALS, SMART_STANCES } from './smart-money-tables.ts'
import type { StoredStance } from './views.ts'

/** A cohort's positions in a market at a week's start. */
export type WrittenStance = Omit<StoredStance, 'condition' | 'members'>

/** A cohort's week as it was written. */
export interface WrittenWeek extends CohortWeek {
  /** The market of its highlight; null where it has none. */
  highlight: number | null
  stances: WrittenStance[]
}

const HEAD = statement((from) =>
  from(SMART_SIGNALS).select<{ seq: number }>(from.raw('COALESCE(MAX(seq), 0) AS seq')),
)
const STANCES = statement((from) =>
  from(SMART_STANCES)
    .select<WrittenStance & CohortWeek>(
      ...(['cohort', 'week', 'condition_id as market', 'category'] as const),
      ...(['yes_value as yesValue', 'value', 'price'] as const),
    )
    .where('snapshot_id', 0)
    .orderBy('week')
    .orderBy('cohort')
    .orderBy('condition_id'),
)
const HIGHLIGHTS = statement((from) =>
  from(as(SMART_SIGNALS, 's'))
    .select<CohortWeek & { market: number }>('s.cohort', 's.week', 's.condition_id as market')
    .where('s.kind', 'HIGHLIGHT')
    .whereNotExists(recallOf(from)),
)

/** The number of the chain's newest record, 0 before the first: {@link readWrittenWeeks} gives the same until it changes. */
export async function readChainHead(sql: Sql): Promise<number> {
  return (await HEAD.get(sql))?.seq ?? 0
}

/** Every week of every cohort that has a stance, with all its stances. Two statements: for what is kept for a week. */
export async function readWrittenWeeks(sql: Sql): Promise<WrittenWeek[]> {
  const rows = await STANCES.all(sql)
  const highlights = await HIGHLIGHTS.all(sql)
  const markets = new Map(highlights.map((row) => [weekKey(row), row.market]))
  const weeks: WrittenWeek[] = []
  for (const { cohort, week, ...stance } of rows) {
    const last = weeks.at(-1)
    if (last?.cohort === cohort && last.week === week) last.stances.push(stance)
    else
      weeks.push({
        cohort,
        week,
        highlight: markets.get(weekKey({ cohort, week })) ?? null,
        stances: [stance],
      })
  }
  return weeks
}
