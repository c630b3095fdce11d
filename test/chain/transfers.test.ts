import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTRACTS, ZERO_ADDRESS } from '../../src/chain/contracts.ts'
import { decodeTransaction } from '../../src/chain/decode.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import { address, encode, inOrder, move, rowV1, rowV2, wallet } from './support/encoded-logs.ts'

const [alice, bob, carla] = [wallet('alice'), wallet('bob'), wallet('carla')]
const TOKEN = '73716170047628147940237270507900673332129573201293655532643868111690843426372'
const V1 = address('CTFExchange')
const V3 = address('ExchangeV3')
const MANAGER = address('PositionManager')
const decoded = (logs: readonly ChainLog[]) => decodeTransaction(inOrder(logs))
const transfersOf = (logs: readonly ChainLog[]) =>
  decoded(logs).events.filter((event) => event.kind === 'TRANSFER')

test('a movement between two wallets is a transfer, on either contract of positions', () => {
  const logs = [move(alice, bob, TOKEN, 5), move(bob, alice, TOKEN, 6, MANAGER)]
  expect(transfersOf(logs)).toMatchObject([
    { from: alice, to: bob, token: TOKEN, amount: 5, logIndex: 10 },
    { from: bob, to: alice, token: TOKEN, amount: 6, logIndex: 11 },
  ])
})

test('mints, burns, infrastructure, oneself, zero amounts and strangers make no transfer', () => {
  const infrastructure = [...CONTRACTS.map((one) => one.address), ZERO_ADDRESS]
  const logs = [
    ...infrastructure.flatMap((one) => [move(alice, one, TOKEN, 5), move(one, alice, TOKEN, 5)]),
    move(alice, alice, TOKEN, 5),
    move(alice, bob, TOKEN, 0),
    move(alice, bob, TOKEN, 5, wallet('coin')),
  ]
  const { events, refused, skipped } = decoded(logs)
  expect([events, refused, [...skipped.values()]]).toEqual([[], [], [1]])
})

test('a batch is one transfer for each item, with its number', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), fc.nat(1_000_000)), { maxLength: 8 }),
      (items) => {
        const log = encode('TransferBatch', address('ConditionalTokens'), {
          operator: alice,
          from: alice,
          to: bob,
          ids: items.map(([id]) => id),
          values: items.map(([, value]) => BigInt(value)),
        })
        const found = transfersOf([log]).map((event) => [
          event.item ?? 0,
          event.kind === 'TRANSFER' && event.token,
        ])
        const expected = items
          .map(([id, value], item) => ({ id, value, item }))
          .filter(({ value }) => value > 0)
        expect(found).toEqual(expected.map(({ id, item }) => [item, id.toString()]))
      },
    ),
  )
})

describe('movements beside fills', () => {
  const bought = { maker: bob, taker: V3, side: 'BUY' as const, token: TOKEN, usd: 30, shares: 60 }
  const sold = (maker: typeof alice, shares: number) => ({
    maker,
    taker: bob,
    side: 'SELL' as const,
    token: TOKEN,
    usd: shares / 2,
    shares,
  })

  test('straight from seller to buyer belong to the fill', () => {
    const logs = [
      move(alice, bob, TOKEN, 20, MANAGER),
      rowV2(sold(alice, 20), V3),
      move(carla, bob, TOKEN, 40, MANAGER),
      rowV2(sold(carla, 40), V3),
      rowV2(bought, V3),
    ]
    expect(decoded(logs).events.map((event) => event.kind)).toEqual(['FILL', 'FILL', 'FILL'])
  })

  test('that exceed the fills are transfers', () => {
    const match = [move(alice, bob, TOKEN, 60, MANAGER), rowV2(sold(alice, 60), V3), rowV2(bought, V3)]
    expect(transfersOf([...match, move(alice, bob, TOKEN, 60, MANAGER)])).toMatchObject([{ logIndex: 13 }])
  })

  test('between the wallets of a fill that a V1 exchange settled are transfers', () => {
    const logs = [
      move(bob, alice, TOKEN, 60),
      move(alice, V1, TOKEN, 60),
      rowV1(sold(alice, 60)),
      move(V1, bob, TOKEN, 60),
      rowV1({ ...bought, taker: V1 }),
      move(alice, bob, TOKEN, 60),
    ]
    expect(transfersOf(logs)).toMatchObject([
      { logIndex: 10, from: bob },
      { logIndex: 15, from: alice },
    ])
  })

  describe('a fill filled directly by an operator', () => {
    const direct = (side: 'BUY' | 'SELL') => ({
      maker: alice,
      taker: carla,
      side,
      token: TOKEN,
      usd: 24,
      shares: 40,
    })

    test('owns the movements between operator and maker, in either generation', () => {
      const kinds = (logs: readonly ChainLog[]) => decoded(logs).events.map(({ kind }) => kind)
      for (const row of [rowV1, rowV2]) {
        expect(kinds([move(alice, carla, TOKEN, 40), row(direct('SELL'))])).toEqual(['FILL'])
        expect(kinds([row(direct('SELL')), move(alice, carla, TOKEN, 40)])).toEqual(['FILL'])
        expect(kinds([move(carla, alice, TOKEN, 40), row(direct('BUY'))])).toEqual(['FILL'])
      }
      const fees = [move(carla, alice, TOKEN, 38), rowV1({ ...direct('BUY'), fee: 2 })]
      expect(kinds(fees)).toEqual(['FILL'])
    })

    test('takes its own shares from several orders in one transaction; the rest is a transfer', () => {
      const logs = [
        move(alice, carla, TOKEN, 40),
        rowV1(direct('SELL')),
        move(bob, carla, TOKEN, 10),
        rowV1({ ...direct('SELL'), maker: bob, usd: 6, shares: 10 }),
        move(alice, carla, TOKEN, 3),
        move(carla, bob, TOKEN, 5),
        rowV1({ ...direct('BUY'), maker: bob, taker: alice, usd: 6, shares: 10 }),
      ]
      expect(transfersOf(logs)).toMatchObject([
        { logIndex: 14, from: alice, to: carla, amount: 3 },
        { logIndex: 15, from: carla, to: bob, amount: 5 },
      ])
    })
  })
})
