import { type AccessibleTab, isGated } from '../../access/shown-people.ts'
import { leaderboardById, TABS } from '../../metrics/leaderboards.ts'
import { builder } from '../kit/builder.ts'
import type { ArgumentTier, TierCondition, TierRule } from '../kit/tier-rule.ts'

const SAYS = "the leaderboard's `access` is SIGNED_IN"

/** Holds for rows of leaderboards that require sign-in. */
export const ON_GATED_BOARD: TierCondition<[{ readonly tab: AccessibleTab }]> = {
  says: SAYS,
  holds: ({ tab }) => isGated(tab),
}

interface BoardParent {
  readonly definition: { readonly tab: AccessibleTab }
}

/** The tier needed for an argument that would tell rows of a gated board apart. */
export const TELLS_ROWS_APART = {
  requires: 'FREE',
  otherwise: 'ERROR',
  where: {
    says: SAYS,
    // A minimum of 0 excludes no row.
    holds: (value: unknown, { definition }: BoardParent) => Boolean(value) && isGated(definition.tab),
  },
} as const satisfies ArgumentTier<never>

/** The tier needed for a gated leaderboard as of a day or of a category. */
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
