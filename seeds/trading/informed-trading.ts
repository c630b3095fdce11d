import { MICRO, type MicroPrice, type Seconds } from '../../src/ledger/quantities.ts'
import { sharesFor } from '../market/liquidity.ts'
import { crossBook } from '../market/match.ts'
import { foreseenOdds } from '../market/open-market.ts'
import { quoteOf } from '../market/quote.ts'
import { held, SMALLEST_ORDER } from '../traders/holdings.ts'
import type { OpenCondition, Outcome, Trader } from '../world/model.ts'
import { anyCondition, type World } from '../world/world-state.ts'

/** A market as a trader with foresight sees it. */
interface Opportunity {
  condition: OpenCondition
  outcome: Outcome
  /** The trader's estimate of the outcome's value. */
  belief: MicroPrice
  ask: MicroPrice
}

/** The conditions of an informed trader's bet. */
interface Appetite {
  /** Conditions that it looks at before it decides. */
  looks: number
  /** The minimum excess of belief over the ask. */
  margin: MicroPrice
  /** The least belief. */
  conviction: MicroPrice
  /** The lowest and the highest price it pays. */
  floor: MicroPrice
  ceiling: MicroPrice
}

const SKILLED: Appetite = { looks: 3, margin: 60_000, conviction: 0, floor: 150_000, ceiling: 850_000 }
const SNIPER: Appetite = { looks: 10, margin: 120_000, conviction: 930_000, floor: 450_000, ceiling: 820_000 }

/** A skilled trader's visit: now and then it leaves a position that it no longer believes in, else it looks for one. */
export function tradeSkilled(world: World, trader: Trader, time: Seconds): void {
  if (world.random.chance(1, 8) && leaveDisbelieved(world, trader, time)) return
  const found = bestOpportunity(world, trader, SKILLED)
  if (found) buyFound(world, trader, found, time)
}

/** A sniper's visit: it takes only what it is nearly sure of, and holds it to the end. */
export function tradeSniper(world: World, trader: Trader, time: Seconds): void {
  const found = bestOpportunity(world, trader, SNIPER)
  if (found) buyFound(world, trader, found, time)
}

function bestOpportunity(world: World, trader: Trader, appetite: Appetite): Opportunity | undefined {
  let best: Opportunity | undefined
  for (let look = 0; look < appetite.looks; look++) {
    const seen = opportunity(world, trader, anyCondition(world))
    if (!seen || !appeals(seen, appetite)) continue
    if (!best || seen.belief - seen.ask > best.belief - best.ask) best = seen
  }
  return best
}

function appeals({ ask, belief }: Opportunity, { floor, ceiling, conviction, margin }: Appetite): boolean {
  return ask >= floor && ask <= ceiling && belief >= conviction && belief - ask >= margin
}

function opportunity(world: World, trader: Trader, condition?: OpenCondition): Opportunity | undefined {
  if (!condition) return undefined
  const belief = beliefOf(world, trader, condition)
  const [yes, no] = [quoteOf(world, condition, 0).ask, quoteOf(world, condition, 1).ask]
  return belief - yes > MICRO - belief - no
    ? { condition, outcome: 0, belief, ask: yes }
    : { condition, outcome: 1, belief: MICRO - belief, ask: no }
}

/** Foresight is imprecise, with an error of up to four cents. */
function beliefOf(world: World, trader: Trader, condition: OpenCondition): MicroPrice {
  const error = world.random.below(80_001) - 40_000
  const foreseen = foreseenOdds(condition, trader, { hour: world.hour, informed: world.size.informed })
  return Math.min(MICRO, Math.max(0, foreseen + error))
}

/** Sizes vary little around the trader's own, with one order in sixteen six times as large. */
function buyFound(world: World, taker: Trader, { condition, outcome }: Opportunity, time: Seconds): void {
  const { ask, tick } = quoteOf(world, condition, outcome)
  const percent = (60 + world.random.below(81)) * (world.random.chance(1, 16) ? 6 : 1)
  const shares = sharesFor(Math.floor((taker.scale * percent) / 100), ask)
  crossBook(world, { taker, condition, side: 'BUY', outcome, shares, price: ask, tick, time })
}

function leaveDisbelieved(world: World, taker: Trader, time: Seconds): boolean {
  const condition = taker.held[world.random.below(Math.max(1, taker.held.length))]
  if (!condition) return false
  const outcome = held(condition, taker, 0) >= SMALLEST_ORDER ? 0 : 1
  const belief = beliefOf(world, taker, condition)
  const { bid, tick } = quoteOf(world, condition, outcome)
  if ((outcome === 0 ? belief : MICRO - belief) > bid - 50_000) return false
  const shares = held(condition, taker, outcome)
  return crossBook(world, { taker, condition, side: 'SELL', outcome, shares, price: bid, tick, time })
}
