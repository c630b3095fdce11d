import type { Day } from '../ledger/quantities.ts'
import type { TokenHolding } from '../store/smart-money/member-holdings.ts'
import type { OpenMarket } from '../store/smart-money/open-markets.ts'
import type { SmartMoneyStore } from '../store/smart-money/smart-money-store.ts'
import { type MemberHolding, marketStances } from './market-stances.ts'
import type { Stance } from './stance.ts'

/**
 * How cohorts stand at a day's close, by the cohorts' names: nothing after the day is looked at. Three statements,
 * whatever the number of cohorts, members and positions.
 * @param members each cohort's traders
 */
export async function cohortStances(
  store: Pick<SmartMoneyStore, 'holdings' | 'openMarkets'>,
  members: ReadonlyMap<string, readonly number[]>,
  upTo: Day,
): Promise<Map<string, Stance[]>> {
  const everybody = [...new Set([...members.values()].flat())]
  const held = await store.holdings(everybody, upTo)
  const open = await store.openMarkets([...new Set(held.map(({ token }) => token))], upTo)
  const holdings = Map.groupBy(holdingsOf(held, open), ({ trader }) => trader)
  const priced = new Map(
    open.map(({ market, condition, category, price }) => [market, { condition, category, price }]),
  )
  const stances = new Map<string, Stance[]>()
  for (const [cohort, traders] of members) {
    const own = traders.flatMap((trader) => holdings.get(trader) ?? [])
    stances.set(cohort, marketStances(own, priced))
  }
  return stances
}

/** The holdings in open markets, each token as an outcome of its market. */
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
