import { type Day, dayText } from '../../ledger/quantities.ts'
import { type Period, periodNamed } from '../../metrics/leaderboards.ts'
import type { DayWindow } from '../kit/board-access.ts'
import { canonical, type GivenOrder, orderText, questionPath } from '../kit/question-path.ts'
import type { GivenWhere } from './trader-where.ts'

/** A question about everybody, as a caller gives it. */
export interface GivenQuestion {
  where: GivenWhere | null
  orderBy: readonly GivenOrder[]
  period: Period
  window: DayWindow | null
  category: string | null
  tag: string | null
  asOf: Day | null
  compareTo: Day | null
}

/** The question as a link to the REST API: one text for one question, its parameters by name. Defaults are omitted. */
export function screenPath({
  where,
  orderBy,
  period,
  window,
  category,
  tag,
  asOf,
  compareTo,
}: GivenQuestion): string {
  return questionPath('/v1/traders', {
    where: where === null ? null : canonical(where),
    order: orderText(orderBy),
    period: period === 'ALL' || window !== null ? null : periodNamed(period).wire,
    from: window && dayText(window.from),
    to: window && dayText(window.to),
    category: category === null ? null : category.toLowerCase(),
    tag,
    asOf: asOf === null ? null : dayText(asOf),
    compareTo: compareTo === null ? null : dayText(compareTo),
  })
}
