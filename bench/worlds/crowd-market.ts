import { simulatedCondition, simulatedHash, simulatedToken } from '../../seeds/traders/identifiers.ts'
import { createRandom, type Random } from '../../seeds/world/random.ts'
import type { MarketInfo, Resolve } from '../../src/ledger/event.ts'
import { MARKET_CATEGORIES } from '../../src/ledger/market-category.ts'
import { MICRO, type Seconds, type TokenId } from '../../src/ledger/quantities.ts'

const SEED = 1
const TAGS = 60
/** Days for which a market is open at most. */
const LONGEST = 60
/** Micro-dollars: no price comes nearer to 0 or to a dollar. */
const EDGE = 20_000
/** By how much a trade can move the price. */
const STEP = 8_000

/** A market of the crowd while it is open. */
export interface CrowdMarket {
  info: MarketInfo
  tokens: readonly [TokenId, TokenId]
  /** Days after the ledger's first; it is resolved at the start of the day `closes`. */
  opens: number
  closes: number
  /** Its part of the trades while it is open. */
  weight: number
  isOpen: boolean
  /** The first outcome's price; a walk. */
  price: number
}

/** The market of that number; they open one after the other. */
export function crowdMarket(number: number, markets: number, days: number): CrowdMarket {
  const random = createRandom(SEED, `crowd/market/${number}`)
  const name = `crowd/${number}`
  const tokens = [simulatedToken(SEED, `${name}/yes`), simulatedToken(SEED, `${name}/no`)] as const
  const opens = Math.floor((number * days) / markets)
  return {
    info: {
      kind: 'MARKET',
      condition: simulatedCondition(SEED, name),
      tokens,
      outcomes: ['Yes', 'No'],
      question: `Will thing ${number} happen?`,
      slug: `thing-${number}`,
      category: MARKET_CATEGORIES[random.below(MARKET_CATEGORIES.length)] ?? null,
      tags: [`tag ${random.below(TAGS)}`, `topic ${random.below(TAGS)}`],
      event: null,
      negRisk: null,
    },
    tokens,
    opens,
    closes: opens + 1 + random.below(LONGEST),
    weight: random.pareto(1, 100_000),
    isOpen: false,
    price: EDGE + Math.floor(random.fraction() * (MICRO - 2 * EDGE)),
  }
}

/** Moves the price by one trade, and answers what a share of the outcome costs. */
export function nextPrice(market: CrowdMarket, outcome: 0 | 1, random: Random): number {
  const moved = market.price + random.below(2 * STEP + 1) - STEP
  market.price = Math.min(MICRO - EDGE, Math.max(EDGE, moved))
  return outcome === 0 ? market.price : MICRO - market.price
}

/** The resolution of the market: the first outcome with the probability of its last price. */
export function resolutionOf(
  { info, price }: CrowdMarket,
  place: { block: number; time: Seconds },
  random: Random,
): Resolve {
  const payouts = random.fraction() * MICRO < price ? ['1', '0'] : ['0', '1']
  const tx = simulatedHash(SEED, `crowd/resolution/${info.condition}`)
  return { kind: 'RESOLVE', ...place, logIndex: 0, tx, condition: info.condition, payouts }
}
