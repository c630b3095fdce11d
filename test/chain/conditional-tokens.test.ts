import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTRACTS, contractSet, ZERO_ADDRESS } from '../../src/chain/contracts.ts'
import { decodeTransaction } from '../../src/chain/decode.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import { conditionIdOf, questionIdOf, tokensOfCondition } from '../../src/chain/ids.ts'
import type { ConditionId, Hash } from '../../src/ledger/quantities.ts'
import { address, encode, hash, inOrder, move, wallet } from './support/encoded-logs.ts'

const CTF = address('ConditionalTokens')
const ADAPTER = address('NegRiskAdapter')
const USDC = address('USDC.e')
const WCOL = address('WCOL')
const alice = wallet('alice')
const ROOT = `0x${'0'.repeat(64)}`
const condition = conditionIdOf(wallet('oracle'), hash('question'), 2)
const market = `${hash('market').slice(0, -2)}00` as Hash
const question = questionIdOf(market, 3)
const negRiskCondition = conditionIdOf(ADAPTER, question, 2)
const decoded = (logs: readonly ChainLog[]) => decodeTransaction(inOrder(logs))
const brief = (logs: readonly ChainLog[]) =>
  decoded(logs).events.map(({ block: _block, tx: _tx, time: _time, ...rest }) => rest)

interface Changes {
  stakeholder?: string
  collateralToken?: string
  parentCollectionId?: string
  conditionId?: string
  partition?: bigint[]
  amount?: bigint
}

const split = (
  changes: Changes = {},
  emitter = CTF,
  event: 'PositionSplit' | 'PositionsMerge' = 'PositionSplit',
) =>
  encode(event, emitter, {
    stakeholder: alice,
    collateralToken: USDC,
    parentCollectionId: ROOT,
    conditionId: condition,
    partition: [1n, 2n],
    amount: 7n,
    ...changes,
  })
const redemption = (changes: Record<string, unknown> = {}, emitter = CTF) =>
  encode('PayoutRedemption', emitter, {
    redeemer: alice,
    collateralToken: USDC,
    parentCollectionId: ROOT,
    conditionId: condition,
    indexSets: [1n, 2n],
    payout: 5n,
    ...changes,
  })

describe('splits and merges of the conditional tokens', () => {
  test('belong to the wallet that calls, for plain and wrapped collateral', () => {
    expect(
      brief([split(), split({ collateralToken: WCOL, partition: [2n, 1n] }, CTF, 'PositionsMerge')]),
    ).toEqual([
      { kind: 'SPLIT', logIndex: 10, owner: alice, condition, amount: 7 },
      { kind: 'MERGE', logIndex: 11, owner: alice, condition, amount: 7 },
    ])
  })

  test('through the neg-risk adapter, or a collateral adapter above it, are one event', () => {
    const inner = split({ stakeholder: ADAPTER, collateralToken: WCOL, conditionId: negRiskCondition })
    const middle = (stakeholder: string) =>
      encode('NegRiskSplit', ADAPTER, { stakeholder, conditionId: negRiskCondition, amount: 7n })
    const outer = address('NegRiskCollateralAdapterOld')
    expect(brief([inner, middle(alice)])).toMatchObject([
      { kind: 'SPLIT', logIndex: 11, condition: negRiskCondition },
    ])
    const through = brief([
      inner,
      middle(outer),
      split({ collateralToken: address('pUSD'), conditionId: negRiskCondition }, outer),
    ])
    expect(through).toMatchObject([{ kind: 'SPLIT', logIndex: 12, owner: alice, amount: 7 }])
    const merge = encode('NegRiskMerge', ADAPTER, {
      stakeholder: alice,
      conditionId: negRiskCondition,
      amount: 9n,
    })
    expect(brief([merge])).toMatchObject([{ kind: 'MERGE', owner: alice, amount: 9 }])
  })

  test('by an exchange or adapter for a match, on a foreign coin, or of nothing, are no event', () => {
    const own = CONTRACTS.map((one) => split({ stakeholder: one.address }))
    const { events, refused } = decoded([
      ...own,
      split({ collateralToken: wallet('coin'), amount: 2n ** 200n }),
      split({ amount: 0n }),
    ])
    expect([events, refused]).toEqual([[], []])
  })

  test('of nested positions and partitions of the first era are refused', () => {
    const odd = [
      { parentCollectionId: hash('a parent') },
      { partition: [1n, 6n] },
      { partition: [1n, 2n, 4n] },
      { partition: [1n, 1n] },
      { partition: [] },
    ]
    const { events, refused } = decoded(odd.map((changes) => split(changes)))
    expect(events).toEqual([])
    expect(refused.length).toBe(odd.length)
  })
})

describe('redemptions of the conditional tokens', () => {
  const [yes, no] = tokensOfCondition(condition, 'USDC.e')

  test('take their amounts from the burns before', () => {
    const logs = [move(alice, ZERO_ADDRESS, yes, 5), move(alice, ZERO_ADDRESS, no, 4), redemption()]
    expect(brief(logs)).toEqual([
      { kind: 'REDEEM', logIndex: 12, owner: alice, condition, amounts: [5, 4], payout: 5 },
    ])
  })

  test('of one outcome leave the other unchanged', () => {
    expect(
      brief([move(alice, ZERO_ADDRESS, no, 4), redemption({ indexSets: [2n], payout: 0n })]),
    ).toMatchObject([{ amounts: [0, 4], payout: 0 }])
  })

  test('in one transaction take each their own burns', () => {
    const once = [move(alice, ZERO_ADDRESS, yes, 5), redemption()]
    const other = [
      move(wallet('bob'), ZERO_ADDRESS, yes, 8),
      redemption({ redeemer: wallet('bob'), payout: 8n }),
    ]
    expect(brief([...once, ...other])).toMatchObject([
      { owner: alice, amounts: [5, 0] },
      { owner: wallet('bob'), amounts: [8, 0] },
    ])
  })

  test('by one wallet twice take each their own burns', () => {
    const first = [move(alice, ZERO_ADDRESS, yes, 5), redemption()]
    const second = [move(alice, ZERO_ADDRESS, yes, 3), redemption({ payout: 3n })]
    expect(brief([...first, ...second])).toMatchObject([
      { amounts: [5, 0], payout: 5 },
      { amounts: [3, 0], payout: 3 },
    ])
  })

  test('without burns are of the whole holding, or refused if that would be too much', () => {
    expect(brief([redemption()])).toMatchObject([{ amounts: null, payout: 5 }])
    expect(brief([redemption({ indexSets: [1n], payout: 0n })])).toEqual([])
    expect(decoded([redemption({ indexSets: [1n] })]).refused.length).toBe(1)
    expect(decoded([redemption({ indexSets: [3n] })]).refused.length).toBe(1)
  })

  test('through the neg-risk adapter have their own amounts', () => {
    const inner = redemption({ redeemer: ADAPTER, collateralToken: WCOL, conditionId: negRiskCondition })
    const outer = (redeemer: string, amounts: bigint[]) =>
      encode('NegRiskRedemption', ADAPTER, { redeemer, conditionId: negRiskCondition, amounts, payout: 5n })
    expect(brief([inner, outer(alice, [5n, 6n])])).toMatchObject([
      { logIndex: 11, amounts: [5, 6], payout: 5 },
    ])
    expect(decoded([outer(alice, [5n])]).refused.length).toBe(1)
  })

  test('through a collateral adapter are one event, with the amounts that the adapter burnt', () => {
    const adapter = address('NegRiskCollateralAdapter')
    const [negRiskYes] = tokensOfCondition(negRiskCondition, 'WCOL')
    const logs = [
      move(alice, adapter, negRiskYes, 5),
      move(adapter, ADAPTER, negRiskYes, 5),
      move(ADAPTER, ZERO_ADDRESS, negRiskYes, 5),
      redemption({ redeemer: ADAPTER, collateralToken: WCOL, conditionId: negRiskCondition }),
      encode('NegRiskRedemption', ADAPTER, {
        redeemer: adapter,
        conditionId: negRiskCondition,
        amounts: [5n, 0n],
        payout: 5n,
      }),
      redemption({ collateralToken: address('pUSD'), conditionId: negRiskCondition }, adapter),
    ]
    expect(brief(logs)).toEqual([
      { kind: 'REDEEM', logIndex: 15, owner: alice, condition: negRiskCondition, amounts: [5, 0], payout: 5 },
    ])
  })
})

describe('conditions of the conditional tokens', () => {
  test('give a fact when prepared, an event when resolved', () => {
    const args = {
      conditionId: condition,
      oracle: wallet('oracle'),
      questionId: hash('question'),
      outcomeSlotCount: 2n,
    }
    const { events, facts } = decoded([
      encode('ConditionPreparation', CTF, args),
      encode('ConditionResolution', CTF, { ...args, payoutNumerators: [1n, 0n] }),
    ])
    expect(facts).toMatchObject([
      {
        kind: 'CONDITION',
        condition,
        oracle: wallet('oracle'),
        questionId: hash('question'),
        outcomes: 2,
        logIndex: 10,
      },
    ])
    expect(events).toMatchObject([{ kind: 'RESOLVE', condition, payouts: ['1', '0'], logIndex: 11 }])
  })

  test('keep payouts up to 256 bits, and are refused with none, too few or all 0', () => {
    const resolve = (payoutNumerators: bigint[], outcomeSlotCount: bigint) =>
      encode('ConditionResolution', CTF, {
        conditionId: condition,
        oracle: alice,
        questionId: ROOT,
        outcomeSlotCount,
        payoutNumerators,
      })
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { maxLength: 6 }), (payouts) => {
        const { events, refused } = decoded([resolve(payouts, BigInt(payouts.length))])
        if (payouts.every((payout) => payout === 0n)) expect([events.length, refused.length]).toEqual([0, 1])
        else expect(events).toMatchObject([{ payouts: payouts.map(String) }])
      }),
    )
    expect(decoded([resolve([1n], 2n)]).refused.length).toBe(1)
  })
})

test('of another deployment are decoded with its own contracts', () => {
  const kinds = ['CONDITIONAL_TOKENS', 'COLLATERAL', 'WRAPPED_COLLATERAL'] as const
  const contracts = contractSet(
    kinds.map((kind) => ({ name: kind, address: wallet(kind), kind, startBlock: 0 })),
  )
  const log = split(
    { collateralToken: wallet('COLLATERAL'), conditionId: hash('c') as string as ConditionId },
    wallet('CONDITIONAL_TOKENS'),
  )
  expect(decodeTransaction([log], contracts).events.length).toBe(1)
  expect(decodeTransaction([log]).events.length).toBe(0)
})
