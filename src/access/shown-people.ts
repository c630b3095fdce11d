import { meets, type Tier } from './tier.ts'

/** A tab of leaderboards with its access rule. */
export interface AccessibleTab {
  readonly access: 'PUBLIC' | 'SIGNED_IN'
}

/** Whether a tab's boards withhold their traders from callers who are not signed in. */
export function isGated({ access }: AccessibleTab): boolean {
  return access === 'SIGNED_IN'
}

/**
 * True if a caller of a tier may see the traders on a tab's boards. Anything else that would reveal them, such as a
 * trader's own ranks or a message to followers, follows the same rule.
 */
export function showsPeople(tab: AccessibleTab, tier: Tier): boolean {
  return !isGated(tab) || meets(tier, 'FREE')
}
