import {
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
} from '../../src/ledger/quantities.ts'
import { adjust, held, SMALLEST_ORDER } from '../traders/holdings.ts'
import { nextOrderHash, type World } from '../world/world-state.ts'
import { type MakerLeg, nextMaker, type TakerOrder } from './liquidity.ts'
import { movedPrice } from './quote.ts'
import { takerFee } from './taker-fee.ts'

/** More resting orders than this are not crossed in one match; what is left of the order is dropped. */
const MOST_MAKERS = 4

/** A maker's leg at its price. */
interface PricedLeg extends MakerLeg {
  usd: MicroUsd
}

/**
 * Crosses the book: writes the makers' rows, then the taker's, in one transaction, and moves the shares. A seller's
 * order is cut to what it holds; below a hundredth of a share nothing happens and the answer is false.
 */
export function crossBook(world: World, order: TakerOrder): boolean {
  const backed = order.side === 'SELL' ? held(order.condition, order.taker, order.outcome) : order.shares
  const wanted = Math.min(order.shares, backed)
  if (wanted < SMALLEST_ORDER) return false
  const legs = gatherLegs(world, order, wanted)
  world.log.begin(order.time)
  for (const leg of legs) writeMaker(world, order, leg)
  writeTaker(world, order, legs)
  return true
}

function gatherLegs(world: World, order: TakerOrder, wanted: MicroShares): PricedLeg[] {
  const legs: PricedLeg[] = []
  let left = wanted
  while (left >= SMALLEST_ORDER && legs.length < MOST_MAKERS) {
    const steps = order.side === 'BUY' ? legs.length : -legs.length
    const leg = nextMaker(world, order, left)
    legs.push({ ...leg, usd: legUsd(order, leg, movedPrice(order.price, steps, order.tick)) })
    left -= leg.shares
  }
  return legs
}

/** A maker on the other outcome pays, or gets, what the taker's price leaves of a dollar. */
function legUsd(order: TakerOrder, leg: MakerLeg, price: MicroPrice): MicroUsd {
  return mulDivFloor(leg.shares, leg.outcome === order.outcome ? price : MICRO - price, MICRO)
}

function exchangeOf(world: World, { condition: { event } }: TakerOrder) {
  if (event.plan.fees === 'SHARES') return world.exchanges.first
  return event.market === null ? world.exchanges.plain : world.exchanges.negRisk
}

function writeMaker(world: World, order: TakerOrder, { maker, side, outcome, shares, usd }: PricedLeg): void {
  const token = order.condition.tokens[outcome]
  const amounts = { side, token, shares, usd, fee: 0, feeIn: 'USD' as const }
  const parties = {
    exchange: exchangeOf(world, order),
    owner: maker.address,
    counterparty: order.taker.address,
  }
  world.log.append({ kind: 'FILL', ...parties, role: 'MAKER', ...amounts, orderHash: nextOrderHash(world) })
  if (maker.role === 'MARKET_MAKER') world.made.set(maker, (world.made.get(maker) ?? 0) + usd)
}

function writeTaker(world: World, order: TakerOrder, legs: readonly PricedLeg[]): void {
  const { taker, condition, side, outcome } = order
  const shares = legs.reduce((sum, leg) => sum + leg.shares, 0)
  const usd = legs.reduce((sum, leg) => sum + (leg.outcome === outcome ? leg.usd : leg.shares - leg.usd), 0)
  const { fee, feeIn } = takerFee(condition.event.plan.fees, { side, shares, usd })
  const exchange = exchangeOf(world, order)
  const parties = { exchange, owner: taker.address, counterparty: exchange }
  const amounts = { side, token: condition.tokens[outcome], shares, usd, fee, feeIn }
  world.log.append({ kind: 'FILL', ...parties, role: 'TAKER', ...amounts, orderHash: nextOrderHash(world) })
  adjust(condition, taker, outcome, side === 'SELL' ? -shares : feeIn === 'SHARES' ? shares - fee : shares)
}
