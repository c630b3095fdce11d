import { valueAt } from '../ledger/holding.ts'
import {
  type ConditionId,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  type Seconds,
} from '../ledger/quantities.ts'
import type { MarketsMoment, OpenMarket } from './open-markets.ts'
import type { WeekRecords } from './signal-chain.ts'
import type { SmartMoneyStore, TokenHolding } from './smart-money-store.ts'
import type { Stance } from './stance.ts'

/** A market that would have a stance if it had not ended. */
export interface EndedStance {
  market: number
  condition: ConditionId
  members: number
  endsAt: Seconds
}

export interface CohortStances {
  /** In markets that have not ended, in the order of the conditions. */
  stances: Stance[]
  /** Excluded only because of their end time, in the same order. */
  ended: EndedStance[]
}

/** The stances of a cohort that was not requested or has no positions. */
export const NOWHERE: CohortStances = { stances: [], ended: [] }

/**
 * The stances of cohorts at a time, by the cohorts' names, from events up to its day. Five statements, regardless of the number of cohorts, members and positions.
 * @param members each cohort's traders
 * @param endOf decides which markets have ended; by current metadata unless given
 */
export async function cohortStances(
  store: Pick<SmartMoneyStore, 'holdings' | 'openMarkets'>,
  members: ReadonlyMap<string, readonly number[]>,
  moment: MarketsMoment,
  endOf: EndOf = endedAt(moment.at),
): Promise<Map<string, CohortStances>> {
  const everybody = [...new Set([...members.values()].flat())]
  const held = await store.holdings(everybody, moment)
  const tokens = [...new Set(held.map(({ token }) => token))]
  const open = (await store.openMarkets(tokens, moment)).filter((market) => endOf(market) !== 'DECIDED')
  const holdings = Map.groupBy(holdingsOf(held, open), ({ trader }) => trader)
  const priced = new Map(
    open.map(({ market, condition, category, price }) => [market, { condition, category, price }]),
  )
  const ends = new Map(open.map((market) => [market.market, endOf(market)]))
  const stances = new Map<string, CohortStances>()
  for (const [cohort, traders] of members) {
    const own = traders.flatMap((trader) => holdings.get(trader) ?? [])
    stances.set(cohort, withoutEnded(marketStances(own, priced), ends))
  }
  return stances
}

function withoutEnded(all: readonly Stance[], ends: ReadonlyMap<number, ReturnType<EndOf>>): CohortStances {
  const found: CohortStances = { stances: [], ended: [] }
  for (const stance of all) {
    const { market, condition, members } = stance
    const endsAt = ends.get(market)
    if (typeof endsAt === 'number') found.ended.push({ market, condition, members, endsAt })
    else found.stances.push(stance)
  }
  return found
}

function holdingsOf(held: readonly TokenHolding[], open: readonly OpenMarket[]): MemberHolding[] {
  const places = new Map<number, { market: number; outcome: number }>()
  for (const { market, yes, no } of open) {
    places.set(yes, { market, outcome: 0 })
    places.set(no, { market, outcome: 1 })
  }
  return held.flatMap(({ trader, token, shares }) => {
    const place = places.get(token)
    return place ? [{ trader, ...place, shares }] : []
  })
}

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

/** The current version of the rules for writing a week; version 1, written as null, kept ended markets in. */
export const WEEK_RULES = 2

/**
 * Decides whether an unresolved market has ended (methodology §9): DECIDED by its price, or the end time in its
 * metadata; null for an open market.
 */
export type EndOf = (
  market: Pick<OpenMarket, 'condition' | 'endsAt' | 'isDecided'>,
) => 'DECIDED' | Seconds | null

/** Ended markets at a moment, by current metadata. */
export function endedAt(at: Seconds): EndOf {
  return ({ endsAt, isDecided }) => (isDecided ? 'DECIDED' : upTo(at, endsAt))
}

/** Ended markets at the start of a written week, by the signal chain: later metadata changes nothing. */
export function endedAsWritten({ head, ended }: WeekRecords, at: Seconds): EndOf {
  if (head === null || head.rules === null) return () => null
  const times = new Map(ended.map(({ condition, detail }) => [condition, Number(detail)]))
  return ({ condition, isDecided }) => (isDecided ? 'DECIDED' : upTo(at, times.get(condition) ?? null))
}

function upTo(at: Seconds, time: Seconds | null): Seconds | null {
  return time !== null && time <= at ? time : null
}
