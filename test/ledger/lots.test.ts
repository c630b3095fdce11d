import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOT_METHODS, type LotMethod } from '../../src/ledger/lot-heap.ts'
import { type Disposal, LotBook, type LotStep } from '../../src/ledger/lots.ts'
import {
  emptyWorld,
  events,
  type FoldEvent,
  foldInto,
  QUESTIONS,
  WALLETS,
  type World,
} from './support/fold-events.ts'
import { slowLots } from './support/slow-lots.ts'

const OWN = [new Set([0]), new Set([0, 1])]
const TOKENS = Array.from({ length: 2 * QUESTIONS }, (_, token) => token)

interface Assigned {
  book: LotBook<number>
  world: World
  /** Realized profit of the fold over the wallets that are one. */
  realized: number
}

/** The book of events, fed with the fold's steps; two events a time. */
function assign(drawn: readonly FoldEvent[], method: LotMethod, own: ReadonlySet<number>): Assigned {
  const book = new LotBook<number>(method, own)
  const world = emptyWorld()
  let realized = 0
  drawn.forEach((event, n) => {
    const before = structuredClone(world)
    foldInto(world, event)
    const legs = legsOf(event).map(([trader, token]) => {
      const [was, is] = [before[trader]?.[token], world[trader]?.[token]]
      if (!was || !is) throw new Error('no such position')
      if (own.has(trader)) realized += is.realized - was.realized
      return { trader, token, before: was, after: { ...is }, outcome: token % 2 }
    })
    const { kind } = event
    const amount = kind === 'CONVERT' ? event.amount : 0
    book.apply({ kind, event: n, time: Math.floor(n / 2), amount, legs } satisfies LotStep<number>)
  })
  return { book, world, realized }
}

function legsOf(event: FoldEvent): [number, number][] {
  switch (event.kind) {
    case 'FILL':
      return [[event.wallet, event.token]]
    case 'CONVERT': {
      const no = event.questions.filter(({ converted }) => converted).map(({ question }) => 2 * question + 1)
      const yes = event.questions.filter(({ converted }) => !converted).map(({ question }) => 2 * question)
      return [...no, ...yes].map((token) => [event.wallet, token])
    }
    case 'TRANSFER':
      return [event.from, event.to].flatMap((wallet): [number, number][] =>
        wallet === null ? [] : [[wallet, event.token]],
      )
    case 'RESOLVE':
      return Array.from({ length: WALLETS }, (_, wallet) => wallet).flatMap((wallet) =>
        [0, 1].map((outcome): [number, number] => [wallet, 2 * event.question + outcome]),
      )
    default:
      return [0, 1].map((outcome) => [event.wallet, 2 * event.question + outcome])
  }
}

const shown = ({ kind, time, trader, token, shares, lot, proceeds, basis }: Disposal<number>) =>
  JSON.stringify([kind, time, trader, token, shares, lot?.time ?? null, proceeds, basis])
const gains = (rows: readonly Disposal<number>[]) => rows.reduce((sum, { gain }) => sum + (gain ?? 0), 0)
/** Cost of what left for nothing that is known. */
const lost = (rows: readonly Disposal<number>[]) =>
  rows.reduce((sum, { basis, gain }) => sum + (gain === null ? (basis ?? 0) : 0), 0)

test('every disposal is that of a slow assignment over the slow fold, in each method', () => {
  let rows = 0
  const kinds = new Set<string>()
  fc.assert(
    fc.property(events, fc.constantFrom(...LOT_METHODS), fc.constantFrom(...OWN), (drawn, method, own) => {
      const { book } = assign(drawn, method, own)
      const slow = slowLots(drawn, method, own).rows.map((row) =>
        JSON.stringify([
          row.kind,
          row.at,
          row.trader,
          row.token,
          row.shares,
          row.acquired,
          row.proceeds,
          row.basis,
        ]),
      )
      rows += slow.length
      for (const { kind } of book.disposals) kinds.add(kind)
      expect(book.disposals.map(shown).sort()).toEqual(slow.sort())
    }),
    { numRuns: 600 },
  )
  expect(rows).toBeGreaterThan(1_000)
  expect([...kinds].sort()).toEqual([
    'CONVERSION',
    'MERGE',
    'REDEMPTION',
    'RESOLUTION',
    'SELL',
    'TRANSFER_OUT',
  ])
})

test('under average cost the gains are the realized profit of the fold, to the micro', () => {
  fc.assert(
    fc.property(events, fc.constantFrom(...OWN), (drawn, own) => {
      const { book, realized } = assign(drawn, 'average', own)
      expect(gains(book.disposals)).toBe(realized)
    }),
    { numRuns: 400 },
  )
})

test('gains less the cost of what is held and of what left for nothing are the same in every method', () => {
  let closed = 0
  fc.assert(
    fc.property(events, fc.constantFrom(...OWN), (drawn, own) => {
      const sums = LOT_METHODS.map((method) => {
        const { book, world } = assign(drawn, method, own)
        const held = [...own].flatMap((wallet) =>
          TOKENS.map((token) =>
            method === 'average'
              ? (world[wallet]?.[token]?.cost ?? 0)
              : book.open(wallet, token).reduce((sum, { basis }) => sum + basis, 0),
          ),
        )
        const [open, left] = [held.reduce((sum, one) => sum + one, 0), lost(book.disposals)]
        // Of a life that ends with nothing held and nothing sent away, the gains alone are the same.
        if (open === 0 && left === 0 && book.disposals.length > 0) closed++
        return gains(book.disposals) - open - left
      })
      expect(new Set(sums).size).toBe(1)
    }),
    { numRuns: 400 },
  )
  expect(closed).toBeGreaterThan(0)
})

test('shares are conserved: lots hold what the fold holds, and each share of a lot leaves once', () => {
  fc.assert(
    fc.property(events, fc.constantFrom(...LOT_METHODS), fc.constantFrom(...OWN), (drawn, method, own) => {
      const { book, world } = assign(drawn, method, own)
      for (const wallet of own)
        for (const token of TOKENS) {
          const lots = book.open(wallet, token)
          expect(lots.reduce((sum, { shares }) => sum + shares, 0)).toBe(world[wallet]?.[token]?.shares)
          expect(lots.every(({ shares, whole }) => shares > 0 && shares <= whole.shares)).toBe(true)
        }
    }),
    { numRuns: 300 },
  )
})

test('a sale takes the oldest, the newest, the dearest lots, or the average cost', () => {
  const buy = (shares: number, usd: number): FoldEvent => ({
    kind: 'FILL',
    wallet: 0,
    token: 0,
    fill: { side: 'BUY', role: null, shares, usd, fee: 0, feeIn: 'USD' },
  })
  const sell = (shares: number, usd: number, fee: number): FoldEvent => ({
    kind: 'FILL',
    wallet: 0,
    token: 0,
    fill: { side: 'SELL', role: null, shares, usd, fee, feeIn: 'USD' },
  })
  // 100 at .40, 50 at .70, 50 at .55; 120 are sold for 72 less 1.20.
  const drawn = [buy(100, 40), buy(50, 35), buy(50, 27), sell(120, 72, 1)]
  const gainsBy = LOT_METHODS.map((method) => {
    const { book } = assign(drawn, method, new Set([0]))
    return [method, book.disposals.map(({ shares, basis }) => [shares, basis]), gains(book.disposals)]
  })
  expect(gainsBy).toEqual([
    [
      'fifo',
      [
        [100, 40],
        [20, 14],
      ],
      17,
    ],
    [
      'lifo',
      [
        [50, 27],
        [50, 35],
        [20, 8],
      ],
      1,
    ],
    [
      'hifo',
      [
        [50, 35],
        [50, 27],
        [20, 8],
      ],
      1,
    ],
    [
      'average',
      [
        [100, 50],
        [20, 11],
      ],
      10,
    ],
  ])
})
