import { meets, type Tier } from '../../access/tier.ts'
import { builder } from '../kit/builder.ts'
import type { TierCondition } from '../kit/tier-rule.ts'

/** A tab, as far as it matters who sees its boards whole. */
interface Accessible {
  readonly access: 'PUBLIC' | 'SIGNED_IN'
}

/** Where a row's leaderboard is for those who are signed in. */
export const ON_GATED_BOARD: TierCondition<{ readonly tab: Accessible }> = {
  says: "the leaderboard's `access` is SIGNED_IN",
  holds: ({ tab }) => tab.access === 'SIGNED_IN',
}

/**
 * True if a caller of a tier may know who stands where on a tab's boards. Whatever would tell it in another way, such
 * as a trader's own ranks, goes by this too.
 */
export function showsPeople(tab: Accessible, tier: Tier): boolean {
  return !ON_GATED_BOARD.holds({ tab }) || meets(tier, 'FREE')
}

/** Who sees a board whole. */
export const BoardAccessEnum = builder.enumType('BoardAccess', {
  description: "Who may see the traders behind a leaderboard's rows.",
  values: {
    PUBLIC: { description: 'Everyone sees them.' },
    SIGNED_IN: {
      description: 'Signed-in callers; anonymous callers see rows without identities.',
    },
  } as const,
})
