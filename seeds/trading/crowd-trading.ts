import type { Seconds } from '../../src/ledger/quantities.ts'
import { sharesFor } from '../market/liquidity.ts'
import { crossBook } from '../market/match.ts'
import { quoteOf } from '../market/quote.ts'
import { adjust, held, heldSets, SMALLEST_ORDER } from '../traders/holdings.ts'
import type { OpenCondition, Outcome, Trader } from '../world/model.ts'
import { anyCondition, anyOf, type World } from '../world/world-state.ts'
import { mergeSets, splitSets } from './collateral.ts'
import { convertNos } from './conversion.ts'

/** A book holds this many waiting orders of the crowd; the oldest gives way. */
const MOST_RESTING = 24

/**
 * A visit of an uninformed trader of the crowd: it buys, leaves an order in the book, or returns to a position to sell,
 * merge, convert or transfer it.
 */
export function tradeCrowd(world: World, trader: Trader, time: Seconds): void {
  const choice = world.random.below(400)
  const condition = choice < 130 ? anyHeld(world, trader) : anyCondition(world)
  if (!condition) return
  if (choice < 3) transferAway(world, trader, condition, time)
  else if (choice < 12) tidyUp(world, trader, condition, time)
  else if (choice < 130) sellHeld(world, trader, condition, time)
  else if (choice < 190) restBid(world, trader, condition)
  else if (choice < 196) splitAndSell(world, trader, condition, time)
  else buySomething(world, trader, condition, time)
}

function anyHeld(world: World, trader: Trader): OpenCondition | undefined {
  return trader.held[world.random.below(Math.max(1, trader.held.length))] ?? anyCondition(world)
}

function anyOutcome(world: World): Outcome {
  return world.random.chance(1, 2) ? 0 : 1
}

function dollarsOf(world: World, trader: Trader): number {
  return Math.floor((trader.scale * world.random.pareto(2, 6_000)) / 100)
}

function buySomething(world: World, taker: Trader, condition: OpenCondition, time: Seconds): void {
  const outcome = anyOutcome(world)
  const { ask, tick } = quoteOf(world, condition, outcome)
  const shares = sharesFor(dollarsOf(world, taker), ask)
  crossBook(world, { taker, condition, side: 'BUY', outcome, shares, price: ask, tick, time })
}

/** Half of the sales cross the book, half wait in it. */
function sellHeld(world: World, taker: Trader, condition: OpenCondition, time: Seconds): void {
  const outcome = held(condition, taker, 0) >= held(condition, taker, 1) ? 0 : 1
  const whole = held(condition, taker, outcome)
  const shares = world.random.chance(2, 3) ? whole : Math.floor(whole / 20_000) * 10_000
  if (shares < SMALLEST_ORDER) return
  if (world.random.chance(1, 2)) {
    rest(condition, { trader: taker, side: 'SELL', outcome, shares })
  } else {
    const { bid, tick } = quoteOf(world, condition, outcome)
    crossBook(world, { taker, condition, side: 'SELL', outcome, shares, price: bid, tick, time })
  }
}

function restBid(world: World, trader: Trader, condition: OpenCondition): void {
  const outcome = anyOutcome(world)
  const { bid } = quoteOf(world, condition, outcome)
  rest(condition, { trader, side: 'BUY', outcome, shares: sharesFor(dollarsOf(world, trader), bid) })
}

function rest({ resting }: OpenCondition, order: OpenCondition['resting'][number]): void {
  if (resting.length >= MOST_RESTING) resting.shift()
  resting.push(order)
}

/** One way to sell what one does not have: make both outcomes, keep one. */
function splitAndSell(world: World, taker: Trader, condition: OpenCondition, time: Seconds): void {
  const amount = Math.max(10, taker.scale) * 1_000_000
  splitSets(world, { trader: taker, condition, amount, time })
  const outcome = anyOutcome(world)
  const { bid, tick } = quoteOf(world, condition, outcome)
  crossBook(world, { taker, condition, side: 'SELL', outcome, shares: amount, price: bid, tick, time })
}

/** Complete sets go back to collateral, NOs of several questions are converted. */
function tidyUp(world: World, trader: Trader, condition: OpenCondition, time: Seconds): void {
  if (convertNos(world, { trader, event: condition.event, least: 1_000_000, time })) return
  const amount = heldSets(condition, trader)
  if (amount >= 1_000_000) mergeSets(world, { trader, condition, amount, time })
}

function transferAway(world: World, trader: Trader, condition: OpenCondition, time: Seconds): void {
  const outcome = held(condition, trader, 0) >= held(condition, trader, 1) ? 0 : 1
  const amount = held(condition, trader, outcome)
  const to = anyOf(world, 'CROWD')
  if (!to || to === trader || to.from > world.hour || amount < SMALLEST_ORDER) return
  adjust(condition, trader, outcome, -amount)
  adjust(condition, to, outcome, amount)
  const token = condition.tokens[outcome]
  world.log.begin(time)
  world.log.append({ kind: 'TRANSFER', from: trader.address, to: to.address, token, amount })
}
