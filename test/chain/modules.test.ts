import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '../../src/chain/contracts.ts'
import { decodeTransaction } from '../../src/chain/decode.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import { structuredTokensOf } from '../../src/chain/ids.ts'
import type { ConditionId } from '../../src/ledger/quantities.ts'
import { address, encode, inOrder, move, wallet } from './support/encoded-logs.ts'

const MODULE = address('BinaryModule')
const MANAGER = address('PositionManager')
const ROUTER = address('Router')
const [alice, bob] = [wallet('alice'), wallet('bob')]
const bytes31 = `0x01${'ab'.repeat(16)}0000${'00'.repeat(8)}00010000`
const condition = `${bytes31}00` as ConditionId
const [yes, no] = structuredTokensOf(condition)
const decoded = (logs: readonly ChainLog[]) => decodeTransaction(inOrder(logs))
const brief = (logs: readonly ChainLog[]) =>
  decoded(logs).events.map(({ block: _block, tx: _tx, time: _time, logIndex: _index, ...rest }) => rest)

const split = (initiator: string, recipient0: string, recipient1: string) =>
  encode('ModuleSplit', MODULE, { initiator, conditionId: bytes31, recipient0, recipient1, amount: 9n })
const merged = (initiator: string, recipient: string) =>
  encode('ModuleMerged', MODULE, { initiator, conditionId: bytes31, recipient, amount: 9n })
const redeemed = (initiator: string, recipient: string, positionId = BigInt(no)) =>
  encode('ModuleRedeemed', MODULE, { initiator, positionId, recipient, amount: 9n, payout: 3n })

describe('resolutions', () => {
  const resolved = (result: bigint[]) => encode('ModuleResolved', MODULE, { conditionId: bytes31, result })

  test('the condition is its 31 bytes and 00', () => {
    expect(brief([resolved([250_000n, 750_000n])])).toEqual([
      { kind: 'RESOLVE', condition, payouts: ['250000', '750000'] },
    ])
  })

  test('whose payouts do not sum to one are refused', () => {
    for (const result of [[1n, 0n], [1_000_000n], [], [500_000n, 500_000n, 0n]])
      expect(decoded([resolved(result)]).refused.length).toBe(1)
  })
})

describe('splits by a module', () => {
  test('belong to the calling wallet, or for the router to its recipient', () => {
    for (const initiator of [alice, ROUTER])
      expect(brief([split(initiator, alice, alice)])).toEqual([
        { kind: 'SPLIT', owner: alice, condition, amount: 9 },
      ])
  })

  test('minted to another wallet are a transfer to it', () => {
    expect(brief([split(alice, alice, bob)])).toEqual([
      { kind: 'SPLIT', owner: alice, condition, amount: 9 },
      { kind: 'TRANSFER', item: 2, from: alice, to: bob, token: no, amount: 9 },
    ])
  })

  test('by an exchange are no event; two recipients of the router are refused', () => {
    const exchange = address('ExchangeV3')
    expect(decoded([split(exchange, exchange, exchange), split(exchange, alice, bob)])).toMatchObject({
      events: [],
      refused: [],
    })
    expect(decoded([split(ROUTER, alice, bob)]).refused.length).toBe(1)
  })
})

describe('merges and redemptions by a module', () => {
  test('belong to the calling wallet', () => {
    expect(brief([merged(alice, bob), redeemed(alice, bob)])).toEqual([
      { kind: 'MERGE', owner: alice, condition, amount: 9 },
      { kind: 'REDEEM', owner: alice, condition, amounts: [0, 9], payout: 3 },
    ])
    expect(brief([redeemed(alice, bob, BigInt(yes))])).toMatchObject([{ amounts: [9, 0] }])
  })

  test('by the router or auto-redeemer belong to the wallet that sent the shares', () => {
    const handOver = [move(alice, MODULE, yes, 9, MANAGER), move(alice, MODULE, no, 9, MANAGER)]
    const burns = [move(MODULE, ZERO_ADDRESS, yes, 9, MANAGER), move(MODULE, ZERO_ADDRESS, no, 9, MANAGER)]
    expect(brief([...handOver, ...burns, merged(ROUTER, bob)])).toMatchObject([
      { kind: 'MERGE', owner: alice },
    ])
    expect(brief([merged(ROUTER, bob)])).toMatchObject([{ owner: bob }])
    const redeemer = address('AutoRedeemer')
    const both = [alice, bob].map((one) => move(one, MODULE, no, 9, MANAGER))
    expect(brief([...both, redeemed(redeemer, alice), redeemed(redeemer, bob)])).toMatchObject([
      { kind: 'REDEEM', owner: alice },
      { kind: 'REDEEM', owner: bob },
    ])
  })

  test('by an exchange are no event; a third outcome is refused', () => {
    expect(decoded([merged(address('ExchangeV3'), alice)]).events).toEqual([])
    expect(decoded([redeemed(alice, alice, BigInt(no) + 1n)]).refused.length).toBe(1)
  })
})
