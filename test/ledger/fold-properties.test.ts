import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyFill, applyMerge, applyRedeem, applyResolve, applySplit } from '../../src/ledger/fold.ts'
import { emptyPosition, type Position, resetFlows } from '../../src/ledger/position.ts'
import {
  amount,
  emptyWorld,
  events,
  type FoldEvent,
  fill,
  foldInto,
  positionOf,
  QUESTIONS,
  WALLETS,
  type World,
} from './support/fold-events.ts'
import { slowApply, slowPositions, slowWorld } from './support/slow-fold.ts'

const total = (world: World, field: keyof Position) =>
  world.flat().reduce((sum, position) => sum + position[field], 0)

describe('the fold over any sequence of events', () => {
  it('agrees with a slow fold in big integers after each event, in every field', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const world = emptyWorld()
        let slow = slowWorld(WALLETS, 2 * QUESTIONS)
        for (const event of sequence) {
          foldInto(world, event)
          slow = slowApply(slow, event)
          expect(world).toEqual(slowPositions(slow))
        }
      }),
      { numRuns: 400 },
    )
  })

  it('never holds less than 0, and no cost without shares', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const world = emptyWorld()
        for (const event of sequence) foldInto(world, event)
        for (const { shares, cost, untracked } of world.flat()) {
          expect(shares).toBeGreaterThanOrEqual(0)
          expect(untracked).toBeGreaterThanOrEqual(0)
          if (shares === 0) expect(cost).toBe(0)
        }
      }),
    )
  })

  it('accounts for every micro of cash: realized = proceeds + collateral − spending + closing cost', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const world = emptyWorld()
        let collateral = 0
        for (const event of sequence) {
          if (event.kind === 'TRANSFER' && (event.from === null || event.to === null)) continue
          if (event.kind === 'CONVERT') {
            const whole = wholeConversion(world, event)
            collateral += cashOf(whole)
            foldInto(world, whole)
          } else foldInto(world, event)
        }
        const cash = total(world, 'sold') + collateral - total(world, 'bought')
        expect(total(world, 'realized')).toBe(cash + total(world, 'cost'))
      }),
    )
  })

  it('gives the same result day by day as in one pass', () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: 10 }), (sequence, daily) => {
        const [whole, days, flows] = [emptyWorld(), emptyWorld(), emptyWorld()]
        const closeDay = () => {
          days.flat().forEach((position, i) => {
            const sum = flows.flat()[i]
            if (sum) addFlows(sum, position)
            resetFlows(position)
          })
        }
        sequence.forEach((event, i) => {
          foldInto(whole, event)
          foldInto(days, event)
          if (i % daily === 0) closeDay()
        })
        closeDay()
        whole.flat().forEach((position, i) => {
          const { shares = 0, cost = 0 } = days.flat()[i] ?? {}
          expect({ ...flows.flat()[i], shares, cost }).toEqual(position)
        })
      }),
    )
  })

  it('does not depend on how the events of independent positions are interleaved', () => {
    const fills = fc.array(fc.record({ wallet: fc.nat(WALLETS - 1), token: fc.nat(5), fill }), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(fills, (sequence) => {
        const [mixed, grouped] = [emptyWorld(), emptyWorld()]
        const order = (event: (typeof sequence)[number]) => event.wallet * 10 + event.token
        for (const event of sequence) applyFill(positionOf(mixed, event.wallet, event.token), event.fill)
        for (const event of sequence.toSorted((a, b) => order(b) - order(a))) {
          applyFill(positionOf(grouped, event.wallet, event.token), event.fill)
        }
        expect(grouped).toEqual(mixed)
      }),
    )
  })
})

describe('round trips', () => {
  it('splitting and merging the same sets nets nothing', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 5 }), (sets, outcomes) => {
        const positions = Array.from({ length: outcomes }, emptyPosition)
        applySplit(positions, sets)
        expect(positions.reduce((sum, { cost }) => sum + cost, 0)).toBe(sets)
        applyMerge(positions, sets)
        for (const { bought, sold, splitCost, splitShares, ...rest } of positions) {
          expect([bought, splitCost, splitShares]).toEqual([sold, sold, sets])
          expect({ ...rest, bought: 0, sold: 0, splitCost: 0, splitShares: 0 }).toEqual(emptyPosition())
        }
      }),
    )
  })

  it('redeeming what a resolution has settled makes no profit to the micro, in any portions', () => {
    const portions = fc.array(fc.tuple(amount, amount), { maxLength: 6 })
    const payouts = fc.constantFrom(
      [1_000_000, 0],
      [500_000, 500_000],
      [333_333, 666_666],
      [142_857, 857_142],
    )
    fc.assert(
      fc.property(
        fc.array(fill),
        fc.array(fill),
        payouts,
        portions,
        (yesFills, noFills, prices, redeemed) => {
          const [yes, no] = [emptyPosition(), emptyPosition()]
          for (const terms of yesFills) applyFill(yes, terms)
          for (const terms of noFills) applyFill(no, terms)
          applyResolve([yes, no], prices)
          const settled = [yes.realized, no.realized]
          for (const amounts of redeemed) applyRedeem([yes, no], { amounts, payout: 0, prices })
          applyRedeem([yes, no], { amounts: null, payout: 0, prices })
          expect([yes.realized, no.realized, yes.shares, no.shares, yes.cost, no.cost]).toEqual([
            ...settled,
            0,
            0,
            0,
            0,
          ])
        },
      ),
    )
  })

  it('a resolution applied again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fill), fc.nat(1_000_000), (fills, price) => {
        const position = emptyPosition()
        for (const terms of fills) applyFill(position, terms)
        applyResolve([position], [price])
        const once = { ...position }
        applyResolve([position], [price])
        expect(position).toEqual(once)
      }),
    )
  })
})

/** The same conversion, cut down to the sets that the wallet wholly holds. */
function wholeConversion(world: World, event: Extract<FoldEvent, { kind: 'CONVERT' }>) {
  const held = event.questions
    .filter(({ converted }) => converted)
    .map(({ question }) => positionOf(world, event.wallet, 2 * question + 1).shares)
  return { ...event, amount: Math.min(event.amount, ...held) }
}

function cashOf({ questions, amount, feeBips }: Extract<FoldEvent, { kind: 'CONVERT' }>): number {
  const fee = Number((BigInt(amount) * BigInt(feeBips)) / 10_000n)
  return (questions.filter(({ converted }) => converted).length - 1) * (amount - fee)
}

function addFlows(sum: Position, day: Position): void {
  for (const field of Object.keys(sum) as (keyof Position)[]) sum[field] += day[field]
}
