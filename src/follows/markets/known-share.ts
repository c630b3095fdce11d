import { type MicroShares, mulDivFloor } from '../../ledger/quantities.ts'

/** Parts into which an outcome's shares are divided: rules and what is known of holders are in whole ones. */
export const SHARE_PARTS = 1_000
/** A holder of less of an outcome, in {@link SHARE_PARTS}, is nobody's news. */
export const LEAST_PART = 10
/** Of an outcome with fewer shares nobody is told: who holds much of little is no news. */
export const LEAST_SUPPLY: MicroShares = 5_000_000_000

/** How much of an outcome's shares some are, in {@link SHARE_PARTS}, rounded down: `n` of them are held or they are not. */
export function partOf(shares: MicroShares, supply: MicroShares): number {
  return mulDivFloor(shares, SHARE_PARTS, supply)
}

/** A side is a cohort's with so many thousandths of its value: what is between two sides changes none. */
export const LEAST_OF_SIDE = 600

/**
 * Up to which part of an outcome followers know a wallet to hold it: at least what it holds, and of what they were told before all
 * that it still holds nine tenths of. So whoever wants to be told of a part is told as it is reached, and again only after the
 * wallet held less than nine tenths of it.
 * @param told what they knew before, 0 for nothing
 */
export function knownPart(told: number, shares: MicroShares, supply: MicroShares): number {
  const kept = Math.min(told, mulDivFloor(shares, 10 * SHARE_PARTS, 9 * supply))
  const known = Math.max(partOf(shares, supply), kept)
  return known < LEAST_PART ? 0 : known
}
