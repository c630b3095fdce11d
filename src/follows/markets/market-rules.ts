import { countText } from '../../formats.ts'
import { MAX_OUTCOMES } from '../../ledger/bounds.ts'
import { MICRO, type MicroShares, mulDivFloor } from '../../ledger/quantities.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { dollars, type RuleFields, type RulesOf } from '../rule-fields.ts'

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

/** A level of a price: one that the price can leave again by two cents. */
export const LEVEL = { minimum: 0.02, maximum: 0.98 } as const satisfies ValueLimits
/** A change of a price within 24 hours. */
export const JUMP = { minimum: 0.05, maximum: 0.9 } as const satisfies ValueLimits
/** A part of an outcome's shares. */
export const HOLDER_SHARE = {
  minimum: LEAST_PART / SHARE_PARTS,
  maximum: 1,
} as const satisfies ValueLimits

const LEAST_SHARES = countText(LEAST_SUPPLY / MICRO)

export const MARKET_FIELDS = {
  outcome: {
    type: 'count',
    limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
    default: 0,
    names: ['First', 'Second'],
    label: 'Outcome',
    text: 'Index of the outcome that the rules watch, {limits}.',
  },
  above: dollars(LEVEL, {
    label: 'Rises to, ¢',
    default: null,
    unset: 'never',
    text: 'Level in USD per share, {limits}: notifies when the price reaches it from below.',
  }),
  below: dollars(LEVEL, {
    label: 'Falls to, ¢',
    default: null,
    unset: 'never',
    text: 'Level in USD per share, {limits}: notifies when the price reaches it from above.',
  }),
  jump: dollars(JUMP, {
    label: 'Moves in a day by, ¢',
    default: null,
    unset: 'never',
    text: 'Price change in USD per share, {limits}: notifies when the price differs by at least this from any price within the past 24 hours.',
  }),
  holderShare: {
    type: 'amount',
    label: 'A wallet holds, %',
    parts: SHARE_PARTS,
    limits: HOLDER_SHARE,
    default: null,
    unset: 'never',
    text: `Fraction of the outcome's shares, {limits}, in thousandths: notifies when a wallet reaches it, in an outcome of ${LEAST_SHARES} shares or more.`,
  },
  stance: {
    type: 'flag',
    label: 'Smart money changes sides',
    needs: 'PRO',
    text: `Whether to notify when smart money (the cohort TOP_PNL) changes sides: in a snapshot, ${LEAST_OF_SIDE / 10}% of its value or more is on the other side. Needs Pro.`,
  },
} as const satisfies RuleFields

/**
 * The rules of a followed market, with amounts in micro-dollars and thousandths. Its resolution always
 * notifies.
 */
export type MarketRules = RulesOf<typeof MARKET_FIELDS>
