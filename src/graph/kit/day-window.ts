import { type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { argumentError } from './errors.ts'
import type { ArgumentTier } from './tier-rule.ts'

/** Days that follow one another, both included. */
export interface DayWindow {
  readonly from: Day
  readonly to: Day
}

/** A window as a caller gives it. */
export interface GivenDays {
  from?: Day | null | undefined
  to?: Day | null | undefined
}

/** The days of a leaderboard, as an argument. */
export const DayWindowInput = builder.inputType('DayWindow', {
  description: 'A range of UTC days, both ends included.',
  fields: (t) => ({
    from: t.field({
      type: 'Date',
      description:
        "First day of a window that replaces the id's period, within the ledger's days. Default with `to`: the ledger's first day.",
    }),
    to: t.field({
      type: 'Date',
      description:
        'Last day of that window. The answer is as of its close, so `asOf` cannot be combined with it. Default with `from`: the day of the current cutoff.',
    }),
  }),
})

/** The tier needed for days other than those of a period. */
export const PRO_WINDOW: ArgumentTier<GivenDays> = {
  requires: 'PRO',
  otherwise: 'ERROR',
  where: { says: 'it names a day', holds: namesDay },
}

/** Returns whether a window names a day; one without counts as omitted. */
export function namesDay({ from = null, to = null }: GivenDays): boolean {
  return from !== null || to !== null
}

/**
 * The days of a window that a caller gave, as far as the newest answer reaches.
 * @throws PequodError BAD_USER_INPUT where it reaches beyond the ledger, or ends before it begins
 */
export async function checkedWindow(
  { from, to }: GivenDays,
  { snapshot }: Pick<RequestContext, 'snapshot'>,
): Promise<DayWindow> {
  const { firstDay, cutoff } = await snapshot()
  const lastDay = dayOf(cutoff.time)
  const window = { from: from ?? firstDay, to: to ?? lastDay }
  if (window.from >= firstDay && window.from <= window.to && window.to <= lastDay) return window
  const message = `must be within ${dayText(firstDay)} to ${dayText(lastDay)}, the ledger's days, and must not end before it begins`
  throw argumentError({ issues: [{ code: 'custom', path: ['window'], message, input: window }] })
}
