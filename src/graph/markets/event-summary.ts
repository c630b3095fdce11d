import { centsText, dateText, plural } from '../../formats.ts'
import { DAY_SECONDS, type Day, MICRO, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import { isSettled } from '../../smart-money/market-prices.ts'
import type { ListedMarket } from '../../store/markets/market-list.ts'
import { distinctParts } from '../../text.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import {
  dayOfSnapshot,
  EventRef,
  type Market,
  type MarketEvent,
  marketsById,
  pricesOf,
} from '../kit/market-page.ts'
import { eventEnd } from '../kit/paging/page-slice.ts'
import { type MarketStand, moveClause, skillClause, summaryOf } from './market-summary.ts'
import { skilledMoney } from './skilled-money.ts'

/** The numbers that an event's sentences quote. */
export interface EventStand extends Pick<MarketStand, 'priceDayAgo' | 'money'> {
  /** The undecided market with the highest price, by the words that distinguish its question. */
  leader: { name: string; price: MicroPrice; outcome: string | null }
  /** The next one, with a price, and the day at whose close the first had passed it, if it did lately; null without. */
  second: { name: string; price: MicroPrice; passed: Day | null } | null
  /** True: exactly one of the markets comes true. */
  isExclusive: boolean
}

/**
 * The sentences about an event that trades: the market with the highest price and its change, the next one, then where skilled
 * traders have their money in the first one, if the 95% interval of the difference does not contain 0.
 */
export function sentencesOfEvent({ leader, second, isExclusive, priceDayAgo, money }: EventStand): string {
  const price = centsText(leader.price / MICRO)
  const leads = isExclusive
    ? `${leader.name} leads at ${price}`
    : `${leader.name} has the highest price, ${price}`
  const passed = second?.passed == null ? '' : ` and was passed on ${dayText(second.passed * DAY_SECONDS)}`
  const next =
    second === null ? '' : `; ${second.name} is next at ${centsText(second.price / MICRO)}${passed}`
  return [
    `${leads}${moveClause(leader.price, priceDayAgo)}${next}.`,
    ...skillClause(leader.outcome ?? 'the first outcome', money, leader.name),
  ].join(' ')
}

builder.objectFields(EventRef, (t) => ({
  summary: t.text((event, _args, context) => summaryOfEvent(event, context), {
    nullable: true,
    complexity: WHOLE_MARKET + MOST_EVENT_MARKETS + 4 * PASSED_WITHIN,
    description: `One or two sentences: the undecided market whose first outcome has the highest price, its change in 24 hours, the next market and when the first passed it (within ${PASSED_WITHIN} days), and where skilled traders have their money in the first one, in whole percents; the winner once decided; of an event of one market its own sentences. Null without a price, and beyond ${MOST_EVENT_MARKETS} markets.`,
  }),
}))

async function summaryOfEvent(event: MarketEvent, context: RequestContext): Promise<string | null> {
  const markets = await marketsOf(event, context)
  const [only] = markets ?? []
  if (markets === null || only === undefined) return null
  if (markets.length === 1) return summaryOf(only, context)
  const names = namesOf(markets)
  const { group } = only.facts
  const isExclusive = group !== null && markets.every(({ facts }) => facts.group === group)
  const won = isExclusive ? await winner(markets) : undefined
  if (won !== undefined) return `${names.get(won)} won on ${dayText(won.facts.resolvedTime ?? 0)}.`
  const [first, second] = await undecidedByPrice(markets)
  if (first === undefined) return `All ${plural(markets.length, 'market')} are resolved.`
  if (first.price === null) return null
  const day = dayOfSnapshot(event.snapshot)
  const { id } = first.market.facts
  // A page of its own: the page of all markets would read the holders of each.
  const alone = (await marketsById([id], event.snapshot, context)).get(id) ?? first.market
  const [passed, before, outcomes, money] = await Promise.all([
    second === undefined ? null : passedOn([first, second], day, context),
    first.market.page.pricesDayAgo(),
    first.market.page.outcomes(),
    skilledMoney(alone, context),
  ])
  const named = (market: Market, price: MicroPrice) => ({
    name: names.get(market) ?? market.condition,
    price,
  })
  return sentencesOfEvent({
    leader: { ...named(first.market, first.price), outcome: outcomes.get(id)?.[0]?.name ?? null },
    second:
      second === undefined || second.price === null
        ? null
        : { ...named(second.market, second.price), passed },
    isExclusive,
    priceDayAgo: before.get(id)?.[0] ?? null,
    money,
  })
}

/** Days whose closes are looked at for a change of the lead. */
const PASSED_WITHIN = 30

/**
 * The day at whose close the first market's price was above the second's for the first time since it last was not; null if that is
 * longer ago, or a close is unknown.
 */
async function passedOn(
  [first, second]: readonly [PricedMarket, PricedMarket],
  today: Day,
  { reader: { marketStore } }: RequestContext,
): Promise<Day | null> {
  if (first.price === null || second.price === null || first.price <= second.price) return null
  const { page, snapshot } = first.market
  const outcomes = await page.outcomes()
  const ids = [first, second].map(({ market }) => market.facts.id)
  const own = new Map(ids.map((id) => [id, outcomes.get(id) ?? []]))
  const closed = { ...eventEnd(snapshot), time: today * DAY_SECONDS - 1 }
  const asked = { seconds: PASSED_WITHIN * DAY_SECONDS, upTo: closed }
  const paths = await marketStore.paths(own, asked, PASSED_WITHIN)
  const [ahead, behind] = ids.map((id) => paths.get(id)?.toReversed() ?? [])
  const back =
    ahead?.findIndex((price, i) => price === null || price <= (behind?.[i] ?? Number.MAX_SAFE_INTEGER)) ?? -1
  return back < 0 || ahead?.[back] == null || behind?.[back] == null ? null : today - back
}

/** The words that distinguish the markets' questions. */
function namesOf(markets: readonly Market[]): ReadonlyMap<Market, string> {
  const parts = distinctParts(markets.map(({ question, condition }) => question ?? condition))
  return new Map(markets.map((market, i) => [market, parts[i] ?? market.condition]))
}

async function winner(markets: readonly Market[]): Promise<Market | undefined> {
  const decided = markets.filter((market) => !isUndecided(market))
  const prices = await Promise.all(decided.map(pricesOf))
  return decided.find((_market, i) => prices[i]?.[0] === MICRO)
}

function dayText(time: Seconds): string {
  return dateText(new Date(time * 1_000))
}

/** The most markets of an event that are read together; a neg-risk market has at most this number of questions. */
export const MOST_EVENT_MARKETS = 256

/** Lists every market of an event, the largest volume first. */
export async function listedMarketsOf(
  { facts, snapshot }: MarketEvent,
  { reader }: RequestContext,
): Promise<ListedMarket[]> {
  const list = await reader.marketStore.list(snapshot, snapshot.cutoff.time)
  return list.select('VOLUME', { event: facts.id }).all()
}

/** Returns every market of an event as one page, the largest volume first; null beyond {@link MOST_EVENT_MARKETS}. */
export async function marketsOf(event: MarketEvent, context: RequestContext): Promise<Market[] | null> {
  const listed = await listedMarketsOf(event, context)
  if (listed.length > MOST_EVENT_MARKETS) return null
  const ids = listed.map(({ market }) => market)
  const markets = await marketsById(ids, event.snapshot, context)
  return ids.flatMap((id) => markets.get(id) ?? [])
}

/** Returns whether a market is still to be decided. */
export function isUndecided({ facts, snapshot }: Market): boolean {
  return !isSettled(facts, snapshot.cutoff.time)
}

export interface PricedMarket {
  market: Market
  price: MicroPrice | null
}

/** Orders undecided markets by the price of their first outcome, highest first; of equal ones the given order remains. */
export async function undecidedByPrice(markets: readonly Market[]): Promise<PricedMarket[]> {
  const priced = markets
    .filter(isUndecided)
    .map(async (market) => ({ market, price: (await pricesOf(market))[0] ?? null }))
  return (await Promise.all(priced)).sort((a, b) => (b.price ?? -1) - (a.price ?? -1))
}
