import { valueAt } from '../ledger/holding.ts'
import {
  type ConditionId,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
} from '../ledger/quantities.ts'
import type { Stance } from './stance.ts'

/** What a member holds of one outcome. */
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
  /** What a YES share costs; a NO share costs the rest of a dollar. */
  price: MicroPrice
}

/** A market counts with at least so many members that hold shares worth something … */
const MIN_MEMBERS = 3
/** … and at least so much marked value, in micro-dollars. */
const MIN_VALUE: MicroUsd = 5_000 * MICRO

interface Sums {
  yesValue: MicroUsd
  value: MicroUsd
  members: Set<number>
}

/**
 * How a cohort stands in each market that enough of it holds, in the order of the conditions. Holdings in markets that are not priced, not
 * open or not of two outcomes do not count; a member who holds both sides counts once, with both values.
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
