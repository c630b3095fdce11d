import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyOfficialPosition,
  type OfficialPosition,
  officialConvert,
  officialFill,
  officialMerge,
  officialRedeem,
  officialSplit,
  officialYesPrice,
  resetOfficialFlow,
} from '../../src/ledger/official.ts'
import { events, type FoldEvent, QUESTIONS, WALLETS } from './support/fold-events.ts'
import {
  asOfficial,
  emptySlowOfficial,
  type SlowOfficial,
  slowConvert,
  slowFill,
  slowRedeem,
  slowSets,
} from './support/slow-official.ts'

const UNIT = 1_000_000

function buy(position: OfficialPosition, price: number, shares: number): void {
  officialFill(position, { side: 'BUY', shares, usd: (shares / UNIT) * price })
}

function sell(position: OfficialPosition, price: number, shares: number): void {
  officialFill(position, { side: 'SELL', shares, usd: (shares / UNIT) * price })
}

/** A position that bought shares (micro) at a price (micro) and did nothing else. */
function bought(price: number, shares: number): OfficialPosition {
  const position = emptyOfficialPosition()
  buy(position, price, shares)
  return position
}

describe('worked examples of the official rule', () => {
  it('buys 100 at .40 and 50 at .55, sells 60 at .70, redeems the rest at 1', () => {
    const position = bought(400_000, 100 * UNIT)
    buy(position, 550_000, 50 * UNIT)
    expect(position.avg).toBe(450_000)
    sell(position, 700_000, 60 * UNIT)
    expect(position.realized).toBe(15 * UNIT)
    officialRedeem([position, emptyOfficialPosition()], [UNIT, 0], null)
    expect(position).toEqual({ amount: 0, avg: 450_000, realized: 64_500_000 })
  })

  it('truncates the average price', () => {
    const position = bought(333_333, 3 * UNIT)
    officialFill(position, { side: 'BUY', shares: 1_000_001, usd: 666_668 })
    expect(position.avg).toBe(416_666)
  })

  it('gives the excess of a sale no profit', () => {
    const position = bought(600_000, 10 * UNIT)
    sell(position, 500_000, 25 * UNIT)
    expect(position).toMatchObject({ amount: 0, realized: -UNIT })
  })

  it('converts the NO of two of four questions at profit 0', () => {
    const no = [bought(800_000, 10 * UNIT), bought(700_000, 10 * UNIT)]
    const yes = [emptyOfficialPosition(), emptyOfficialPosition()]
    officialConvert(no, yes, 10 * UNIT)
    for (const position of no) expect(position).toMatchObject({ amount: 0, realized: 0 })
    for (const position of yes) expect(position).toMatchObject({ amount: 10 * UNIT, avg: 250_000 })
  })

  it.each([
    [750_000, 3, 5, 125_000],
    [730_000, 1, 6, 146_000],
    [500_000, 2, 3, 0],
    [500_000, 3, 3, 0],
    [500_000, 1, 2, 500_000],
    [800_000, 2, 4, 300_000],
    [750_000, 2, 4, 250_000],
  ])('prices YES from NO at %s, %s of %s questions: %s', (noPrice, noCount, questions, yesPrice) => {
    expect(officialYesPrice(noPrice, noCount, questions)).toBe(yesPrice)
  })

  it('splits two million into two positions of two million at one half', () => {
    const outcomes = [emptyOfficialPosition(), emptyOfficialPosition()]
    officialSplit(outcomes, 2_000_000)
    for (const position of outcomes)
      expect(position).toEqual({ amount: 2_000_000, avg: 500_000, realized: 0 })
    officialMerge(outcomes, 2_000_000)
    for (const position of outcomes) expect(position).toMatchObject({ amount: 0, realized: 0 })
  })
})

describe('the official rule', () => {
  it('prices a fill at usd / shares, truncated, without its fee', () => {
    const position = emptyOfficialPosition()
    officialFill(position, { side: 'BUY', shares: 3_000_000, usd: 1_000_000 })
    expect(position.avg).toBe(333_333)
    officialFill(position, { side: 'SELL', shares: 3_000_000, usd: 2_000_000 })
    expect(position.realized).toBe(999_999)
    const before = { ...position }
    officialFill(position, { side: 'BUY', shares: 0, usd: 5 })
    expect(position).toEqual(before)
  })

  it('keeps the average when the last share leaves; the next BUY sets its own', () => {
    const position = bought(400_000, 10 * UNIT)
    sell(position, 400_000, 10 * UNIT)
    expect(position.avg).toBe(400_000)
    buy(position, 900_000, 10 * UNIT)
    expect(position.avg).toBe(900_000)
  })

  it('truncates a loss, and an average below 0, towards zero', () => {
    const position = bought(500_000, 4)
    officialRedeem([position, emptyOfficialPosition()], [0, UNIT], [3, 0])
    expect(position.realized).toBe(-1)
    // Two NOs at nothing, converted, leave their YES at −1 dollar; the next share pays half a dollar.
    const yes = emptyOfficialPosition()
    officialConvert([emptyOfficialPosition(), emptyOfficialPosition()], [yes], 2)
    expect(yes).toMatchObject({ amount: 2, avg: -UNIT })
    officialSplit([yes, emptyOfficialPosition()], 1)
    expect(yes.avg).toBe(-500_000)
    officialSplit([yes, emptyOfficialPosition()], 4)
    expect(yes.avg).toBe(71_428)
    officialConvert([emptyOfficialPosition(), emptyOfficialPosition()], [yes], 4)
    expect(yes.avg).toBe(-318_182)
  })

  it('redeems the given amounts of a neg-risk question', () => {
    const [yes, no] = [bought(400_000, 10 * UNIT), bought(500_000, 10 * UNIT)]
    officialRedeem([yes, no], [UNIT, 0], [4 * UNIT, 0])
    expect(yes).toMatchObject({ amount: 6 * UNIT, realized: 2_400_000 })
    expect(no).toMatchObject({ amount: 10 * UNIT, realized: 0 })
  })

  it('leaves losers open until they are redeemed, and drops a redemption before the resolution', () => {
    const [yes, no] = [bought(400_000, 10 * UNIT), emptyOfficialPosition()]
    officialRedeem([yes, no], null, null)
    expect(yes).toEqual(bought(400_000, 10 * UNIT))
    officialRedeem([yes, no], [0, UNIT], null)
    expect(yes).toMatchObject({ amount: 0, realized: -4 * UNIT })
  })

  it('ignores conditions that do not have two outcomes', () => {
    const outcomes = [bought(400_000, 9 * UNIT), bought(400_000, 9 * UNIT), bought(400_000, 9 * UNIT)]
    officialSplit(outcomes, 9)
    officialMerge(outcomes, 9)
    officialRedeem(outcomes, [UNIT, 0, 0], null)
    for (const position of outcomes) expect(position).toEqual(bought(400_000, 9 * UNIT))
  })

  it('caps a price made by dust at 2^52, and refuses more shares than the exact range has', () => {
    const position = emptyOfficialPosition()
    officialFill(position, { side: 'BUY', shares: 1, usd: 10_000 * UNIT })
    expect(position.avg).toBe(2 ** 52)
    expect(() => officialSplit([position, position], Number.MAX_SAFE_INTEGER)).toThrow(/official amount/)
  })
})

type Worlds = { fast: OfficialPosition[][]; slow: SlowOfficial[][] }

/** Applies an event of the fold's small world with the rule under test and with the slow one. */
function applyBoth({ fast, slow }: Worlds, event: FoldEvent): void {
  if (!('wallet' in event)) return
  const both = <T>(world: T[][], tokens: number[]) =>
    tokens.flatMap((token) => world[event.wallet]?.[token] ?? [])
  const apply = (
    tokens: number[],
    one: (p: OfficialPosition[]) => void,
    other: (p: SlowOfficial[]) => void,
  ) => {
    one(both(fast, tokens))
    other(both(slow, tokens))
  }
  if (event.kind === 'FILL') {
    const { fill } = event
    apply(
      [event.token],
      ([p]) => p && officialFill(p, fill),
      ([p]) => p && slowFill(p, fill),
    )
  } else if (event.kind === 'CONVERT') {
    const no = event.questions.filter(({ converted }) => converted).map(({ question }) => 2 * question + 1)
    const yes = event.questions.filter(({ converted }) => !converted).map(({ question }) => 2 * question)
    const k = no.length
    apply(
      [...no, ...yes],
      (p) => officialConvert(p.slice(0, k), p.slice(k), event.amount),
      (p) => slowConvert(p.slice(0, k), p.slice(k), event.amount),
    )
  } else {
    const outcomes = [2 * event.question, 2 * event.question + 1]
    if (event.kind === 'REDEEM') {
      apply(
        outcomes,
        (p) => officialRedeem(p, event.prices, event.amounts),
        (p) => slowRedeem(p, event.prices, event.amounts),
      )
    } else {
      const official = event.kind === 'SPLIT' ? officialSplit : officialMerge
      apply(
        outcomes,
        (p) => official(p, event.amount),
        (p) => slowSets(p, { kind: event.kind, amount: event.amount }),
      )
    }
  }
}

/** Whole millions of dollars and fills at prices that no market has: products of both leave the exact range. */
const wild = fc
  .record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    shares: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 46 })),
    usd: fc.oneof(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 2 ** 46 })),
    wallet: fc.integer({ min: 0, max: WALLETS - 1 }),
    token: fc.integer({ min: 0, max: 2 * QUESTIONS - 1 }),
  })
  .map(({ side, shares, usd, wallet, token }) => ({
    kind: 'FILL' as const,
    wallet,
    token,
    fill: { side, shares, usd, role: null, fee: 0, feeIn: 'USD' as const },
  }))

const world = <T>(empty: () => T) =>
  Array.from({ length: WALLETS }, () => Array.from({ length: 2 * QUESTIONS }, empty))

describe('the official rule in doubles', () => {
  it('equals the rule in unbounded integers, event by event, also where products leave the exact range', () => {
    const drawn = fc.tuple(events, fc.array(wild, { maxLength: 12 }), fc.infiniteStream(fc.nat()))
    fc.assert(
      fc.property(drawn, ([ordinary, extreme, order]) => {
        const worlds: Worlds = { fast: world(emptyOfficialPosition), slow: world(emptySlowOfficial) }
        const mixed = [...ordinary, ...extreme].map((event) => ({ event, at: order.next().value ?? 0 }))
        for (const { event } of mixed.sort((a, b) => a.at - b.at)) {
          applyBoth(worlds, event)
          expect(worlds.fast).toEqual(worlds.slow.map((wallet) => wallet.map(asOfficial)))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('ends, bought once and closed, at shares · (closing price − average price)', () => {
    const price = fc.integer({ min: 0, max: UNIT })
    fc.assert(
      fc.property(price, price, fc.integer({ min: 1, max: 10 ** 9 }), (paid, closing, units) => {
        const position = bought(paid, units * UNIT)
        sell(position, closing, units * UNIT)
        expect(position).toEqual({ amount: 0, avg: paid, realized: units * (closing - paid) })
        resetOfficialFlow(position)
        expect(position.realized).toBe(0)
      }),
    )
  })
})
