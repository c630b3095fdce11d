import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { concatHex, keccak256, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  collectionIdOf,
  conditionIdOf,
  positionIdOf,
  questionIdOf,
  tokensOfCondition,
} from '../../src/chain/ids.ts'
import type { Address, ConditionId, Hash } from '../../src/ledger/quantities.ts'
import { address } from './support/encoded-logs.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url)
const absent = !existsSync(SHARED)
const why = absent ? ' (skipped: no shared data)' : ''
const read = (path: string) => JSON.parse(readFileSync(new URL(path, SHARED), 'utf8'))

describe.skipIf(absent)(`official vectors${why}`, () => {
  test('collection ids', () => {
    for (const { conditionId, c0, c1 } of read('vectors/chain.json').collectionId)
      expect([collectionIdOf(conditionId, 1), collectionIdOf(conditionId, 2)]).toEqual([c0, c1])
  })

  test('position ids', () => {
    for (const { collateral, conditionId, p0, p1 } of read('vectors/chain.json').positionId)
      expect(tokensOfCondition(conditionId, collateral)).toEqual([p0, p1])
  })

  test('neg-risk question, condition and position ids', () => {
    for (const { marketId, questionIndex, questionId, conditionId, yes, no } of read('vectors/chain.json')
      .negRiskPositionId) {
      expect(questionIdOf(marketId, questionIndex)).toBe(questionId)
      expect(conditionIdOf(address('NegRiskAdapter'), questionId, 2)).toBe(conditionId)
      expect(tokensOfCondition(conditionId, 'WCOL')).toEqual([yes, no])
    }
  })

  test('real markets: clobTokenIds and condition, to the last digit', () => {
    const markets = read('gamma/markets-200.json')
    let conditions = 0
    for (const market of markets) {
      expect(tokensOfCondition(market.conditionId, market.negRisk ? 'WCOL' : 'USDC.e')).toEqual(
        JSON.parse(market.clobTokenIds),
      )
      const oracle = market.negRisk ? address('NegRiskAdapter') : market.resolvedBy
      if (oracle) expect(conditionIdOf(oracle, market.questionID, 2)).toBe(market.conditionId)
      if (oracle) conditions++
      if (market.negRiskMarketID)
        expect(questionIdOf(market.negRiskMarketID, Number.parseInt(market.questionID.slice(-2), 16))).toBe(
          market.questionID,
        )
    }
    expect(markets.length).toBe(200)
    expect(conditions).toBeGreaterThan(180)
  })
})

const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let [b, e] = [base % P, exponent]; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % P
    b = (b * b) % P
  }
  return result
}

/** The contract's own way: find the root, choose its parity, set bit 254 by it. */
function slowCollectionId(condition: Hash, indexSet: number): string {
  let x = BigInt(keccak256(concatHex([condition as `0x${string}`, numberToHex(indexSet, { size: 32 })])))
  const odd = x >> 255n === 1n
  for (;;) {
    x = (x + 1n) % P
    const yy = (x * x * x + 3n) % P
    let y = power(yy, (P + 1n) / 4n)
    if ((y * y) % P !== yy) continue
    if (odd !== (y % 2n === 1n)) y = P - y
    return numberToHex(y % 2n === 1n ? x ^ (1n << 254n) : x, { size: 32 })
  }
}

const word = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

describe('ids', () => {
  test('a collection id equals the one by the full square root', () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 255 }), (condition, indexSet) => {
        expect(collectionIdOf(condition as ConditionId, indexSet)).toBe(
          slowCollectionId(condition as Hash, indexSet),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('a condition and a position are the hashes of their packed parts', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const account = a.slice(0, 42) as `0x${string}`
        const packed = concatHex([account, b as `0x${string}`])
        expect(conditionIdOf(account as string as Address, b as Hash, 3)).toBe(
          keccak256(concatHex([packed, numberToHex(3, { size: 32 })])),
        )
        expect(positionIdOf(account as string as Address, b as Hash)).toBe(
          BigInt(keccak256(packed)).toString(),
        )
      }),
    )
  })

  test('upper-case and lower-case hex give the same id', () => {
    const id = '0xdb4ab1dbbedd6aeec17aa6e3f66262cff0e3b04742dd3acdf99652575e5422f8' as ConditionId
    const collateral = '0x7D1DC38E60930664F8cBF495dA6556ca091d2F92' as Address
    expect(tokensOfCondition(`0x${id.slice(2).toUpperCase()}` as ConditionId, collateral)).toEqual(
      tokensOfCondition(id, collateral.toLowerCase() as Address),
    )
  })

  test('the questions of a neg-risk market count from its id, up to 255', () => {
    const market = `0x${'ab'.repeat(31)}00` as Hash
    expect(questionIdOf(market, 0)).toBe(market)
    expect(questionIdOf(market, 255)).toBe(`${market.slice(0, -2)}ff`)
    expect(() => questionIdOf(market, 256)).toThrow(RangeError)
  })
})
