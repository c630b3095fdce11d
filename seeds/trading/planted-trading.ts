import type { Seconds } from '../../src/ledger/quantities.ts'
import { sharesFor } from '../market/liquidity.ts'
import { crossBook } from '../market/match.ts'
import { publicOdds } from '../market/open-market.ts'
import { movedPrice, quoteOf } from '../market/quote.ts'
import { held } from '../traders/holdings.ts'
import type { OpenCondition, Outcome, Trader } from '../world/model.ts'
import { anyCondition, type World } from '../world/world-state.ts'

/** An unskilled trader's visit: it buys a long shot, and pays up for it. */
export function tradeUnskilled(world: World, taker: Trader, time: Seconds): void {
  const condition = anyCondition(world)
  const outcome = condition && outcomeBelow(world, condition, 400_000)
  if (!condition || outcome === undefined) return
  const dollars = Math.floor((taker.scale * world.random.pareto(2, 400)) / 100)
  const { ask, tick } = quoteOf(world, condition, outcome)
  const price = movedPrice(ask, 1 + world.random.below(3), tick)
  const shares = sharesFor(dollars, price)
  crossBook(world, { taker, condition, side: 'BUY', outcome, shares, price, tick, time })
}

/** A specialist's visit: it backs outsiders, in its own field only. */
export function tradeSpecialist(world: World, taker: Trader, time: Seconds): void {
  const events = world.open.filter((event) => event.plan.category === taker.field)
  const event = events[world.random.below(Math.max(1, events.length))]
  const condition = event?.conditions[world.random.below(event.conditions.length)]
  const outcome = condition && outcomeBelow(world, condition, 420_000)
  if (!condition || outcome === undefined) return
  const { ask, tick } = quoteOf(world, condition, outcome)
  const shares = sharesFor(Math.floor((taker.scale * world.random.pareto(2, 500)) / 100), ask)
  crossBook(world, { taker, condition, side: 'BUY', outcome, shares, price: ask, tick, time })
}

/** The outcome that is cheaper than a bound but not yet given up. */
function outcomeBelow(world: World, condition: OpenCondition, bound: number): Outcome | undefined {
  const odds = publicOdds(condition, world.hour)
  if (odds >= 30_000 && odds < bound) return 0
  return odds <= 970_000 && odds > 1_000_000 - bound ? 1 : undefined
}

/** A farmer's visit: it buys what costs at least .95 in a market that ends within days. */
export function tradeFarmer(world: World, taker: Trader, time: Seconds): void {
  const ending = world.open.filter((event) => event.plan.closes - world.hour <= 72)
  const event = ending[world.random.below(Math.max(1, ending.length))]
  const condition = event?.conditions[world.random.below(event.conditions.length)]
  if (!condition) return
  const outcome = publicOdds(condition, world.hour) > 500_000 ? 0 : 1
  const { ask, tick } = quoteOf(world, condition, outcome)
  if (ask < 952_000) return
  const shares = sharesFor(Math.floor((taker.scale * (50 + world.random.below(101))) / 100), ask)
  crossBook(world, { taker, condition, side: 'BUY', outcome, shares, price: ask, tick, time })
}

/** One order of a bot: always of nearly the same size, between bid and ask, closing before it opens. */
export function tradeBot(world: World, taker: Trader, time: Seconds): void {
  const event = world.open[world.random.below(Math.min(8, Math.max(1, world.open.length)))]
  const condition = event?.conditions[world.random.below(event.conditions.length)]
  if (!condition) return
  const outcome: Outcome = held(condition, taker, 0) >= held(condition, taker, 1) ? 0 : 1
  const dollars = taker.scale + world.random.below(1 + Math.floor(taker.scale / 8))
  const { bid, ask, tick } = quoteOf(world, condition, outcome)
  const shares = sharesFor(dollars, ask)
  const side = held(condition, taker, outcome) >= shares ? 'SELL' : 'BUY'
  const price = side === 'SELL' ? bid + tick : ask - tick
  crossBook(world, { taker, condition, side, outcome, shares, price, tick, time })
}
