import { type MicroShares, mulDivFloor } from '../../ledger/quantities.ts'

/** Parts into which an outcome's shares are divided: rules and known holdings are whole parts. */
export const SHARE_PARTS = 1_000
/** The smallest part of an outcome, in {@link SHARE_PARTS}, whose holder is news. */
export const LEAST_PART = 10
/** The smallest supply of an outcome with notices of holders: a large part of a small supply is no news. */
export const LEAST_SUPPLY: MicroShares = 5_000_000_000

/**
 * Returns the part of an outcome's supply in {@link SHARE_PARTS}, rounded down, so that a part is never
 * reported before it is held.
 */
export function partOf(shares: MicroShares, supply: MicroShares): number {
  return mulDivFloor(shares, SHARE_PARTS, supply)
}

/**
 * The thousandths of a cohort's value that make a side its own. Between the two sides nothing changes.
 */
export const LEAST_OF_SIDE = 600

/**
 * Returns the part of an outcome that followers know a wallet to hold: at least its current part, or the
 * known one while it still holds nine tenths of that. A follower is notified when a part is reached, and
 * again only after the wallet held less than nine tenths of it.
 * @param told the part known before, 0 for none
 */
export function knownPart(told: number, shares: MicroShares, supply: MicroShares): number {
  const kept = Math.min(told, mulDivFloor(shares, 10 * SHARE_PARTS, 9 * supply))
  const known = Math.max(partOf(shares, supply), kept)
  return known < LEAST_PART ? 0 : known
}
