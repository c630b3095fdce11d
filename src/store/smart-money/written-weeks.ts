import type { Sql } from '../engine/database.ts'
import { type CohortWeek, weekKey } from './cohorts.ts'
import type { StoredStance } from './views.ts'

/** How a cohort stood in a market at a week's start. */
export type WrittenStance = Omit<StoredStance, 'condition' | 'members'>

/** A cohort's week as it was written. */
export interface WrittenWeek extends CohortWeek {
  /** The market of its highlight; null where it has none. */
  highlight: number | null
  stances: WrittenStance[]
}

/** The number of the chain's newest record, 0 before the first: {@link readWrittenWeeks} gives the same until it changes. */
export async function readChainHead(sql: Sql): Promise<number> {
  const row = await sql.get<{ seq: number }>('SELECT COALESCE(MAX(seq), 0) AS seq FROM smart_signals')
  return row?.seq ?? 0
}

/** Every week of every cohort that has a stance, with all its stances. Two statements: for what is kept for a week. */
export async function readWrittenWeeks(sql: Sql): Promise<WrittenWeek[]> {
  const rows = await sql.all<WrittenStance & CohortWeek>(
    'SELECT cohort, week, condition_id AS market, category, yes_value AS "yesValue", value, price FROM smart_stances ' +
      'WHERE snapshot_id = 0 ORDER BY week, cohort, condition_id',
  )
  const highlights = await sql.all<CohortWeek & { market: number }>(
    "SELECT s.cohort, s.week, s.condition_id AS market FROM smart_signals s WHERE s.kind = 'HIGHLIGHT' AND NOT EXISTS (" +
      "SELECT 1 FROM smart_signals r WHERE r.cohort = s.cohort AND r.week = s.week AND r.seq > s.seq AND r.kind = 'RECALL')",
  )
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
