import type { ChainLog } from '../../../src/chain/fact.ts'
import { conditionIdOf } from '../../../src/chain/ids.ts'
import type { Hash } from '../../../src/ledger/quantities.ts'
import { address, encode, hash, wallet } from './encoded-logs.ts'
import { CTF, ctfSplit, type Market, NEG_RISK, questionOf, USDC } from './venue-logs.ts'

/* The markets and wallets of the small world. */

export const M = 1_000_000
export const TRADERS = ['alice', 'bob', 'carla', 'dave'].map(wallet)
export const OPERATOR = wallet('operator')
export const STRANGER = wallet('stranger')
export const POOL = wallet('a pool')
export const NEG_RISK_MARKET = `${hash('a neg-risk market').slice(0, -2)}00` as Hash
export const QUESTIONS = 3
export const FEE_BIPS = 100
export const ORACLE = wallet('oracle')
export const PLAIN = [0, 1].map((i): [Market, Hash] => {
  const question = hash(`plain question ${i}`)
  return [{ condition: conditionIdOf(ORACLE, question, 2), negRisk: false }, question]
})
export const QUESTION_MARKETS = Array.from({ length: QUESTIONS }, (_, i) => questionOf(NEG_RISK_MARKET, i))
export const MARKETS: readonly Market[] = [...PLAIN.map(([market]) => market), ...QUESTION_MARKETS]

/** Random numbers, used up one by one. */
export type Draw = (below: number) => number

/** Numbers that are the same for the same seed. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return (below) => {
    // Mulberry32: small, and the same everywhere.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The logs that make the markets and the pool: two transactions. */
export function preparations(): ChainLog[][] {
  const outcomeSlotCount = 2n
  const markets = [
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
  ]
  const [market] = MARKETS
  if (market === undefined) throw new Error('no market')
  // Funded in the transaction that makes it, as the factory allows.
  const pool = [
    encode('PoolCreation', address('FPMMFactory'), {
      creator: STRANGER,
      fixedProductMarketMaker: POOL,
      conditionalTokens: CTF,
      collateralToken: USDC,
      conditionIds: [market.condition],
      fee: 0n,
    }),
    ...ctfSplit(POOL, market, 900_000 * M),
  ]
  return [markets, pool]
}
