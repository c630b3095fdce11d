import { type AccessibleTab, isGated } from '../../access/shown-people.ts'
import { leaderboardById, TABS } from '../../metrics/leaderboards.ts'
import { builder } from '../kit/builder.ts'
import type { ArgumentTier, TierCondition, TierRule } from '../kit/tier-rule.ts'

const SAYS = "the leaderboard's `access` is SIGNED_IN"

/** Where a row's leaderboard is for those who are signed in. */
export const ON_GATED_BOARD: TierCondition<[{ readonly tab: AccessibleTab }]> = {
  says: SAYS,
  holds: ({ tab }) => isGated(tab),
}

interface BoardParent {
  readonly definition: { readonly tab: AccessibleTab }
}

/** Who may give an argument of a leaderboard's rows that would tell rows of a gated one apart. */
export const TELLS_ROWS_APART = {
  requires: 'FREE',
  otherwise: 'ERROR',
  where: {
    says: SAYS,
    // A minimum of 0 leaves nobody out.
    holds: (value: unknown, { definition }: BoardParent) => Boolean(value) && isGated(definition.tab),
  },
} as const satisfies ArgumentTier<never>

/** Who may give an argument that makes a gated leaderboard another one: as of a day, or of a category. */
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

/** What is said where rows of gated leaderboards are left out of a list. */
export const WITHOUT_GATED = {
  requires: 'FREE',
  otherwise: 'FEWER',
  where: { says: SAYS, holds: () => true },
} as const satisfies TierRule<unknown>

/** Who sees a board whole. */
export const BoardAccessEnum = builder.enumType('BoardAccess', {
  description: "Audience of the traders in a leaderboard's rows.",
  values: {
    PUBLIC: { description: 'Everyone sees them.' },
    SIGNED_IN: {
      description: 'Signed-in callers; anonymous callers see only ranks and rounded values.',
    },
  } as const,
})
