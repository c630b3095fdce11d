import { describe, expect, it } from 'vitest'
import {
  applyConvert,
  applyFill,
  applyMerge,
  applyRedeem,
  applyResolve,
  applySplit,
  applyTransfer,
  type FillTerms,
} from '../../src/ledger/fold.ts'
import { emptyPosition, type Position, resetFlows } from '../../src/ledger/position.ts'
import { MAX_MICRO } from '../../src/ledger/quantities.ts'

const micro = (units: number) => Math.round(units * 1e6)

/** A taker's fill of whole units without a fee by default. */
function fillOf(
  side: FillTerms['side'],
  shares: number,
  price: number,
  terms: Partial<FillTerms> = {},
): FillTerms {
  return {
    side,
    role: 'TAKER',
    shares: micro(shares),
    usd: micro(shares * price),
    fee: 0,
    feeIn: 'USD',
    ...terms,
  }
}

/** A position that bought shares at a price and did nothing else. */
function bought(shares: number, price: number): Position {
  const position = emptyPosition()
  applyFill(position, fillOf('BUY', shares, price))
  return position
}

describe('the methodology’s examples (§2)', () => {
  it('buys 100 at .40 and 50 at .55, sells 60 at .70, resolves at 1', () => {
    const position = bought(100, 0.4)
    applyFill(position, fillOf('BUY', 50, 0.55))
    applyFill(position, fillOf('SELL', 60, 0.7))
    expect(position).toMatchObject({ realized: micro(15), shares: micro(90), cost: micro(90 * 0.45) })
    applyResolve([position], [1_000_000])
    expect(position).toMatchObject({ realized: micro(64.5), shares: micro(90), cost: micro(90) })
  })

  it('sells more than it holds: the excess is untracked and earns nothing', () => {
    const position = bought(10, 0.6)
    applyFill(position, fillOf('SELL', 25, 0.5))
    expect(position).toMatchObject({
      realized: micro(-1),
      sold: micro(5),
      shares: 0,
      cost: 0,
      untracked: micro(15),
    })
  })

  it('splits 100, sells the YES at .62, and NO resolves to 0', () => {
    const [yes, no] = [emptyPosition(), emptyPosition()]
    applySplit([yes, no], micro(100))
    applyFill(yes, fillOf('SELL', 100, 0.62))
    applyResolve([yes, no], [1_000_000, 0])
    expect(yes.realized).toBe(micro(12))
    expect(no.realized).toBe(micro(-50))
  })

  it('converts the NO of two of four questions', () => {
    const no = [bought(10, 0.8), bought(10, 0.7)]
    const yes = [emptyPosition(), emptyPosition()]
    applyConvert(no, yes, micro(10), 0)
    for (const position of no) expect(position).toMatchObject({ shares: 0, cost: 0, realized: 0, sold: 0 })
    for (const position of yes) {
      expect(position).toMatchObject({
        shares: micro(10),
        cost: micro(2.5),
        realized: 0,
        bought: 0,
        untracked: 0,
      })
    }
  })
})

describe('a fill', () => {
  it('adds a fee in dollars to the cost of a BUY, and subtracts it from the proceeds of a SELL', () => {
    const position = emptyPosition()
    applyFill(position, fillOf('BUY', 10, 0.5, { fee: micro(0.2) }))
    expect(position).toMatchObject({ cost: micro(5.2), bought: micro(5.2), fees: micro(0.2) })
    applyFill(position, fillOf('SELL', 10, 0.6, { fee: micro(0.1) }))
    expect(position).toMatchObject({ realized: micro(0.7), sold: micro(5.9), fees: micro(0.3) })
  })

  it('takes a V1 BUY’s fee out of the shares and counts its dollar value, floored', () => {
    const position = emptyPosition()
    applyFill(position, fillOf('BUY', 10, 0.333333, { fee: 100_001, feeIn: 'SHARES' }))
    expect(position).toMatchObject({ shares: 9_899_999, cost: 3_333_330, bought: 3_333_330, fees: 33_333 })
  })

  it('takes a SELL’s fee that is counted in shares off the proceeds at the fill’s price', () => {
    const position = bought(10, 0.5)
    applyFill(position, fillOf('SELL', 10, 0.6, { fee: micro(1), feeIn: 'SHARES' }))
    expect(position).toMatchObject({ realized: micro(0.4), sold: micro(5.4), fees: micro(0.6), shares: 0 })
  })

  it('realizes the cost immediately when the fee takes all the shares', () => {
    const position = emptyPosition()
    applyFill(position, fillOf('BUY', 1, 0.5, { fee: micro(1), feeIn: 'SHARES' }))
    expect(position).toMatchObject({ shares: 0, cost: 0, realized: micro(-0.5), bought: micro(0.5) })
  })

  it('keeps the basis of a holding when the fee takes all the shares of a purchase', () => {
    const position = bought(10, 0.4)
    applyFill(position, fillOf('BUY', 10, 0.5, { fee: micro(10), feeIn: 'SHARES' }))
    expect(position).toMatchObject({
      shares: micro(10),
      cost: micro(4),
      realized: micro(-5),
      bought: micro(9),
    })
  })

  it('counts gross volume, roles and sides', () => {
    const position = emptyPosition()
    applyFill(position, fillOf('BUY', 10, 0.5, { role: 'MAKER', fee: micro(1) }))
    applyFill(position, fillOf('BUY', 10, 0.5, { role: null }))
    applyFill(position, fillOf('SELL', 30, 0.6))
    expect(position).toMatchObject({ fills: 3, makerFills: 1, buys: 2, volume: micro(28), traded: micro(50) })
  })

  it('of no shares neither divides by zero nor makes a profit', () => {
    const position = bought(10, 0.5)
    applyFill(position, { side: 'SELL', role: null, shares: 0, usd: 7, fee: 0, feeIn: 'SHARES' })
    expect(position).toMatchObject({
      realized: 0,
      sold: 0,
      shares: micro(10),
      cost: micro(5),
      volume: micro(5) + 7,
    })
  })

  it('refuses a fee in shares that is more than the shares', () => {
    expect(() =>
      applyFill(emptyPosition(), fillOf('BUY', 1, 0.5, { fee: 1_000_001, feeIn: 'SHARES' })),
    ).toThrow(RangeError)
  })

  it('refuses a sum that a double cannot hold, naming the field', () => {
    const position = bought(1, 0.5)
    expect(() => applyFill(position, fillOf('BUY', 1, 0.5, { shares: MAX_MICRO }))).toThrow(/^traded /)
    resetFlows(position)
    expect(() => applyFill(position, fillOf('BUY', 1, 0.5, { shares: MAX_MICRO }))).toThrow(/^shares /)
    expect(() => applyFill(emptyPosition(), fillOf('BUY', 1, 0.5, { usd: MAX_MICRO, fee: 1 }))).toThrow(
      /^bought /,
    )
    expect(() => applyFill(emptyPosition(), fillOf('BUY', 1, Number.NaN))).toThrow(RangeError)
  })

  it('is exact where products leave the safe range', () => {
    const position = emptyPosition()
    const buy = { side: 'BUY', role: null, shares: 3_000_000_000_000_001, usd: 999_999_999_999_999 } as const
    applyFill(position, { ...buy, fee: 0, feeIn: 'USD' })
    applyFill(position, { side: 'SELL', role: null, shares: 1e15, usd: 0, fee: 0, feeIn: 'USD' })
    const basis = Number((999_999_999_999_999n * 10n ** 15n) / 3_000_000_000_000_001n)
    expect(position.realized).toBe(-basis)
  })
})

describe('split and merge', () => {
  it('give the remainder micro to the first outcome', () => {
    const outcomes = [emptyPosition(), emptyPosition(), emptyPosition()]
    applySplit(outcomes, 11)
    expect(outcomes.map(({ cost }) => cost)).toEqual([5, 3, 3])
    expect(outcomes.map(({ bought }) => bought)).toEqual([5, 3, 3])
    applyMerge(outcomes, 11)
    expect(outcomes.map(({ sold }) => sold)).toEqual([5, 3, 3])
    expect(outcomes.map(({ realized, fills }) => [realized, fills])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })

  it('merge the held shares of each outcome, and the rest is untracked', () => {
    const [yes, no] = [bought(10, 0.3), bought(4, 0.6)]
    applyMerge([yes, no], micro(10))
    expect(yes).toMatchObject({ realized: micro(2), shares: 0, untracked: 0 })
    expect(no).toMatchObject({ realized: micro(-0.4), sold: micro(2), shares: 0, untracked: micro(6) })
  })
})

describe('a conversion', () => {
  it('of every question realizes the collateral less the cost basis, by the lowest question', () => {
    const no = [bought(10, 0.5), bought(10, 0.6), bought(10, 0.7)]
    applyConvert(no, [], micro(10), 0)
    expect(no.map(({ realized }) => realized)).toEqual([micro(2), 0, 0])
    for (const position of no) expect(position).toMatchObject({ shares: 0, cost: 0, untracked: 0 })
  })

  it('can leave a negative cost basis, divided without losing a micro', () => {
    const no = [bought(10, 0.3), bought(10, 0.2)]
    const yes = [emptyPosition(), emptyPosition(), emptyPosition()]
    applyConvert(no, yes, micro(10), 0)
    expect(yes.map(({ cost }) => cost)).toEqual([-1_666_666, -1_666_667, -1_666_667])
  })

  it('takes the fee from each YES and from the collateral, and keeps the cost basis', () => {
    const no = [bought(10, 0.8), bought(10, 0.7)]
    const yes = [emptyPosition(), emptyPosition()]
    applyConvert(no, yes, micro(10), 30)
    for (const position of yes)
      expect(position).toMatchObject({ shares: 9_970_000, cost: (15e6 - 9_970_000) / 2 })
  })

  it('takes cost pro rata, and leaves the rest', () => {
    const no = bought(30, 0.5)
    const yes = emptyPosition()
    applyConvert([no], [yes], micro(10), 0)
    expect(no).toMatchObject({ shares: micro(20), cost: micro(10), realized: 0 })
    expect(yes).toMatchObject({ shares: micro(10), cost: micro(5) })
  })

  it('gives no YES a cost basis that is only half known', () => {
    const no = [bought(10, 0.8), bought(4, 0.7)]
    const yes = [emptyPosition(), emptyPosition()]
    applyConvert(no, yes, micro(10), 0)
    expect(no[0]).toMatchObject({ shares: 0, cost: 0, realized: 0, untracked: 0 })
    expect(no[1]).toMatchObject({ shares: 0, cost: 0, realized: 0, untracked: micro(6) })
    for (const position of yes) {
      expect(position).toMatchObject({ shares: micro(4), cost: micro(1), untracked: micro(6) })
    }
    applyFill(yes[0] ?? emptyPosition(), fillOf('SELL', 10, 0.9))
    expect(yes[0]).toMatchObject({ realized: micro(2.6), untracked: micro(12) })
  })

  it('of untracked NOs makes no profit, with YES left or without', () => {
    for (const yes of [[emptyPosition()], []]) {
      const no = [emptyPosition(), emptyPosition()]
      applyConvert(no, yes, micro(10), 0)
      for (const position of [...no, ...yes])
        expect(position).toEqual({ ...emptyPosition(), untracked: micro(10) })
    }
  })

  it('refuses a fee above the whole', () => {
    expect(() => applyConvert([bought(1, 0.5)], [emptyPosition()], micro(1), 10_001)).toThrow(RangeError)
  })

  it('refuses collateral that a double cannot hold', () => {
    const no = [bought(1, 0), bought(1, 0), bought(1, 0)]
    for (const position of no) position.shares = MAX_MICRO
    expect(() => applyConvert(no, [emptyPosition()], MAX_MICRO, 0)).toThrow(/^collateral /)
  })
})

describe('a redemption after the resolution', () => {
  it('takes shares and cost out at the payout price', () => {
    const [yes, no] = [bought(10, 0.4), bought(5, 0.5)]
    applyResolve([yes, no], [1_000_000, 0])
    applyRedeem([yes, no], { amounts: null, payout: micro(10), prices: [1_000_000, 0] })
    expect(yes).toMatchObject({ realized: micro(6), sold: micro(10), shares: 0, cost: 0, untracked: 0 })
    expect(no).toMatchObject({ realized: micro(-2.5), sold: 0, shares: 0, cost: 0, untracked: 0 })
  })

  it('of given amounts leaves the rest settled, and what was not held is untracked', () => {
    const [yes, no] = [bought(10, 0.4), emptyPosition()]
    applyResolve([yes, no], [1_000_000, 0])
    applyRedeem([yes, no], { amounts: [micro(4), micro(3)], payout: micro(4), prices: [1_000_000, 0] })
    expect(yes).toMatchObject({ realized: micro(6), sold: micro(4), shares: micro(6), cost: micro(6) })
    expect(no).toMatchObject({ realized: 0, untracked: micro(3) })
  })

  it('realizes what shares bought after the resolution gain', () => {
    const yes = bought(10, 0.999)
    applyRedeem([yes, emptyPosition()], { amounts: null, payout: micro(10), prices: [1_000_000, 0] })
    expect(yes).toMatchObject({ realized: micro(0.01), sold: micro(10), shares: 0, cost: 0 })
  })

  it('with a payout above the whole holding’s worth reveals untracked shares', () => {
    const [yes, no] = [emptyPosition(), bought(10, 0.4)]
    applyResolve([yes, no], [0, 1_000_000])
    applyRedeem([yes, no], { amounts: null, payout: micro(25), prices: [0, 1_000_000] })
    expect(no).toMatchObject({ realized: micro(6), sold: micro(10), untracked: micro(15) })
    expect(yes.untracked).toBe(0)
  })

  it('of thirds does not mistake rounding for untracked shares', () => {
    const outcomes = [bought(2_000_000, 0.2), emptyPosition()]
    const prices = [333_333, 666_666]
    applyRedeem(outcomes, { amounts: null, payout: Math.floor(2e12 / 3), prices })
    expect(outcomes.map(({ untracked }) => untracked)).toEqual([0, 0])
  })

  it('refuses lists that do not name every outcome', () => {
    const outcomes = [bought(1, 0.5), bought(1, 0.5)]
    expect(() => applyResolve(outcomes, [1_000_000])).toThrow('outcome 1 has no price')
    expect(() => applyRedeem(outcomes, { amounts: [1], payout: 1, prices: [1_000_000, 0] })).toThrow(
      RangeError,
    )
  })
})

describe('a redemption whose resolution is unknown', () => {
  const redeem = (outcomes: Position[], payout: number, amounts: number[] | null = null) =>
    applyRedeem(outcomes, { amounts, payout: micro(payout), prices: null })

  it('closes the outcome whose shares equal the payout, and the other at 0', () => {
    const [yes, no] = [bought(9, 0.5), bought(10, 0.4)]
    redeem([yes, no], 10)
    expect(yes).toMatchObject({ realized: micro(-4.5), sold: 0, shares: 0, cost: 0 })
    expect(no).toMatchObject({ realized: micro(6), sold: micro(10), shares: 0, cost: 0, untracked: 0 })
  })

  it('else closes the nearest one held, the first among equals', () => {
    const [yes, no] = [bought(8, 0.5), bought(12, 0.5)]
    redeem([yes, no], 10)
    expect(yes).toMatchObject({ realized: micro(4), sold: micro(8), untracked: micro(2) })
    expect(no).toMatchObject({ realized: micro(-6), sold: 0, untracked: 0 })
  })

  it('credits at most the payment', () => {
    const [yes, no] = [bought(10, 0.5), emptyPosition()]
    redeem([yes, no], 6)
    expect(yes).toMatchObject({ realized: micro(1), sold: micro(6), shares: 0, cost: 0, untracked: 0 })
  })

  it('of nothing closes everything at 0', () => {
    const [yes, no] = [bought(10, 0.5), bought(10, 0.2)]
    redeem([yes, no], 0)
    expect(yes).toMatchObject({ realized: micro(-5), shares: 0, untracked: 0 })
    expect(no).toMatchObject({ realized: micro(-2), shares: 0, untracked: 0 })
  })

  it('with nothing held is untracked and earns nothing', () => {
    const outcomes = [emptyPosition(), emptyPosition()]
    redeem(outcomes, 10)
    expect(outcomes).toEqual([{ ...emptyPosition(), untracked: micro(10) }, emptyPosition()])
  })

  it('of given amounts leaves the rest', () => {
    const [yes, no] = [bought(10, 0.5), bought(10, 0.2)]
    redeem([yes, no], 4, [micro(4), 0])
    expect(yes).toMatchObject({ realized: micro(2), shares: micro(6), cost: micro(3) })
    expect(no).toMatchObject({ realized: 0, shares: micro(10) })
  })
})

describe('a transfer', () => {
  it('moves the cost basis pro rata and makes no profit', () => {
    const [from, to] = [bought(30, 0.5), bought(10, 0.1)]
    applyTransfer(from, to, micro(10))
    expect(from).toMatchObject({ shares: micro(20), cost: micro(10), realized: 0, sold: 0 })
    expect(to).toMatchObject({ shares: micro(20), cost: micro(6), realized: 0, untracked: 0 })
  })

  it('of untracked shares leaves them untracked for both wallets', () => {
    const [from, to] = [bought(4, 0.5), emptyPosition()]
    applyTransfer(from, to, micro(10))
    expect(from).toMatchObject({ shares: 0, cost: 0, untracked: micro(6) })
    expect(to).toMatchObject({ shares: micro(4), cost: micro(2), untracked: micro(6) })
  })

  it('from infrastructure brings shares of unknown cost; to it, shares and cost leave at profit 0', () => {
    const [from, to] = [bought(10, 0.5), emptyPosition()]
    applyTransfer(null, to, micro(10))
    expect(to).toEqual({ ...emptyPosition(), untracked: micro(10) })
    applyTransfer(from, null, micro(10))
    expect(from).toMatchObject({ shares: 0, cost: 0, realized: 0, untracked: 0 })
  })

  it('to oneself changes nothing', () => {
    const position = bought(10, 0.5)
    applyTransfer(position, position, micro(40))
    expect(position).toEqual(bought(10, 0.5))
  })
})
