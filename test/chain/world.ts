import { conditionIdOf } from '../../src/chain/ids.ts'
import type { ChainLog } from '../../src/chain/log.ts'
import type { Address, Hash } from '../../src/ledger/quantities.ts'
import { address, encode, hash, move, rowV1, rowV2, wallet } from './encoded-logs.ts'
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
  NEG_RISK,
  negRiskConvert,
  negRiskMerge,
  negRiskRedeem,
  negRiskSplit,
  netOf,
  questionOf,
  setsEvent,
  type Telling,
  tokensOf,
  USDC,
} from './venue-logs.ts'

/*
 * A small world in which wallets trade and move in every way that the venue knows, and strangers do what they can. It
 * keeps its own books, in dollars and plain fractions, from what was done and not from logs; what it writes are the logs
 * that the contracts write of it. A reader of the logs must come to the same books, to a hundredth of a cent.
 */

const M = 1_000_000
export const TRADERS = ['alice', 'bob', 'carla', 'dave'].map(wallet)
const OPERATOR = wallet('operator')
const STRANGER = wallet('stranger')
const POOL = wallet('a pool')
export const NEG_RISK_MARKET = `${hash('a neg-risk market').slice(0, -2)}00` as Hash
const QUESTIONS = 3
const FEE_BIPS = 100
const ORACLE = wallet('oracle')
const PLAIN = [0, 1].map((i): [Market, Hash] => {
  const question = hash(`plain question ${i}`)
  return [{ condition: conditionIdOf(ORACLE, question, 2), negRisk: false }, question]
})
const QUESTION_MARKETS = Array.from({ length: QUESTIONS }, (_, i) => questionOf(NEG_RISK_MARKET, i))
export const MARKETS: readonly Market[] = [...PLAIN.map(([market]) => market), ...QUESTION_MARKETS]

/** What a wallet holds of a token, in shares and dollars. */
export interface Held {
  shares: number
  cost: number
  realized: number
}

/** Random numbers, used up one by one. */
type Draw = (below: number) => number

/** The world as it has come to be. */
export class World {
  /** Each inner list is one transaction, in order. */
  readonly transactions: ChainLog[][] = []
  readonly books = new Map<string, Held>()
  readonly #resolved = new Map<string, readonly [number, number]>()
  readonly #repeats: Record<Telling['generation'], Telling['repeats']>

  constructor(draw: Draw) {
    const repeats = ['NEVER', 'BEFORE', 'AFTER'] as const
    this.#repeats = { '': repeats[draw(3)] ?? 'NEVER', Old: repeats[draw(3)] ?? 'NEVER' }
    this.#prepare()
  }

  /** Does one thing, if it can be done. */
  act(draw: Draw): void {
    const deeds = [
      this.#match,
      this.#match,
      this.#match,
      this.#direct,
      this.#sets,
      this.#sets,
      this.#convert,
      this.#convert,
      this.#transfer,
      this.#trade,
      this.#redeem,
      this.#annoy,
    ]
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

  held(owner: string, token: string): Held {
    const key = `${owner} ${token}`
    const held = this.books.get(key) ?? { shares: 0, cost: 0, realized: 0 }
    this.books.set(key, held)
    return held
  }

  #prepare(): void {
    const outcomeSlotCount = 2n
    this.transactions.push([
      ...PLAIN.map(([{ condition }, questionId]) =>
        encode('ConditionPreparation', CTF, {
          conditionId: condition,
          oracle: ORACLE,
          questionId,
          outcomeSlotCount,
        }),
      ),
      encode('MarketPrepared', NEG_RISK, {
        marketId: NEG_RISK_MARKET,
        oracle: ORACLE,
        feeBips: BigInt(FEE_BIPS),
        data: '0x',
      }),
      ...QUESTION_MARKETS.flatMap(({ condition }, i) => {
        const questionId = `${NEG_RISK_MARKET.slice(0, -2)}0${i}`
        return [
          encode('ConditionPreparation', CTF, {
            conditionId: condition,
            oracle: NEG_RISK,
            questionId,
            outcomeSlotCount,
          }),
          encode('QuestionPrepared', NEG_RISK, {
            marketId: NEG_RISK_MARKET,
            questionId,
            index: BigInt(i),
            data: '0x',
          }),
        ]
      }),
    ])
    const [market] = MARKETS
    if (market === undefined) throw new Error('no market')
    // Funded in the transaction that makes it, as the factory allows.
    this.transactions.push([
      encode('PoolCreation', address('FPMMFactory'), {
        creator: STRANGER,
        fixedProductMarketMaker: POOL,
        conditionalTokens: CTF,
        collateralToken: USDC,
        conditionIds: [market.condition],
        fee: 0n,
      }),
      ...ctfSplit(POOL, market, 900_000 * M),
    ])
  }

  #open(draw: Draw): Market | null {
    const open = MARKETS.filter(({ condition }) => !this.#resolved.has(condition))
    return open[draw(Math.max(1, open.length))] ?? null
  }

  #telling(draw: Draw): Telling {
    const generation = draw(2) === 0 ? '' : 'Old'
    return { generation, repeats: this.#repeats[generation], batch: draw(2) === 0 }
  }

  #buy(owner: string, token: string, shares: number, cost: number): void {
    const held = this.held(owner, token)
    held.shares += shares
    held.cost += cost
  }

  #sell(owner: string, token: string, shares: number, proceeds: number): void {
    const held = this.held(owner, token)
    const basis = (held.cost * shares) / held.shares
    held.realized += proceeds - basis
    held.cost -= basis
    held.shares -= shares
  }

  /** Whole shares that can be sold. */
  #whole(owner: string, token: string): number {
    return Math.floor(this.held(owner, token).shares + 1e-9)
  }

  #match(draw: Draw): ChainLog[] {
    const market = this.#open(draw)
    if (market === null) return []
    const v1 = draw(2) === 0
    const outcome = draw(2)
    const tokens = tokensOf(market)
    const [token, other] = outcome === 0 ? tokens : [tokens[1], tokens[0]]
    const taker = TRADERS[draw(TRADERS.length)] ?? OPERATOR
    const buys = draw(2) === 0
    let left = buys ? 1_000 : this.#whole(taker, token)
    const exchange = address(
      `${market.negRisk ? (v1 ? 'NegRiskCtfExchange' : 'NegRiskExchangeV2A') : v1 ? 'CTFExchange' : 'CTFExchangeV2'}`,
    )
    const row = v1 ? rowV1 : rowV2
    const rows: ChainLog[] = []
    const moves: ChainLog[] = []
    // Where nothing is minted or merged, a V2 exchange moves shares straight from seller to buyer.
    const mixed = draw(2) === 0
    const direct = !v1 && !mixed
    const sum = { shares: 0, dollars: 0, minted: 0 }
    for (const maker of TRADERS.filter((one) => one !== taker && draw(2) === 0)) {
      const same = mixed && draw(2) === 0
      const makerToken = same ? other : token
      const makerBuys = same === buys
      const cents = 1 + draw(99)
      const most = Math.min(left, makerBuys ? 50 : this.#whole(maker, makerToken))
      if (most < 1) continue
      const shares = 1 + draw(most)
      left -= shares
      const dollars = (shares * cents) / 100
      const fee = draw(3) === 0 ? (makerBuys && v1 ? shares / 100 : dollars / 100) : 0
      this.#fill(maker, makerToken, makerBuys, { shares, dollars, fee, inShares: v1 && makerBuys })
      sum.shares += shares
      sum.dollars += same ? shares - dollars : dollars
      if (same) sum.minted += shares
      const seller = makerBuys ? taker : maker
      const buyer = makerBuys ? maker : taker
      const net = v1 && makerBuys ? shares - fee : shares
      if (direct) moves.push(move(seller, buyer, token, shares * M))
      else if (makerBuys) moves.push(move(exchange, maker, makerToken, Math.round(net * M)))
      else moves.push(move(maker, exchange, makerToken, shares * M))
      rows.push(
        row(
          {
            maker,
            taker,
            side: makerBuys ? 'BUY' : 'SELL',
            token: makerToken,
            shares: shares * M,
            usd: Math.round(dollars * M),
            fee: Math.round(fee * M),
          },
          exchange,
        ),
      )
    }
    if (rows.length === 0) return []
    this.#fill(taker, token, buys, { shares: sum.shares, dollars: sum.dollars, fee: 0, inShares: false })
    // V2 settles what changes hands without minting or merging exactly; else the rest of what was asked comes back.
    const asked = v1 || sum.minted > 0 ? draw(9) : 0
    const sets = sum.minted === 0 ? [] : this.#insideMatch(market, exchange, v1, buys, sum.minted * M)
    const through = direct
      ? []
      : [buys ? move(exchange, taker, token, sum.shares * M) : move(taker, exchange, token, sum.shares * M)]
    const takerRow = row(
      {
        maker: taker,
        taker: exchange,
        side: buys ? 'BUY' : 'SELL',
        token,
        shares: (sum.shares + (buys ? 0 : asked)) * M,
        usd: Math.round((sum.dollars + (buys ? asked : 0)) * M),
      },
      exchange,
    )
    return buys
      ? [...moves, ...sets, ...rows, ...through, takerRow]
      : [...through, ...moves, ...sets, ...rows, takerRow]
  }

  #insideMatch(market: Market, exchange: Address, v1: boolean, mints: boolean, amount: number): ChainLog[] {
    const telling: Telling = { generation: '', repeats: this.#repeats[''], batch: true }
    if (!v1) return (mints ? adapterSplit : adapterMerge)(exchange, market, amount, telling)
    if (market.negRisk) return (mints ? negRiskSplit : negRiskMerge)(exchange, market, amount)
    return (mints ? ctfSplit : ctfMerge)(exchange, market, amount)
  }

  #fill(
    owner: string,
    token: string,
    buys: boolean,
    terms: { shares: number; dollars: number; fee: number; inShares: boolean },
  ): void {
    const { shares, dollars, fee, inShares } = terms
    if (!buys) this.#sell(owner, token, shares, dollars - fee)
    else this.#buy(owner, token, inShares ? shares - fee : shares, inShares ? dollars : dollars + fee)
  }

  #direct(draw: Draw): ChainLog[] {
    const market = this.#open(draw)
    const owner = TRADERS[draw(TRADERS.length)]
    if (market === null || owner === undefined) return []
    const token = tokensOf(market)[draw(2)] ?? ''
    const buys = draw(2) === 0
    const most = buys ? 40 : this.#whole(owner, token)
    if (most < 1) return []
    const shares = 1 + draw(most)
    const dollars = (shares * (1 + draw(99))) / 100
    this.#fill(owner, token, buys, { shares, dollars, fee: 0, inShares: false })
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
    const most = splits ? 60 : Math.min(this.#whole(owner, yes), this.#whole(owner, no))
    if (most < 1) return []
    const shares = 1 + draw(most)
    for (const token of [yes, no])
      if (splits) this.#buy(owner, token, shares, shares / 2)
      else this.#sell(owner, token, shares, shares / 2)
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
    const converted = [0, 1, 2].filter((question) => this.#whole(owner, noOf(question)) > 0 && draw(4) > 0)
    if (converted.length === 0) return []
    const most = Math.min(...converted.map((question) => this.#whole(owner, noOf(question))))
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
      const held = this.held(owner, noOf(question))
      const part = (held.cost * amount) / held.shares
      basis += part
      held.cost -= part
      held.shares -= amount
    }
    for (const question of others) {
      const [yes] = tokensOf(MARKETS[PLAIN.length + question] as Market)
      this.#buy(owner, yes, net, (basis - paid) / others.length)
    }
    if (others.length === 0) this.held(owner, noOf(0)).realized += paid - basis
    if (draw(2) === 0) return adapterConvert(owner, conversion, this.#telling(draw))
    return negRiskConvert(owner, conversion)
  }

  #transfer(draw: Draw): ChainLog[] {
    const from = TRADERS[draw(TRADERS.length)]
    const to = TRADERS[draw(TRADERS.length)]
    if (from === undefined || to === undefined || from === to) return []
    const tokens = MARKETS.flatMap(tokensOf).filter((token) => this.#whole(from, token) > 0 && draw(3) === 0)
    const items = tokens.map((token) => [token, 1 + draw(this.#whole(from, token))] as const)
    for (const [token, shares] of items) {
      const held = this.held(from, token)
      const basis = (held.cost * shares) / held.shares
      held.shares -= shares
      held.cost -= basis
      this.#buy(to, token, shares, basis)
    }
    if (items.length === 0) return []
    if (draw(2) === 0) return items.map(([token, shares]) => move(from, to, token, shares * M))
    // An item that cannot be held goes along; it is of a token that is no market's.
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

  /** A trade with the pool, which is of the first market. */
  #trade(draw: Draw): ChainLog[] {
    const [market] = MARKETS
    const owner = TRADERS[draw(TRADERS.length)]
    if (market === undefined || owner === undefined || this.#resolved.has(market.condition)) return []
    const outcome = draw(2)
    const token = tokensOf(market)[outcome] ?? ''
    const buys = draw(2) === 0
    const most = buys ? 90 : this.#whole(owner, token)
    if (most < 1) return []
    const shares = 1 + draw(most)
    const dollars = (shares * (1 + draw(99))) / 100
    const fee = dollars / 50
    this.#fill(owner, token, buys, { shares, dollars, fee, inShares: false })
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
        const held = this.held(owner, token)
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
    const amounts = tokens.map((token) => Math.round(this.held(owner, token).shares * M)) as [number, number]
    const payout = amounts.reduce((sum, amount, i) => sum + amount * (payouts[i] ?? 0), 0)
    for (const token of tokens) {
      const held = this.held(owner, token)
      held.shares = 0
      held.cost = 0
    }
    if (draw(2) === 0) return adapterRedeem(owner, market, amounts, payout, this.#telling(draw))
    return (market.negRisk ? negRiskRedeem : ctfRedeem)(owner, market, amounts, payout)
  }

  /** What strangers can do, and what is of no market: none of it changes a book. */
  #annoy(draw: Draw): ChainLog[] {
    const coin = wallet(`coin ${draw(3)}`)
    const victim = TRADERS[draw(TRADERS.length)] ?? STRANGER
    const [plain] = MARKETS
    const question = QUESTION_MARKETS[draw(QUESTIONS)]
    if (plain === undefined || question === undefined) return []
    const foreign = ctfSplit(STRANGER, plain, 5 * M, coin)
    const id = BigInt(hash(`nested ${draw(1_000)}`)).toString()
    const split = (collateral: string, more: { parent?: string; partition?: bigint[]; amount?: bigint }) =>
      setsEvent('PositionSplit', CTF, STRANGER, {
        collateral,
        condition: plain.condition,
        amount: 5,
        ...more,
      })
    const wrong = ctfSplit(victim, question, 100 * M, USDC)
    const [yes, no] = tokensOf(plain)
    const wrongTokens = ctfSplit(STRANGER, question, 1, USDC)
    const kinds = [
      // Shares on a coin of their own, given away.
      [...foreign, ...given(foreign, victim)],
      // The collateral, split on a question whose shares are on the wrapped one; given away, too.
      [...wrong, ...wrongTokens, ...given(wrongTokens, TRADERS[draw(TRADERS.length)] ?? victim)],
      // Positions nested in positions, partitions of three, amounts beyond everything.
      [
        encode('TransferBatch', CTF, {
          operator: STRANGER,
          from: `0x${'0'.repeat(40)}`,
          to: STRANGER,
          ids: [BigInt(id)],
          values: [5n],
        }),
        split(USDC, { parent: hash('parent') }),
        move(STRANGER, victim, id, 5),
      ],
      [split(USDC, { partition: [1n, 2n, 4n] })],
      [split(USDC, { amount: 2n ** 200n })],
      // A log of somebody else's contract.
      [
        encode('TransferSingle', coin, {
          operator: coin,
          from: victim,
          to: coin,
          id: BigInt(yes),
          value: BigInt(no),
        }),
      ],
    ]
    return kinds[draw(kinds.length)] ?? []
  }
}

/** The first token that a split minted, given to somebody. */
function given(split: readonly ChainLog[], to: string): ChainLog[] {
  const [mint] = split
  if (mint === undefined) return []
  const word = mint.data.slice(2 + 3 * 64, 2 + 4 * 64)
  return [move(STRANGER, to, BigInt(`0x${word}`).toString(), 5)]
}

/** A world of so many deeds, ended, by the numbers of a seed. */
export function randomWorld(deeds: number, seed: number): World {
  let state = seed >>> 0
  const draw: Draw = (below) => {
    // Mulberry32: small, and the same everywhere.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
  const world = new World(draw)
  for (let i = 0; i < deeds; i++) world.act(draw)
  world.end(draw)
  return world
}
