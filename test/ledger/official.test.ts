import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyOfficialPosition,
  officialBuy,
  officialConvert,
  officialFill,
  officialMerge,
  officialRedeem,
  officialSell,
  officialSplit,
  officialYesPrice,
} from '../../src/ledger/official.ts'

/** A position that bought shares (micro) at a price (micro) and did nothing else. */
function bought(price: bigint, shares: bigint) {
  const position = emptyOfficialPosition()
  officialBuy(position, price, shares)
  return position
}

describe('the official rule’s worked examples', () => {
  it('buys 100 at .40 and 50 at .55, sells 60 at .70, redeems the rest at 1', () => {
    const position = bought(400_000n, 100_000_000n)
    officialBuy(position, 550_000n, 50_000_000n)
    expect(position.avgPrice).toBe(450_000n)
    officialSell(position, 700_000n, 60_000_000n)
    expect(position.realizedPnl).toBe(15_000_000n)
    officialRedeem([position, emptyOfficialPosition()], [1_000_000, 0], null)
    expect(position).toEqual({
      amount: 0n,
      avgPrice: 450_000n,
      realizedPnl: 64_500_000n,
      totalBought: 150_000_000n,
    })
  })

  it('truncates the average price', () => {
    const position = bought(333_333n, 3_000_000n)
    officialBuy(position, 666_667n, 1_000_001n)
    expect(position.avgPrice).toBe(416_666n)
  })

  it('gives the excess of a sale no PnL', () => {
    const position = bought(600_000n, 10_000_000n)
    officialSell(position, 500_000n, 25_000_000n)
    expect(position).toMatchObject({ amount: 0n, realizedPnl: -1_000_000n })
  })

  it('converts the NO of two of four questions at PnL 0', () => {
    const no = [bought(800_000n, 10_000_000n), bought(700_000n, 10_000_000n)]
    const yes = [emptyOfficialPosition(), emptyOfficialPosition()]
    officialConvert(no, yes, 10_000_000)
    for (const position of no) expect(position).toMatchObject({ amount: 0n, realizedPnl: 0n })
    for (const position of yes) expect(position).toMatchObject({ amount: 10_000_000n, avgPrice: 250_000n })
  })

  it.each([
    [750_000n, 3, 5, 125_000n],
    [730_000n, 1, 6, 146_000n],
    [500_000n, 2, 3, 0n],
    [500_000n, 3, 3, 0n],
    [500_000n, 1, 2, 500_000n],
    [800_000n, 2, 4, 300_000n],
    [750_000n, 2, 4, 250_000n],
  ])('prices YES from NO at %s, %s of %s questions: %s', (noPrice, noCount, questions, yesPrice) => {
    expect(officialYesPrice(noPrice, noCount, questions)).toBe(yesPrice)
  })

  it('splits two million into two positions of two million at one half', () => {
    const outcomes = [emptyOfficialPosition(), emptyOfficialPosition()]
    officialSplit(outcomes, 2_000_000)
    for (const position of outcomes) {
      expect(position).toEqual({
        amount: 2_000_000n,
        avgPrice: 500_000n,
        realizedPnl: 0n,
        totalBought: 2_000_000n,
      })
    }
    officialMerge(outcomes, 2_000_000)
    for (const position of outcomes) expect(position).toMatchObject({ amount: 0n, realizedPnl: 0n })
  })
})

describe('the official rule', () => {
  it('prices a fill at usd / shares, truncated, without its fee', () => {
    const position = emptyOfficialPosition()
    officialFill(position, { side: 'BUY', shares: 3_000_000, usd: 1_000_000 })
    expect(position.avgPrice).toBe(333_333n)
    officialFill(position, { side: 'SELL', shares: 3_000_000, usd: 2_000_000 })
    expect(position.realizedPnl).toBe(999_999n)
    const before = { ...position }
    officialFill(position, { side: 'BUY', shares: 0, usd: 5 })
    expect(position).toEqual(before)
  })

  it('keeps the average when the last share leaves; the next BUY sets its own', () => {
    const position = bought(400_000n, 10n)
    officialSell(position, 400_000n, 10n)
    expect(position.avgPrice).toBe(400_000n)
    officialBuy(position, 900_000n, 10n)
    expect(position.avgPrice).toBe(900_000n)
  })

  it('buys no shares without a change, also into an empty position', () => {
    expect(bought(400_000n, 0n)).toEqual(emptyOfficialPosition())
  })

  it('truncates a loss towards zero', () => {
    const position = bought(500_000n, 3n)
    officialSell(position, 0n, 3n)
    expect(position.realizedPnl).toBe(-1n)
  })

  it('redeems the given amounts of a neg-risk question', () => {
    const [yes, no] = [bought(400_000n, 10_000_000n), bought(500_000n, 10_000_000n)]
    officialRedeem([yes, no], [1_000_000, 0], [4_000_000, 0])
    expect(yes).toMatchObject({ amount: 6_000_000n, realizedPnl: 2_400_000n })
    expect(no).toMatchObject({ amount: 10_000_000n, realizedPnl: 0n })
  })

  it('leaves losers open until they are redeemed, and drops a redemption before the resolution', () => {
    const [yes, no] = [bought(400_000n, 10_000_000n), emptyOfficialPosition()]
    officialRedeem([yes, no], null, null)
    expect(yes).toEqual(bought(400_000n, 10_000_000n))
    officialRedeem([yes, no], [0, 1_000_000], null)
    expect(yes).toMatchObject({ amount: 0n, realizedPnl: -4_000_000n })
  })

  it('ignores conditions that have not two outcomes', () => {
    const outcomes = [bought(400_000n, 9n), bought(400_000n, 9n), bought(400_000n, 9n)]
    officialSplit(outcomes, 9)
    officialMerge(outcomes, 9)
    officialRedeem(outcomes, [1_000_000, 0, 0], null)
    expect(outcomes).toEqual([bought(400_000n, 9n), bought(400_000n, 9n), bought(400_000n, 9n)])
  })

  it('ends, bought once and closed, at totalBought · (closing price − average price)', () => {
    const price = fc.bigInt({ min: 0n, max: 1_000_000n })
    fc.assert(
      fc.property(price, price, fc.bigInt({ min: 1n, max: 10n ** 15n }), (paid, closing, shares) => {
        const position = bought(paid, shares)
        officialSell(position, closing, shares)
        expect(position.realizedPnl).toBe((position.totalBought * (closing - position.avgPrice)) / 1_000_000n)
      }),
    )
  })
})
