import type { Day } from '../ledger/quantities.ts'
import { boardTops } from '../refresh/boards/board-tops.ts'
import type { Sources } from '../refresh/days/publisher-lease.ts'
import { readAlone } from '../refresh/days/update-behaviour.ts'
import type { Sql } from '../store/engine/database.ts'
import type { CohortWeek } from '../store/smart-money/cohorts.ts'
import { COHORT_SIZE, type CohortDefinition } from './cohorts.ts'
import { rankingById } from './rankings.ts'

/** Whom the ledger gives a cohort in a week, best first. */
export interface CohortHead extends CohortWeek {
  traders: readonly number[]
}

/**
 * Whom the ledger gives cohorts in weeks, as of the Sunday before each, in one pass over everybody's ledger.
 * @param weeks ascending Mondays with their cohorts; those whose ranking is not known are left out
 * @throws PequodError as `refresh` does
 */
export async function cohortTops(
  sources: Sources,
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
): Promise<CohortHead[]> {
  const ids = new Set([...weeks.values()].flat().map(({ board }) => board))
  const boards = [...ids].flatMap((id) => rankingById(id) ?? [])
  const days = [...weeks.keys()].map((week) => week - 1)
  const tops = await boardTops(sources, { days, boards, size: COHORT_SIZE })
  return [...weeks].flatMap(([week, cohorts]) =>
    cohorts.flatMap(({ id, board }) => {
      const top = tops.find((one) => one.day === week - 1 && one.board === board)
      return top ? [{ cohort: id, week, traders: top.traders }] : []
    }),
  )
}

/** The same in a transaction that holds the ledger still, as its first reads; days of behaviour that it makes are its own. */
export function cohortTopsAlone(
  tx: Sql,
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
): Promise<CohortHead[]> {
  return readAlone(tx, Math.max(...weeks.keys()) - 1, (sources) => cohortTops(sources, weeks))
}
