import { describe, expect, test } from 'vitest'
import { NO_TOKEN_BURN_ADDRESS } from '../../src/chain/contracts.ts'
import { decodeTransaction } from '../../src/chain/decode.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import { conditionIdOf, questionIdOf, tokensOfCondition } from '../../src/chain/ids.ts'
import type { Hash } from '../../src/ledger/quantities.ts'
import { address, encode, hash, inOrder, move, wallet } from './support/encoded-logs.ts'

const ADAPTER = address('NegRiskAdapter')
const alice = wallet('alice')
const market = `${hash('market').slice(0, -2)}00` as Hash
const question = questionIdOf(market, 3)
const negRiskCondition = conditionIdOf(ADAPTER, question, 2)
const decoded = (logs: readonly ChainLog[]) => decodeTransaction(inOrder(logs))

describe('neg-risk markets', () => {
  const prepared = encode('MarketPrepared', ADAPTER, {
    marketId: market,
    oracle: alice,
    feeBips: 25n,
    data: '0x1234',
  })
  const convert = encode('PositionsConverted', ADAPTER, {
    stakeholder: alice,
    marketId: market,
    indexSet: 2n ** 255n + 1n,
    amount: 10n,
  })

  test('market and question are facts, with the condition that follows', () => {
    const ask = (index: bigint) =>
      encode('QuestionPrepared', ADAPTER, { marketId: market, questionId: question, index, data: '0x' })
    const { facts, refused } = decoded([prepared, ask(3n), ask(4n)])
    expect(facts).toMatchObject([
      { kind: 'NEG_RISK_MARKET', market, oracle: alice, feeBips: 25 },
      { kind: 'NEG_RISK_QUESTION', market, questionId: question, index: 3, condition: negRiskCondition },
    ])
    expect(refused.length).toBe(1)
  })

  test('a conversion carries its market’s fee, and the NO shares sent to the burn address are no transfer', () => {
    const [, no] = tokensOfCondition(negRiskCondition, 'WCOL')
    const logs = inOrder([move(alice, NO_TOKEN_BURN_ADDRESS, no, 10), convert])
    expect(decodeTransaction(logs, undefined, () => 7).events).toMatchObject([
      {
        kind: 'CONVERT',
        owner: alice,
        market,
        indexSet: (2n ** 255n + 1n).toString(),
        amount: 10,
        feeBips: 7,
      },
    ])
    expect(decoded([prepared, convert]).events).toMatchObject([{ feeBips: 25 }])
    expect(decoded([convert]).events).toMatchObject([{ feeBips: 0 }])
  })
})
