import type { Day } from '../ledger/quantities.ts'
import { type BoardTop, SKILLED, type TopsAsked, topsAsOf } from '../numbers/boards/tops-as-of.ts'
import type { Sources } from '../numbers/days/publisher-lease.ts'
import { readAlone } from '../numbers/days/read-beside.ts'
import type { Sql } from '../store/engine/database.ts'
import type { CohortWeek } from './cohort-weeks.ts'
import { COHORT_SIZE, type CohortDefinition, rankingById } from './cohorts.ts'

/** A cohort's members in a week by the ledger, best first. */
export interface CohortHead extends CohortWeek {
  traders: readonly number[]
}

/**
 * Ranks the members of cohorts from the ledger, as of the Sunday before each week, in one pass over all traders.
 * @param weeks ascending Mondays with their cohorts; cohorts with an unknown ranking are skipped
 * @throws PequodError as `refresh` does
 */
export async function cohortTops(
  sources: Sources,
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
): Promise<CohortHead[]> {
  return headsOf(weeks, await topsAsOf(sources, topsOfWeeks(weeks)))
}

/** The boards that rank the members of cohorts, as of the Sunday before each week. */
export function topsOfWeeks(weeks: ReadonlyMap<Day, readonly CohortDefinition[]>): TopsAsked {
  const ids = new Set([...weeks.values()].flat().map(({ board }) => board))
  const boards = [...ids].flatMap((id) => rankingById(id) ?? [])
  const tested = [...weeks].filter(([, cohorts]) => cohorts.some(({ board }) => board === SKILLED))
  return {
    days: [...weeks.keys()].map((week) => week - 1),
    boards,
    size: COHORT_SIZE,
    skilledOn: tested.map(([week]) => week - 1),
  }
}

/** The members by the tops of those boards; cohorts without one are skipped. */
export function headsOf(
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
  tops: readonly BoardTop[],
): CohortHead[] {
  return [...weeks].flatMap(([week, cohorts]) =>
    cohorts.flatMap(({ id, board }) => {
      const top = tops.find((one) => one.day === week - 1 && one.board === board)
      return top ? [{ cohort: id, week, traders: top.traders }] : []
    }),
  )
}

/**
 * As {@link cohortTops}, in a transaction that locks the ledger at its first read; it writes the days of behavior that
 * it needs.
 */
export function cohortTopsAlone(
  tx: Sql,
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
): Promise<CohortHead[]> {
  return readAlone(tx, Math.max(...weeks.keys()) - 1, (sources) => cohortTops(sources, weeks))
}
