import { describe, expect, test } from 'vitest'
import { CONTRACTS, contractSet } from '../../src/chain/contracts.ts'
import { decodeTransaction } from '../../src/chain/decode.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import { conditionIdOf, tokensOfCondition } from '../../src/chain/ids.ts'
import { address, encode, hash, inOrder, move, wallet } from './support/encoded-logs.ts'

const CTF = address('ConditionalTokens')
const USDC = address('USDC.e')
const condition = conditionIdOf(wallet('oracle'), hash('question'), 2)
const alice = wallet('alice')
const decoded = (logs: readonly ChainLog[]) => decodeTransaction(inOrder(logs))

describe('pools of the first era', () => {
  const pool = wallet('pool')
  const contracts = contractSet([
    ...CONTRACTS,
    { name: 'pool', address: pool, kind: 'POOL', startBlock: null },
  ])
  const [yes] = tokensOfCondition(condition, 'USDC.e')
  const buy = encode('PoolBuy', pool, {
    buyer: alice,
    investmentAmount: 100n,
    feeAmount: 2n,
    outcomeIndex: 0n,
    outcomeTokensBought: 180n,
  })
  const sell = encode('PoolSell', pool, {
    seller: alice,
    returnAmount: 50n,
    feeAmount: 1n,
    outcomeIndex: 0n,
    outcomeTokensSold: 90n,
  })

  test('a creation is a fact', () => {
    const log = encode('PoolCreation', address('FPMMFactory'), {
      creator: alice,
      fixedProductMarketMaker: pool,
      conditionalTokens: CTF,
      collateralToken: USDC,
      conditionIds: [condition],
      fee: 20_000_000_000_000_000n,
    })
    expect(decoded([log]).facts).toMatchObject([
      { kind: 'POOL', pool, collateral: USDC, conditions: [condition] },
    ])
  })

  test('trades are fills of the token that moved, and cost what the trader paid', () => {
    const logs = inOrder([move(pool, alice, yes, 180), buy, move(alice, pool, yes, 90), sell])
    expect(decodeTransaction(logs, contracts).events).toMatchObject([
      {
        kind: 'FILL',
        side: 'BUY',
        role: 'TAKER',
        exchange: pool,
        token: yes,
        shares: 180,
        usd: 98,
        fee: 2,
        feeIn: 'USD',
      },
      { kind: 'FILL', side: 'SELL', role: 'TAKER', token: yes, shares: 90, usd: 51, fee: 1, feeIn: 'USD' },
    ])
  })

  test('trades of an unknown pool are ignored; a trade without its movement is refused', () => {
    expect([...decoded([buy]).skipped.values()]).toEqual([1])
    expect(decodeTransaction([buy], contracts).refused.length).toBe(1)
  })
})
