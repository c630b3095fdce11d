import { countText } from '../../formats.ts'
import { MAX_OUTCOMES } from '../../ledger/bounds.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { dollars, type RuleFields, type RulesOf } from '../rule-fields.ts'
import { LEAST_OF_SIDE, LEAST_PART, LEAST_SUPPLY, SHARE_PARTS } from './known-share.ts'

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
