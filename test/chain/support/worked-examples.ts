import type { ChainLog } from '../../../src/chain/fact.ts'
import { questionIdOf } from '../../../src/chain/ids.ts'
import type { Address, Hash } from '../../../src/ledger/quantities.ts'
import { address, encode, hash, move, rowV1, rowV2, wallet } from './encoded-logs.ts'
import {
  adapterConvert,
  adapterSplit,
  CTF,
  ctfSplit,
  type Market,
  NEG_RISK,
  questionOf,
  type Telling,
  tokensOf,
  USDC,
} from './venue-logs.ts'
import { M, MARKETS } from './world-markets.ts'

/* The worked examples of decoding, as raw logs. */

export const [alice, bob, operator] = ['alice', 'bob', 'operator'].map(wallet) as [Address, Address, Address]
export const market = `${hash('an example').slice(0, -2)}00` as Hash
const questions = [0, 1, 2].map((index) => questionOf(market, index))
export const [plain, question] = [MARKETS[0], questions[0]] as [Market, Market]
const quiet: Telling = { generation: '', repeats: 'NEVER', batch: true }

export const preparedMarket = [
  encode('MarketPrepared', NEG_RISK, { marketId: market, oracle: operator, feeBips: 0n, data: '0x' }),
]
function prepares(index: number): ChainLog {
  return encode('QuestionPrepared', NEG_RISK, {
    marketId: market,
    questionId: questionIdOf(market, index),
    index: BigInt(index),
    data: '0x',
  })
}
export const prepared = [
  ...questions.map((_, index) => prepares(index)),
  encode('ConditionPreparation', CTF, {
    conditionId: plain.condition,
    oracle: wallet('oracle'),
    questionId: hash('plain question 0'),
    outcomeSlotCount: 2n,
  }),
]
const wins = encode('ConditionResolution', CTF, {
  conditionId: plain.condition,
  oracle: wallet('oracle'),
  questionId: hash('plain question 0'),
  outcomeSlotCount: 2n,
  payoutNumerators: [1n, 0n],
})

/** A row of an order that rested on a V2 exchange, with its shares coming from or going to the exchange. */
function rested(
  maker: Address,
  side: 'BUY' | 'SELL',
  token: string,
  shares: number,
  dollars: number,
): ChainLog[] {
  const exchange = address('NegRiskExchangeV2A')
  const row = { maker, taker: wallet('taker'), side, token, shares: shares * M, usd: Math.round(dollars * M) }
  const ends: [string, string] = side === 'BUY' ? [exchange, maker] : [maker, exchange]
  return [move(...ends, token, shares * M), rowV2(row, exchange)]
}

export const [yes, no] = tokensOf(plain)
const pool = wallet('a pool of the examples')

/** A wallet's acts, and its resulting profit in dollars. */
export const examples: { name: string; transactions: ChainLog[][]; profit: number; bought?: number }[] = [
  {
    name: 'NO for 8 and 7, converted through the adapter, YES sold for 1',
    transactions: [
      rested(alice, 'BUY', tokensOf(questions[0] as Market)[1], 10, 8),
      rested(alice, 'BUY', tokensOf(questions[1] as Market)[1], 10, 7),
      adapterConvert(alice, { market, questions: 3, converted: [0, 1], amount: 10 * M, feeBips: 0 }, quiet),
      rested(alice, 'SELL', tokensOf(questions[2] as Market)[0], 10, 1),
    ],
    profit: -4,
  },
  {
    name: 'NO for 15, converted, and a fourth question prepared before YES is sold for 6',
    transactions: [
      rested(alice, 'BUY', tokensOf(questions[0] as Market)[1], 10, 8),
      rested(alice, 'BUY', tokensOf(questions[1] as Market)[1], 10, 7),
      adapterConvert(alice, { market, questions: 3, converted: [0, 1], amount: 10 * M, feeBips: 0 }, quiet),
      [prepares(3)],
      rested(alice, 'SELL', tokensOf(questions[2] as Market)[0], 10, 6),
    ],
    profit: 1,
  },
  {
    name: 'a V2 mint for which the taker offered 50 and paid 40',
    transactions: [
      [
        ...adapterSplit(address('CTFExchangeV2'), plain, 100 * M, quiet),
        move(address('CTFExchangeV2'), bob, no, 100 * M),
        rowV2({ maker: bob, taker: alice, side: 'BUY', token: no, shares: 100 * M, usd: 60 * M }),
        move(address('CTFExchangeV2'), alice, yes, 100 * M),
        rowV2({
          maker: alice,
          taker: address('CTFExchangeV2'),
          side: 'BUY',
          token: yes,
          shares: 100 * M,
          usd: 50 * M,
        }),
      ],
      [wins],
    ],
    profit: 60,
  },
  {
    name: '100 split, 40 sold directly at .60',
    transactions: [
      ctfSplit(alice, plain, 100 * M),
      [
        move(alice, operator, yes, 40 * M),
        rowV1({ maker: alice, taker: operator, side: 'SELL', token: yes, shares: 40 * M, usd: 24 * M }),
      ],
      [wins],
    ],
    profit: -16,
  },
  {
    name: 'USDC.e split on a neg-risk question',
    transactions: [
      rested(alice, 'BUY', tokensOf(question)[0], 1, 0.5),
      ctfSplit(alice, question, 100 * M, USDC),
    ],
    profit: 0,
    bought: 0.5,
  },
  {
    name: 'a pool that sells 100 for 70',
    transactions: [
      [
        encode('PoolCreation', address('FPMMFactory'), {
          creator: operator,
          fixedProductMarketMaker: pool,
          conditionalTokens: CTF,
          collateralToken: USDC,
          conditionIds: [plain.condition],
          fee: 0n,
        }),
      ],
      ctfSplit(pool, plain, 500 * M),
      [
        move(pool, alice, yes, 100 * M),
        encode('PoolBuy', pool, {
          buyer: alice,
          investmentAmount: BigInt(70 * M),
          feeAmount: BigInt(M),
          outcomeIndex: 0n,
          outcomeTokensBought: BigInt(100 * M),
        }),
      ],
      [wins],
    ],
    profit: 30,
  },
]
