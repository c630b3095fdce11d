import type { ConditionId, Seconds } from '../ledger/quantities.ts'
import { type EndOf, endedAt } from './ended-markets.ts'
import { type MemberHolding, marketStances } from './market-stances.ts'
import type { MarketsMoment, OpenMarket } from './open-markets.ts'
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

/** The holdings in open markets, each token mapped to an outcome of its market. */
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
