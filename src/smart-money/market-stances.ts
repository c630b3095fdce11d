import { valueAt } from '../ledger/holding.ts'
import {
  type ConditionId,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
} from '../ledger/quantities.ts'
import type { Stance } from './stance.ts'

/** A member's holding of one outcome. */
export interface MemberHolding {
  trader: number
  market: number
  /** 0 is YES, 1 is NO. */
  outcome: number
  shares: MicroShares
}

/** An open market of two outcomes whose price is known. */
export interface PricedMarket {
  condition: ConditionId
  category: string | null
  /** The price of a YES share; a NO share costs one dollar less it. */
  price: MicroPrice
}

/** Fewer members with shares of some value make no stance. */
const MIN_MEMBERS = 3
/** A smaller marked value, in micro-dollars, makes no stance. */
const MIN_VALUE: MicroUsd = 5_000 * MICRO

interface Sums {
  yesValue: MicroUsd
  value: MicroUsd
  members: Set<number>
}

/**
 * A cohort's stance in each market with enough of its holdings, in the order of the conditions. Only holdings in open,
 * priced markets of two outcomes count; a member who holds both sides counts once, with both values.
 */
export function marketStances(
  holdings: Iterable<MemberHolding>,
  markets: ReadonlyMap<number, PricedMarket>,
): Stance[] {
  const sums = new Map<number, Sums>()
  for (const holding of holdings) {
    const priced = markets.get(holding.market)
    if (priced) addHolding(sums, holding, priced.price)
  }
  const stances: Stance[] = []
  for (const [market, priced] of markets) {
    const { members, yesValue, value } = sums.get(market) ?? NOTHING
    if (members.size < MIN_MEMBERS || value < MIN_VALUE) continue
    stances.push({ market, ...priced, members: members.size, yesValue, value })
  }
  return stances.sort((a, b) => (a.condition < b.condition ? -1 : 1))
}

const NOTHING: Sums = { yesValue: 0, value: 0, members: new Set() }

function addHolding(
  sums: Map<number, Sums>,
  { trader, market, outcome, shares }: MemberHolding,
  price: number,
) {
  const worth = valueAt(shares, outcome === 0 ? price : MICRO - price)
  if (worth === 0) return
  const known = sums.get(market) ?? { yesValue: 0, value: 0, members: new Set<number>() }
  known.value += worth
  if (outcome === 0) known.yesValue += worth
  known.members.add(trader)
  sums.set(market, known)
}
