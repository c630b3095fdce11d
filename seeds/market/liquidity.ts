import { MICRO, type MicroPrice, type MicroShares, type Seconds } from '../../src/ledger/quantities.ts'
import { adjust, held, SMALLEST_ORDER } from '../traders/holdings.ts'
import { splitSets } from '../trading/collateral.ts'
import type { OpenCondition, Outcome, Trader } from '../world/model.ts'
import { anyOf, type World } from '../world/world-state.ts'

/** An order that crosses the book. */
export interface TakerOrder {
  taker: Trader
  condition: OpenCondition
  side: 'BUY' | 'SELL'
  outcome: Outcome
  shares: MicroShares
  /** Of the taker's outcome, before it walks up or down the book. */
  price: MicroPrice
  tick: MicroPrice
  time: Seconds
}

/** One resting order's part in a match, in terms of the maker. */
export interface MakerLeg {
  maker: Trader
  side: 'BUY' | 'SELL'
  outcome: Outcome
  shares: MicroShares
}

/**
 * Finds the counterparty of the next part of an order, for at most `wanted` shares, and moves the maker's holding:
 * first a resting order in the book, else a bot, the crowd or a quoting market maker. A maker on the same outcome
 * trades complementary; one on the other outcome mints with a buyer and merges with a seller.
 */
export function nextMaker(world: World, order: TakerOrder, wanted: MicroShares): MakerLeg {
  const leg = restingLeg(order, wanted) ?? quotedLeg(world, order, wanted)
  adjust(order.condition, leg.maker, leg.outcome, leg.side === 'BUY' ? leg.shares : -leg.shares)
  return leg
}

function restingLeg(order: TakerOrder, wanted: MicroShares): MakerLeg | undefined {
  const { resting } = order.condition
  const place = resting.findIndex(
    (waiting) =>
      waiting.trader !== order.taker && (waiting.side === order.side) === (waiting.outcome !== order.outcome),
  )
  const waiting = resting[place]
  if (!waiting) return undefined
  resting.splice(place, 1)
  const { trader: maker, side, outcome } = waiting
  const backed = side === 'BUY' ? waiting.shares : held(order.condition, maker, outcome)
  const shares = Math.min(wanted, waiting.shares, backed)
  return shares < SMALLEST_ORDER ? undefined : { maker, side, outcome, shares }
}

function quotedLeg(world: World, order: TakerOrder, wanted: MicroShares): MakerLeg {
  const bot = quotingBot(world, order.taker)
  if (bot && world.random.chance(1, 3)) return botLeg(bot, order, wanted)
  const slow = slowQuoter(world, order)
  if (slow) return buyingLeg(slow, order, Math.min(wanted, slow.scale * 40 * MICRO))
  const maker = anyOf(world, 'MARKET_MAKER')
  if (!maker || maker === order.taker) throw new RangeError('A simulated world needs a market maker.')
  return marketMakerLeg(world, maker, order, wanted)
}

function quotingBot(world: World, taker: Trader): Trader | undefined {
  const awake = (world.byRole.get('BOT') ?? []).filter(
    (bot) => bot !== taker && bot.from <= world.hour && world.hour < bot.until && bot.pace < 20,
  )
  return awake[world.random.below(Math.max(1, awake.length))]
}

/** Bots close what they have before they open more. */
function botLeg(maker: Trader, order: TakerOrder, wanted: MicroShares): MakerLeg {
  const most = Math.min(wanted, maker.scale * 2 * MICRO)
  const selling = sellingLeg(maker, order, most)
  return held(order.condition, maker, selling.outcome) >= most ? selling : buyingLeg(maker, order, most)
}

/**
 * A trader with a forgotten order in the book, preferably a large one: informed takers find more of them than others
 * do.
 */
function slowQuoter(world: World, { taker }: TakerOrder): Trader | undefined {
  const informed = taker.foresight > 0
  if (!world.random.chance(informed ? 14 : 1, 16)) return undefined
  const role = world.random.chance(4, 5) ? 'UNSKILLED' : 'CROWD'
  const [one, two] = [anyOf(world, role), anyOf(world, role)]
  const larger = one && two && one.scale < two.scale ? two : one
  return larger && larger !== taker && larger.from <= world.hour ? larger : undefined
}

function marketMakerLeg(world: World, maker: Trader, order: TakerOrder, shares: MicroShares): MakerLeg {
  const { condition, time } = order
  const selling = sellingLeg(maker, order, shares)
  const stocked = held(condition, maker, selling.outcome) >= shares
  if (stocked) return selling
  if (order.side === 'SELL' || world.random.chance(1, 2)) return buyingLeg(maker, order, shares)
  const lot = 2_000_000_000
  splitSets(world, { trader: maker, condition, amount: Math.ceil((shares * 2) / lot) * lot, time })
  return selling
}

function sellingLeg(maker: Trader, order: TakerOrder, shares: MicroShares): MakerLeg {
  const outcome = order.side === 'BUY' ? order.outcome : other(order.outcome)
  return { maker, side: 'SELL', outcome, shares }
}

function buyingLeg(maker: Trader, order: TakerOrder, shares: MicroShares): MakerLeg {
  const outcome = order.side === 'SELL' ? order.outcome : other(order.outcome)
  return { maker, side: 'BUY', outcome, shares }
}

function other(outcome: Outcome): Outcome {
  return outcome === 0 ? 1 : 0
}

/**
 * The shares, in whole hundredths and at least one share, for a number of dollars at a price. Below five cents the
 * number is the same as at five: the counterparty pays the rest of the dollar.
 */
export function sharesFor(dollars: number, price: MicroPrice): MicroShares {
  return Math.max(100, Math.floor((dollars * 100_000_000) / Math.max(50_000, price))) * 10_000
}
