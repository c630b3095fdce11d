import type { ChainLog } from '../../../src/chain/fact.ts'
import { Books } from './books.ts'
import { encode, hash, move, rowV1, rowV2 } from './encoded-logs.ts'
import { strangersDeed } from './strangers.ts'
import {
  adapterConvert,
  adapterMerge,
  adapterRedeem,
  adapterSplit,
  type Conversion,
  CTF,
  ctfMerge,
  ctfRedeem,
  ctfSplit,
  type Market,
  negRiskConvert,
  negRiskMerge,
  negRiskRedeem,
  negRiskSplit,
  netOf,
  type Telling,
  tokensOf,
} from './venue-logs.ts'
import {
  type Draw,
  drawFrom,
  FEE_BIPS,
  M,
  MARKETS,
  NEG_RISK_MARKET,
  OPERATOR,
  ORACLE,
  PLAIN,
  POOL,
  preparations,
  QUESTION_MARKETS,
  QUESTIONS,
  TRADERS,
} from './world-markets.ts'
import { matchOrders } from './world-match.ts'

/*
 * A small world in which wallets trade and move in every way that the venue knows, and strangers interfere. It keeps
 * its own books, in dollars and plain fractions, from the acts and not from logs, and writes the logs that the
 * contracts emit for them. A reader of the logs must come to the same books, to a hundredth of a cent.
 */

/** The world as it has come to be. */
export class World {
  /** Each inner list is one transaction, in order. */
  readonly transactions: ChainLog[][] = preparations()
  readonly books = new Books()
  readonly #resolved = new Map<string, readonly [number, number]>()
  readonly #repeats: Record<Telling['generation'], Telling['repeats']>

  constructor(draw: Draw) {
    const repeats = ['NEVER', 'BEFORE', 'AFTER'] as const
    this.#repeats = { '': repeats[draw(3)] ?? 'NEVER', Old: repeats[draw(3)] ?? 'NEVER' }
  }

  /** Does one thing, if it can be done. */
  act(draw: Draw): void {
    const often = [this.#match, this.#sets, this.#convert, this.#match]
    const rare = [this.#direct, this.#transfer, this.#trade, this.#redeem, strangersDeed]
    const deeds = [...often, ...often, ...rare]
    const deed = deeds[draw(deeds.length)]
    const logs = deed?.call(this, draw) ?? []
    // A relayer puts what wallets do into one transaction; operators match in their own.
    const last = this.transactions.at(-1)
    const joins = deed !== this.#match && deed !== this.#direct && this.#joined && draw(3) === 0
    if (logs.length > 0 && joins && last !== undefined) last.push(...logs)
    else if (logs.length > 0) this.transactions.push(logs)
    if (logs.length > 0) this.#joined = deed === this.#sets || deed === this.#convert || deed === this.#redeem
  }

  #joined = false

  /** Ends every market. */
  end(draw: Draw): void {
    for (const market of MARKETS) this.#resolve(market, draw(2) === 0 ? [1, 0] : [0, 1])
  }

  #open(draw: Draw): Market | null {
    const open = MARKETS.filter(({ condition }) => !this.#resolved.has(condition))
    return open[draw(Math.max(1, open.length))] ?? null
  }

  #telling(draw: Draw): Telling {
    const generation = draw(2) === 0 ? '' : 'Old'
    return { generation, repeats: this.#repeats[generation], batch: draw(2) === 0 }
  }

  #match(draw: Draw): ChainLog[] {
    const market = this.#open(draw)
    const telling: Telling = { generation: '', repeats: this.#repeats[''], batch: true }
    return market === null ? [] : matchOrders(this.books, market, telling, draw)
  }

  #direct(draw: Draw): ChainLog[] {
    const market = this.#open(draw)
    const owner = TRADERS[draw(TRADERS.length)]
    if (market === null || owner === undefined) return []
    const token = tokensOf(market)[draw(2)] ?? ''
    const buys = draw(2) === 0
    const most = buys ? 40 : this.books.whole(owner, token)
    if (most < 1) return []
    const shares = 1 + draw(most)
    const dollars = (shares * (1 + draw(99))) / 100
    this.books.fill(owner, token, buys, { shares, dollars, fee: 0, inShares: false })
    const terms = { maker: owner, taker: OPERATOR, token, shares: shares * M, usd: Math.round(dollars * M) }
    const row = { ...terms, side: buys ? ('BUY' as const) : ('SELL' as const) }
    return [
      buys ? move(OPERATOR, owner, token, shares * M) : move(owner, OPERATOR, token, shares * M),
      draw(2) === 0 ? rowV1(row) : rowV2(row),
    ]
  }

  #sets(draw: Draw): ChainLog[] {
    const market = this.#open(draw)
    const owner = TRADERS[draw(TRADERS.length)]
    if (market === null || owner === undefined) return []
    const [yes, no] = tokensOf(market)
    const splits = draw(2) === 0
    const most = splits ? 60 : Math.min(this.books.whole(owner, yes), this.books.whole(owner, no))
    if (most < 1) return []
    const shares = 1 + draw(most)
    for (const token of [yes, no])
      if (splits) this.books.buy(owner, token, shares, shares / 2)
      else this.books.sell(owner, token, shares, shares / 2)
    if (draw(2) === 0)
      return (splits ? adapterSplit : adapterMerge)(owner, market, shares * M, this.#telling(draw))
    const own = market.negRisk
      ? { split: negRiskSplit, merge: negRiskMerge }
      : { split: ctfSplit, merge: ctfMerge }
    return (splits ? own.split : own.merge)(owner, market, shares * M)
  }

  #convert(draw: Draw): ChainLog[] {
    if (QUESTION_MARKETS.some(({ condition }) => this.#resolved.has(condition))) return []
    const owner = TRADERS[draw(TRADERS.length)]
    if (owner === undefined) return []
    const noOf = (question: number) => tokensOf(MARKETS[PLAIN.length + question] as Market)[1]
    const converted = [0, 1, 2].filter(
      (question) => this.books.whole(owner, noOf(question)) > 0 && draw(4) > 0,
    )
    if (converted.length === 0) return []
    const most = Math.min(...converted.map((question) => this.books.whole(owner, noOf(question))))
    const amount = 1 + draw(most)
    const conversion: Conversion = {
      market: NEG_RISK_MARKET,
      questions: QUESTIONS,
      converted,
      amount: amount * M,
      feeBips: FEE_BIPS,
    }
    const net = netOf(conversion) / M
    const paid = (converted.length - 1) * net
    const others = [0, 1, 2].filter((question) => !converted.includes(question))
    let basis = 0
    for (const question of converted) {
      const held = this.books.held(owner, noOf(question))
      const part = (held.cost * amount) / held.shares
      basis += part
      held.cost -= part
      held.shares -= amount
    }
    for (const question of others) {
      const [yes] = tokensOf(MARKETS[PLAIN.length + question] as Market)
      this.books.buy(owner, yes, net, (basis - paid) / others.length)
    }
    if (others.length === 0) this.books.held(owner, noOf(0)).realized += paid - basis
    if (draw(2) === 0) return adapterConvert(owner, conversion, this.#telling(draw))
    return negRiskConvert(owner, conversion)
  }

  #transfer(draw: Draw): ChainLog[] {
    const from = TRADERS[draw(TRADERS.length)]
    const to = TRADERS[draw(TRADERS.length)]
    if (from === undefined || to === undefined || from === to) return []
    const tokens = MARKETS.flatMap(tokensOf).filter(
      (token) => this.books.whole(from, token) > 0 && draw(3) === 0,
    )
    const items = tokens.map((token) => [token, 1 + draw(this.books.whole(from, token))] as const)
    for (const [token, shares] of items) {
      const held = this.books.held(from, token)
      const basis = (held.cost * shares) / held.shares
      held.shares -= shares
      held.cost -= basis
      this.books.buy(to, token, shares, basis)
    }
    if (items.length === 0) return []
    if (draw(2) === 0) return items.map(([token, shares]) => move(from, to, token, shares * M))
    // An unrepresentable item is in the same log; its token belongs to no market.
    return [
      encode('TransferBatch', CTF, {
        operator: from,
        from,
        to,
        ids: [77n, ...items.map(([token]) => BigInt(token))],
        values: [2n ** 60n, ...items.map(([, shares]) => BigInt(shares * M))],
      }),
    ]
  }

  /** A trade with the pool of the first market. */
  #trade(draw: Draw): ChainLog[] {
    const [market] = MARKETS
    const owner = TRADERS[draw(TRADERS.length)]
    if (market === undefined || owner === undefined || this.#resolved.has(market.condition)) return []
    const outcome = draw(2)
    const token = tokensOf(market)[outcome] ?? ''
    const buys = draw(2) === 0
    const most = buys ? 90 : this.books.whole(owner, token)
    if (most < 1) return []
    const shares = 1 + draw(most)
    const dollars = (shares * (1 + draw(99))) / 100
    const fee = dollars / 50
    this.books.fill(owner, token, buys, { shares, dollars, fee, inShares: false })
    const common = { feeAmount: BigInt(Math.round(fee * M)), outcomeIndex: BigInt(outcome) }
    const micro = (amount: number) => BigInt(Math.round(amount * M))
    return buys
      ? [
          move(POOL, owner, token, shares * M),
          encode('PoolBuy', POOL, {
            ...common,
            buyer: owner,
            investmentAmount: micro(dollars + fee),
            outcomeTokensBought: micro(shares),
          }),
        ]
      : [
          move(owner, POOL, token, shares * M),
          encode('PoolSell', POOL, {
            ...common,
            seller: owner,
            returnAmount: micro(dollars - fee),
            outcomeTokensSold: micro(shares),
          }),
        ]
  }

  #resolve(market: Market, payouts: readonly [number, number]): void {
    if (this.#resolved.has(market.condition)) return
    this.#resolved.set(market.condition, payouts)
    for (const owner of TRADERS)
      for (const [i, token] of tokensOf(market).entries()) {
        const held = this.books.held(owner, token)
        const value = held.shares * (payouts[i] ?? 0)
        held.realized += value - held.cost
        held.cost = value
      }
    this.transactions.push([
      encode('ConditionResolution', CTF, {
        conditionId: market.condition,
        oracle: ORACLE,
        questionId: hash('any'),
        outcomeSlotCount: 2n,
        payoutNumerators: payouts.map(BigInt),
      }),
    ])
  }

  #redeem(draw: Draw): ChainLog[] {
    const market = MARKETS[draw(MARKETS.length)]
    const owner = TRADERS[draw(TRADERS.length)]
    if (market === undefined || owner === undefined) return []
    // Now and then a market ends.
    if (!this.#resolved.has(market.condition) && draw(6) === 0)
      this.#resolve(market, draw(2) === 0 ? [1, 0] : [0, 1])
    const payouts = this.#resolved.get(market.condition)
    if (payouts === undefined) return []
    const tokens = tokensOf(market)
    const amounts = tokens.map((token) => Math.round(this.books.held(owner, token).shares * M)) as [
      number,
      number,
    ]
    const payout = amounts.reduce((sum, amount, i) => sum + amount * (payouts[i] ?? 0), 0)
    for (const token of tokens) {
      const held = this.books.held(owner, token)
      held.shares = 0
      held.cost = 0
    }
    if (draw(2) === 0) return adapterRedeem(owner, market, amounts, payout, this.#telling(draw))
    return (market.negRisk ? negRiskRedeem : ctfRedeem)(owner, market, amounts, payout)
  }
}

/** A finished world of a number of acts, from a seed. */
export function randomWorld(deeds: number, seed: number): World {
  const draw = drawFrom(seed)
  const world = new World(draw)
  for (let i = 0; i < deeds; i++) world.act(draw)
  world.end(draw)
  return world
}
