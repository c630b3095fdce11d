import { isGated, meets, type Tier } from '../../access/tier.ts'
import { countText } from '../../formats.ts'
import { type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import { DEFAULT_ROWS, leaderboardById, MAX_ROWS, TABS } from '../../metrics/leaderboards.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { argumentError } from './errors.ts'
import type { ArgumentTier, TierCondition, TierRule } from './tier-rule.ts'

const SAYS = "the leaderboard's `access` is SIGNED_IN"

interface BoardAccess {
  /** True if the board withholds its traders from anonymous callers: it is gated, and not as of an earlier month. */
  readonly isGated: boolean
}

/** Holds for rows of leaderboards that require sign-in. */
export const ON_GATED_BOARD: TierCondition<[BoardAccess]> = {
  says: SAYS,
  holds: (row) => row.isGated,
}

/** The tier needed for a condition that would tell rows of a gated board apart. */
export const TELLS_ROWS_APART = {
  requires: 'FREE',
  otherwise: 'ERROR',
  where: {
    says: SAYS,
    holds: (_where: unknown, board: BoardAccess) => board.isGated,
  },
} as const satisfies ArgumentTier<never>

/** The tier needed for a gated leaderboard as of a day of the current month. The resolver decides: the month is that of its snapshot. */
export const ON_A_LATE_DAY = {
  requires: 'FREE',
  otherwise: 'ERROR',
  where: { says: `${SAYS} and the day is of the current month`, holds: () => false },
} as const satisfies ArgumentTier<never>

/** The tier needed for a gated leaderboard of a category. */
export const MAKES_ANOTHER_BOARD = {
  requires: 'FREE',
  otherwise: 'ERROR',
  where: {
    says: SAYS,
    holds: (_value: unknown, _root: unknown, { id }: { id?: string }) => {
      const tab = leaderboardById(id ?? '')?.tab ?? TABS.find(({ wire }) => wire === id)
      return tab !== undefined && isGated(tab)
    },
  },
} as const satisfies ArgumentTier<never>

/** The text on lists that omit rows of gated leaderboards. */
export const WITHOUT_GATED = {
  requires: 'FREE',
  otherwise: 'FEWER',
  where: { says: SAYS, holds: () => true },
} as const satisfies TierRule<unknown>

/** The tier needed to see a whole board. */
export const BoardAccessEnum = builder.enumType('BoardAccess', {
  description: "Audience of the traders in a leaderboard's rows.",
  values: {
    PUBLIC: { description: 'Everyone sees them.' },
    SIGNED_IN: {
      description: 'Signed-in callers; anonymous callers see only ranks and rounded values.',
    },
  } as const,
})

/** The tier needed for more rows than the public ones. */
export const MORE_ROWS: ArgumentTier<number> = {
  requires: 'PRO',
  otherwise: 'NULL',
  where: { says: `it is above ${DEFAULT_ROWS}`, holds: (limit) => limit > DEFAULT_ROWS },
}

/** The ids of the first traders of a leaderboard, best first. */
export async function firstTraders(
  board: string,
  top: number,
  snapshot: Snapshot,
  { reader, caller }: RequestContext,
): Promise<number[]> {
  const order = await reader.order(snapshot, board, {}, caller.limiterKey)
  return order === null ? [] : [...order.traders.subarray(0, Math.min(top, order.count))]
}

/** The part of a board's order that a caller gets: rows from `from`, counted from 0, to before `to`. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/**
 * Returns the rows that a resolver's arguments request after {@link MORE_ROWS} was applied: those after the
 * first `from`, down to the lowest row that the tier may see over any number of pages.
 */
export function rowRange(
  { first }: { first?: number | null | undefined },
  from: number,
  tier: Tier,
): RowRange {
  return { from, to: Math.min(from + (first ?? DEFAULT_ROWS), shownRows(tier)) }
}

/** Returns the number of rows of a board that a tier may see. */
export function shownRows(tier: Tier): number {
  return meets(tier, 'PRO') ? MAX_ROWS : DEFAULT_ROWS
}

/**
 * Returns one sentence on why rows below a part of a board with `total` rows are withheld. Null if none are:
 * a board shorter than the public part withholds nothing.
 */
export function truncatedReason({ to }: RowRange, total: number, tier: Tier): string | null {
  const shown = shownRows(tier)
  if (to < shown || total <= shown) return null
  return meets(tier, 'PRO') ? NO_MORE : NO_MORE_WITHOUT_PRO
}

const NO_MORE = `A leaderboard has at most ${countText(MAX_ROWS)} rows to show.`
const NO_MORE_WITHOUT_PRO = `Only the first ${countText(DEFAULT_ROWS)} rows are shown without Pro: sign in with a Pro account for up to ${countText(MAX_ROWS)}.`

/** Days that follow one another, both included. */
export interface DayWindow {
  readonly from: Day
  readonly to: Day
}

export interface GivenDays {
  from?: Day | null | undefined
  to?: Day | null | undefined
}

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
