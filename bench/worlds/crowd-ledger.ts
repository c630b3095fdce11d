import { simulatedAddress, simulatedHash } from '../../seeds/traders/identifiers.ts'
import { createRandom } from '../../seeds/world/random.ts'
import type { Fill, LedgerEvent, SourceRecord } from '../../src/ledger/event.ts'
import { DAY_SECONDS, MICRO } from '../../src/ledger/quantities.ts'
import { createCrowdHoldings, type Holding } from './crowd-holdings.ts'
import { crowdMarket, nextPrice, resolutionOf } from './crowd-market.ts'
import { createOpenMarkets } from './crowd-open-markets.ts'
import { createCrowdWallets } from './crowd-wallets.ts'

/** How large a crowd's ledger is. */
export interface CrowdSize {
  /** FILL lines, two for each trade. */
  fills: number
  /** Distinct wallets, each with a fill at least; at most half the number of fills. */
  traders: number
  /** Enough for one to be open on each of 400 days: 400 are. */
  markets: number
}

/** 2025-01-01 00:00 UTC, and for how long the ledger goes on. */
const START = 1_735_689_600
const DAYS = 400
const FIRST_BLOCK = 60_000_000
const SEED = 1
/** One in this number of trades tries to sell. */
const SOLD_IN = 3

/** A trade from the taker's view, with the price of a share in micro-dollars. */
interface Trade extends Holding {
  maker: number
  side: 'BUY' | 'SELL'
  price: number
}

/** A crowd while its ledger is written. */
interface Crowd {
  /** Resolves what has closed, and opens what begins. */
  beginDay(day: number, place: Place): LedgerEvent[]
  /** The next trade; `done` is the part of the ledger that ends with it. */
  trade(done: number): Trade
}

interface Place {
  block: number
  time: number
}

/**
 * The ledger of a crowd: MARKETs, then over 400 days fills and resolutions in the chain's order, the same for the same
 * size. Memory grows with the markets, not with the fills.
 */
export function* crowdLedger(size: CrowdSize): Generator<SourceRecord> {
  for (let number = 0; number < size.markets; number++) yield crowdMarket(number, size.markets, DAYS).info
  const crowd = createCrowd(size)
  const trades = Math.ceil(size.fills / 2)
  let trade = 0
  for (let day = 0; day < DAYS; day++) {
    const first = Math.floor((trades * day) / DAYS)
    const until = Math.floor((trades * (day + 1)) / DAYS)
    const midnight = START + day * DAY_SECONDS
    yield* crowd.beginDay(day, { block: FIRST_BLOCK + trade + day, time: midnight })
    for (; trade < until; trade++) {
      const time = midnight + Math.floor((DAY_SECONDS * (trade - first)) / (until - first))
      const fills = fillsOf(crowd.trade((trade + 1) / trades), { block: FIRST_BLOCK + trade + day + 1, time })
      yield* trade === trades - 1 && size.fills % 2 === 1 ? fills.slice(0, 1) : fills
    }
  }
}

function createCrowd({ traders, markets }: CrowdSize): Crowd {
  const random = createRandom(SEED, 'crowd')
  const wallets = createCrowdWallets(traders, random)
  const open = createOpenMarkets(markets, DAYS)
  const held = createCrowdHoldings(random)
  const buy = (done: number, maker: number): Trade => {
    const market = open.pick(random)
    const outcome = random.below(2) === 0 ? 0 : 1
    const price = nextPrice(market, outcome, random)
    // At least a dollar, seldom more than a hundred.
    const shares = Math.floor((random.pareto(1, 2_000_000) * 10_000 * MICRO) / price)
    const trade = { owner: wallets.taker(done), maker, market, outcome, side: 'BUY', shares, price } as const
    held.add(trade)
    held.add({ ...trade, owner: maker, outcome: outcome === 0 ? 1 : 0 })
    return trade
  }
  return {
    beginDay: (day, place) =>
      open.beginDay(day).map((market, i) => ({ ...resolutionOf(market, place, random), logIndex: i })),
    trade(done) {
      const maker = wallets.maker()
      const sold = wallets.isDue(done) || random.below(SOLD_IN) > 0 ? null : held.take()
      if (sold === null) return buy(done, maker)
      return { ...sold, maker, side: 'SELL', price: nextPrice(sold.market, sold.outcome, random) }
    },
  }
}

/** The taker's fill and the maker's: a BUY is met by one of the other outcome, a SELL by one of the same. */
function fillsOf({ owner, maker, market, outcome, side, shares, price }: Trade, place: Place): Fill[] {
  const tx = simulatedHash(SEED, `crowd/${place.block}`)
  const exchange = simulatedAddress(SEED, 'crowd/exchange')
  const [taker, other] = [addressOf(owner), addressOf(maker)]
  const met = side === 'SELL' ? outcome : 1 - outcome
  const usd = Math.floor((shares * price) / MICRO)
  const fill = { kind: 'FILL', ...place, tx, exchange, shares, fee: 0, feeIn: 'USD', orderHash: tx } as const
  const made = { owner: other, role: 'MAKER', side: 'BUY', token: market.tokens[met === 0 ? 0 : 1] } as const
  const taken = { owner: taker, role: 'TAKER', side, token: market.tokens[outcome] } as const
  return [
    { ...fill, ...made, logIndex: 0, counterparty: taker, usd: side === 'SELL' ? usd : shares - usd },
    { ...fill, ...taken, logIndex: 1, counterparty: exchange, usd },
  ]
}

function addressOf(wallet: number) {
  return simulatedAddress(SEED, `crowd/${wallet}`)
}
