import { type AccessibleTab, isGated } from '../../access/shown-people.ts'
import { builder } from '../kit/builder.ts'
import type { TierCondition } from '../kit/tier-rule.ts'

/** Where a row's leaderboard is for those who are signed in. */
export const ON_GATED_BOARD: TierCondition<{ readonly tab: AccessibleTab }> = {
  says: "the leaderboard's `access` is SIGNED_IN",
  holds: ({ tab }) => isGated(tab),
}

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
