import { meets, type Tier } from './tier.ts'

/** A tab of leaderboards, as far as it matters who may see the traders behind its rows. */
export interface AccessibleTab {
  readonly access: 'PUBLIC' | 'SIGNED_IN'
}

/** Whether a tab's boards withhold their traders from callers who are not signed in. */
export function isGated({ access }: AccessibleTab): boolean {
  return access === 'SIGNED_IN'
}

/**
 * True if a caller of a tier may know who stands where on a tab's boards. Anything that would reveal it in another way, such
 * as a trader's own ranks or a message to followers, goes by this too.
 */
export function showsPeople(tab: AccessibleTab, tier: Tier): boolean {
  return !isGated(tab) || meets(tier, 'FREE')
}
