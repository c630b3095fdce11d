import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeTransaction } from '../../src/chain/decode.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import type { Fill, LedgerEvent } from '../../src/ledger/event.ts'
import type { Hash } from '../../src/ledger/quantities.ts'
import {
  address,
  BLOCK,
  encode,
  hash,
  inOrder,
  type Row,
  rowV1,
  rowV2,
  TIME,
  TX,
  wallet,
} from './support/encoded-logs.ts'

const YES = '73716170047628147940237270507900673332129573201293655532643868111690843426372'
const NO = '2890213445014127424511466931609154310536269586265875141655148162320150952197'
const V1 = address('CTFExchange')
const [bob, carla, dave] = [wallet('bob'), wallet('carla'), wallet('dave')]
const M = 1_000_000

const fillsOf = (events: readonly LedgerEvent[]): Fill[] => events.filter((event) => event.kind === 'FILL')
const decoded = (logs: readonly ChainLog[]) => decodeTransaction(inOrder(logs))
const maker = (row: Omit<Row, 'taker'>): Row => ({ ...row, taker: bob })
const taker = (row: Omit<Row, 'taker' | 'maker'>): Row => ({ ...row, maker: bob, taker: V1 })
const takerFill = (events: readonly LedgerEvent[]) => fillsOf(events).find((fill) => fill.role === 'TAKER')

function refund(order: Hash, id: string, amount: number): ChainLog {
  return encode('FeeRefunded', address('FeeModule'), {
    orderHash: order,
    to: bob,
    id: BigInt(id),
    refund: BigInt(amount),
    feeCharged: 0n,
  })
}

describe('matches of the exchanges', () => {
  test('complementary: two sellers against one buyer', () => {
    const { events, refused, skipped } = decoded([
      rowV1(maker({ maker: carla, side: 'SELL', token: YES, shares: 50 * M, usd: 25 * M })),
      rowV1(maker({ maker: carla, side: 'SELL', token: YES, shares: 70 * M, usd: 35 * M })),
      rowV1(taker({ side: 'BUY', token: YES, usd: 60 * M, shares: 120 * M })),
      encode('OrdersMatched', V1, {
        takerOrderHash: hash('order'),
        takerOrderMaker: bob,
        makerAssetId: 0n,
        takerAssetId: BigInt(YES),
        makerAmountFilled: 60_000_000n,
        takerAmountFilled: 120_000_000n,
      }),
    ])
    expect(
      fillsOf(events).map(({ owner, role, side, usd, shares }) => [owner, role, side, usd, shares]),
    ).toEqual([
      [carla, 'MAKER', 'SELL', 25 * M, 50 * M],
      [carla, 'MAKER', 'SELL', 35 * M, 70 * M],
      [bob, 'TAKER', 'BUY', 60 * M, 120 * M],
    ])
    expect([refused, skipped.size]).toEqual([[], 0])
  })

  test('mint: a seller and a buyer of the other outcome against one buyer', () => {
    const { events } = decoded([
      rowV1(maker({ maker: carla, side: 'SELL', token: YES, shares: 50 * M, usd: 25 * M })),
      rowV1(maker({ maker: dave, side: 'BUY', token: NO, shares: 40 * M, usd: 16 * M })),
      rowV1(taker({ side: 'BUY', token: YES, usd: 49 * M, shares: 90 * M })),
    ])
    expect(takerFill(events)).toMatchObject({ usd: 49 * M, shares: 90 * M })
  })

  test('merge: a seller of the other outcome and a buyer against one seller', () => {
    const { events } = decoded([
      rowV1(maker({ maker: carla, side: 'SELL', token: NO, shares: 75 * M, usd: 30 * M })),
      rowV1(maker({ maker: dave, side: 'BUY', token: YES, shares: 25 * M, usd: 15 * M })),
      rowV1(taker({ side: 'SELL', token: YES, shares: 100 * M, usd: 60 * M })),
    ])
    expect(takerFill(events)).toMatchObject({ usd: 60 * M, shares: 100 * M })
  })

  test('a taker who asked for 50 and spent 40 has spent 40', () => {
    const { events } = decoded([
      rowV1(maker({ maker: carla, side: 'SELL', token: YES, shares: 100 * M, usd: 40 * M })),
      rowV1(taker({ side: 'BUY', token: YES, usd: 50 * M, shares: 100 * M })),
    ])
    expect(takerFill(events)).toMatchObject({ usd: 40 * M, shares: 100 * M })
  })

  test('a V2 taker of a mint pays what its maker leaves, of a merge it gives what its maker takes', () => {
    const V2 = address('CTFExchangeV2')
    const { events } = decoded([
      rowV2(maker({ maker: carla, side: 'BUY', token: NO, usd: 60 * M, shares: 100 * M })),
      rowV2({ maker: bob, taker: V2, side: 'BUY', token: YES, usd: 50 * M, shares: 100 * M }),
      rowV2(maker({ maker: carla, side: 'SELL', token: NO, shares: 70 * M, usd: 42 * M })),
      rowV2({ maker: bob, taker: V2, side: 'SELL', token: YES, shares: 90 * M, usd: 28 * M }),
    ])
    expect(fillsOf(events).map(({ owner, usd, shares }) => [owner, usd, shares])).toEqual([
      [carla, 60 * M, 100 * M],
      [bob, 40 * M, 100 * M],
      [carla, 42 * M, 70 * M],
      [bob, 28 * M, 70 * M],
    ])
  })

  test('a V2 taker without minting or merging paid the amount of its row', () => {
    const { events } = decoded([
      rowV2(maker({ maker: carla, side: 'SELL', token: YES, shares: 100 * M, usd: 39 * M })),
      rowV2({
        maker: bob,
        taker: address('CTFExchangeV2'),
        side: 'BUY',
        token: YES,
        usd: 40 * M,
        shares: 100 * M,
      }),
    ])
    expect(takerFill(events)).toMatchObject({ usd: 40 * M, shares: 100 * M })
  })

  test('a taker row without its maker rows is kept as it is', () => {
    const { events } = decoded([
      rowV1(maker({ maker: bob, side: 'SELL', token: YES, shares: 10 * M, usd: 4 * M })),
      rowV1(taker({ side: 'BUY', token: YES, usd: 50 * M, shares: 100 * M })),
    ])
    expect(takerFill(events)).toMatchObject({ usd: 50 * M, shares: 100 * M })
  })
})

interface MakerOrder {
  other: boolean
  sharesAsked: number
  centi: number
}

/**
 * An exchange in miniature: it moves money and shares between balances, and writes rows as the contract does. The rest
 * of the taker's order returns without a log; a V2 taker row excludes it unless a set is minted or merged.
 */
function matchOnChain(
  side: 'BUY' | 'SELL',
  orders: readonly MakerOrder[],
  asked: number,
  generation: 1 | 2 = 1,
) {
  const write = generation === 1 ? rowV1 : rowV2
  const leftOver = generation === 1 || orders.some(({ other }) => other) ? asked : 0
  const balances = new Map<string, number>()
  const change = (owner: string, asset: string, by: number) =>
    balances.set(`${owner} ${asset}`, (balances.get(`${owner} ${asset}`) ?? 0) + by)
  const logs: ChainLog[] = []
  let pot = { usd: 0, yes: 0 }
  for (const [i, { other, sharesAsked: shares, centi }] of orders.entries()) {
    const usd = Math.floor((shares * centi) / 100)
    const owner = wallet(`maker ${i}`)
    const makerSide = other ? side : side === 'BUY' ? 'SELL' : 'BUY'
    const sign = makerSide === 'BUY' ? 1 : -1
    change(owner, other ? NO : YES, sign * shares)
    change(owner, 'usd', -sign * usd)
    // The exchange's claim on the taker (positive) or debt to the taker (negative).
    pot = {
      usd: pot.usd + (other ? sign * (shares - usd) : -sign * usd),
      yes: pot.yes + sign * shares * (other ? -1 : 1),
    }
    logs.push(write({ maker: owner, taker: bob, side: makerSide, token: other ? NO : YES, shares, usd }))
  }
  change(bob, 'usd', -pot.usd)
  change(bob, YES, -pot.yes)
  const usd = side === 'BUY' ? pot.usd + leftOver : -pot.usd
  const shares = side === 'BUY' ? -pot.yes : pot.yes + leftOver
  const exchange = generation === 1 ? V1 : address('CTFExchangeV2')
  logs.push(write({ maker: bob, taker: exchange, side, token: YES, usd, shares }))
  return { logs, balances }
}

/** Every balance according to the events. */
function balancesOf(fills: readonly Fill[]): Map<string, number> {
  const balances = new Map<string, number>()
  for (const { owner, side, token, usd, shares } of fills) {
    const sign = side === 'BUY' ? 1 : -1
    balances.set(`${owner} ${token}`, (balances.get(`${owner} ${token}`) ?? 0) + sign * shares)
    balances.set(`${owner} usd`, (balances.get(`${owner} usd`) ?? 0) - sign * usd)
  }
  return balances
}

const makerOrder = fc.record({
  other: fc.boolean(),
  sharesAsked: fc.integer({ min: 1, max: 5_000 * M }),
  centi: fc.integer({ min: 0, max: 100 }),
})

describe('any match', () => {
  test('V1 and V2 events are decoded to the shares and dollars moved, for any rest of the order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1 as const, 2 as const),
        fc.constantFrom('BUY' as const, 'SELL' as const),
        fc.array(makerOrder, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 100 * M }),
        (generation, side, orders, asked) => {
          const { logs, balances } = matchOnChain(side, orders, asked, generation)
          const { events, refused } = decoded(logs)
          expect(refused).toEqual([])
          expect(balancesOf(fillsOf(events))).toEqual(balances)
        },
      ),
    )
  })

  test('two matches in one transaction do not mix', () => {
    fc.assert(
      fc.property(
        fc.array(makerOrder, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: M }),
        (orders, leftOver) => {
          const { logs, balances } = matchOnChain('BUY', orders, leftOver)
          const twice = decoded([...logs, ...logs])
          for (const [key, value] of balancesOf(fillsOf(twice.events)))
            expect(value).toBe(2 * (balances.get(key) ?? 0))
        },
      ),
      { numRuns: 30 },
    )
  })
})

const amount = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
)
const row = fc.record({
  maker: fc.constantFrom(bob, carla, dave),
  taker: fc.constantFrom(wallet('operator'), V1, address('ExchangeV3')),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  token: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map(String),
  usd: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  shares: amount,
  fee: fc.constant(0),
  order: fc.integer({ min: 0, max: 3 }).map((n) => hash(`order ${n}`)),
})

test('rows come back as the fills that were encoded, in log order, of either generation', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(row, fc.boolean()), { maxLength: 6 }),
      fc.integer({ min: 0, max: 1000 }),
      (rows, first) => {
        const logs = inOrder(
          rows.map(([one, first]) => (first ? rowV1(one) : rowV2(one))),
          first,
        )
        // The nodes of some providers answer out of order, and with a log twice.
        const { events, refused } = decodeTransaction([...logs.slice().reverse(), ...logs])
        expect(refused).toEqual([])
        expect(events).toEqual(
          rows.map(([one, isV1], i) => ({
            kind: 'FILL',
            block: BLOCK,
            logIndex: first + i,
            tx: TX,
            time: TIME,
            exchange: isV1 ? V1 : address('CTFExchangeV2'),
            owner: one.maker,
            counterparty: one.taker,
            role: one.taker === wallet('operator') ? 'MAKER' : 'TAKER',
            side: one.side,
            token: one.token,
            shares: one.shares,
            usd: one.usd,
            fee: 0,
            feeIn: isV1 && one.side === 'BUY' ? 'SHARES' : 'USD',
            orderHash: one.order,
          })),
        )
      },
    ),
  )
})

describe('fees of fills', () => {
  test('a V1 fee is net of its refund, in shares for a BUY and dollars for a SELL', () => {
    const { events, refused } = decoded([
      rowV1({
        maker: carla,
        taker: bob,
        side: 'SELL',
        token: YES,
        shares: 10 * M,
        usd: 4 * M,
        fee: 500,
        order: hash('a'),
      }),
      rowV1(taker({ side: 'BUY', token: YES, shares: 10 * M, usd: 4 * M, fee: 900, order: hash('b') })),
      refund(hash('a'), '0', 200),
      refund(hash('b'), YES, 900),
    ])
    expect(refused).toEqual([])
    expect(fillsOf(events).map(({ fee, feeIn }) => [fee, feeIn])).toEqual([
      [300, 'USD'],
      [0, 'SHARES'],
    ])
  })

  test('an order filled twice: the refunds together leave what was really charged', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 1, maxLength: 5 }), (pairs) => {
        const fees = pairs.map(([kept, back]) => ({ fee: kept + back, back }))
        const fills = fees.map(({ fee }) =>
          rowV1({
            maker: carla,
            taker: bob,
            side: 'BUY',
            token: YES,
            shares: M,
            usd: M,
            fee,
            order: hash('a'),
          }),
        )
        // The module settles each call on its own: rows, then their refunds.
        const logs = fills.flatMap((fill, i) => [fill, refund(hash('a'), YES, fees[i]?.back ?? 0)])
        const { events } = decoded(logs)
        const kept = fillsOf(events).reduce((sum, fill) => sum + fill.fee, 0)
        expect(kept).toBe(pairs.reduce((sum, [part]) => sum + part, 0))
      }),
    )
  })

  test('a refund of another asset, of another order or above the fee is refused', () => {
    const fill = rowV1({
      maker: carla,
      taker: bob,
      side: 'BUY',
      token: YES,
      shares: M,
      usd: M,
      fee: 5,
      order: hash('a'),
    })
    const logs = [fill, refund(hash('a'), '0', 1), refund(hash('b'), YES, 1), refund(hash('a'), YES, 6)]
    const { events, refused } = decoded(logs)
    expect(fillsOf(events)[0]?.fee).toBe(5)
    expect(refused.map(({ tx, logIndex }) => [tx, logIndex])).toEqual([
      [TX, 11],
      [TX, 12],
      [TX, 13],
    ])
  })

  test('a V2 BUY pays its fee on top: it may be any amount; any other fee is at most the received amount', () => {
    const odd = { maker: carla, taker: bob, token: YES, shares: 1, usd: 1, fee: 2 }
    const { events, refused } = decoded([
      rowV2({ ...odd, side: 'BUY' }),
      rowV2({ ...odd, side: 'SELL' }),
      rowV1({ ...odd, side: 'BUY' }),
      rowV1({ ...odd, side: 'SELL' }),
    ])
    expect(fillsOf(events).map(({ logIndex, fee }) => [logIndex, fee])).toEqual([[10, 2]])
    expect(refused.length).toBe(3)
  })
})

describe('odd OrderFilled rows', () => {
  const dust = { maker: carla, taker: bob, side: 'BUY' as const, token: YES }

  test('dust above a price of 1 is kept to the last micro-dollar; a fill without shares is refused', () => {
    const { events, refused } = decoded([
      rowV1({ ...dust, usd: 3, shares: 1 }),
      rowV1({ ...dust, usd: 3, shares: 0 }),
    ])
    expect(fillsOf(events).map(({ usd, shares }) => [usd, shares])).toEqual([[3, 1]])
    expect(refused.map(({ reason }) => reason)).toEqual(['a fill of no shares'])
  })

  test('neither or both assets collateral, an unknown side, token 0 and amounts that are not exact are refused', () => {
    const assets = (makerAssetId: bigint, takerAssetId: bigint, makerAmountFilled = 1n) =>
      encode('OrderFilledV1', V1, {
        orderHash: TX,
        maker: carla,
        taker: bob,
        makerAssetId,
        takerAssetId,
        makerAmountFilled,
        takerAmountFilled: 1n,
        fee: 0n,
      })
    const v2 = rowV2({ ...dust, usd: 1, shares: 1 })
    const sideTwo = { ...v2, data: `0x${'2'.padStart(64, '0')}${v2.data.slice(66)}` }
    const tooMuch = assets(0n, 5n, BigInt(Number.MAX_SAFE_INTEGER) + 1n)
    const { events, refused } = decoded([
      assets(0n, 0n),
      assets(5n, 6n),
      tooMuch,
      assets(0n, 5n, 2n ** 256n - 1n),
      sideTwo,
      rowV2({ ...dust, token: '0', usd: 1, shares: 1 }),
    ])
    expect(events).toEqual([])
    expect(refused.map(({ reason }) => reason)).toEqual([
      'of the two assets not exactly one is collateral',
      'of the two assets not exactly one is collateral',
      'an amount is above 9007199254740991',
      'an amount is above 9007199254740991',
      'the side is above 1',
      'the token is 0',
    ])
  })

  test('infrastructure owns no fill, and logs of other contracts are ignored', () => {
    const { events, refused, skipped } = decoded([
      rowV1({ ...dust, maker: address('NegRiskAdapter'), usd: 1, shares: 1 }),
      rowV1({ ...dust, usd: 1, shares: 1 }, wallet('impostor')),
    ])
    expect([events, refused]).toEqual([[], []])
    expect([...skipped.values()]).toEqual([1])
  })
})
