import fc from 'fast-check'
import type { FillTerms } from '../../../src/ledger/fold.ts'
import {
  applyConvert,
  applyFill,
  applyMerge,
  applyRedeem,
  applyResolve,
  applySplit,
  applyTransfer,
} from '../../../src/ledger/fold.ts'
import { emptyPosition, type Position } from '../../../src/ledger/position.ts'

/*
 * Random events over a small world: two wallets, one neg-risk market of three questions. Token 2q is the YES of
 * question q, 2q + 1 its NO.
 */

export const WALLETS = 2
export const QUESTIONS = 3

/** `world[w][t]`: wallet w's position in token t. */
export type World = Position[][]

/** One event of the small world. */
export type FoldEvent =
  | { kind: 'FILL'; wallet: number; token: number; fill: FillTerms }
  | { kind: 'SPLIT' | 'MERGE'; wallet: number; question: number; amount: number }
  | {
      kind: 'CONVERT'
      wallet: number
      questions: { question: number; converted: boolean }[]
      amount: number
      feeBips: number
    }
  | { kind: 'RESOLVE'; question: number; prices: number[] }
  | {
      kind: 'REDEEM'
      wallet: number
      question: number
      amounts: number[] | null
      payout: number
      prices: number[] | null
    }
  | { kind: 'TRANSFER'; from: number | null; to: number | null; token: number; amount: number }

const wallet = fc.integer({ min: 0, max: WALLETS - 1 })
const question = fc.integer({ min: 0, max: QUESTIONS - 1 })
const token = fc.integer({ min: 0, max: 2 * QUESTIONS - 1 })

/** Micro amounts: dust that shows every rounding, round numbers that meet again, and millions of dollars. */
export const amount = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.constantFrom(1, 2, 3, 5).map((n) => n * 1_000_000),
  fc.integer({ min: 0, max: 9_000_000 }),
  fc.integer({ min: 0, max: 4_000_000_000_000 }),
)

/** Fills at prices from 0 to 1.2 (dust rounds so), with a fee of up to a tenth, or at times of everything. */
export const fill: fc.Arbitrary<FillTerms> = fc
  .record({
    side: fc.constantFrom('BUY', 'BUY', 'SELL'),
    role: fc.constantFrom('MAKER', 'TAKER', null),
    shares: amount,
    price: fc.double({ min: 0, max: 1.2, noNaN: true }),
    feeRate: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.1, noNaN: true }), fc.constant(1)),
    feeIn: fc.constantFrom('USD', 'USD', 'SHARES'),
  })
  .map(({ side, role, shares, price, feeRate, feeIn }) => {
    const usd = Math.round(shares * price)
    return {
      side,
      role,
      shares,
      usd,
      feeIn,
      fee: Math.floor(feeRate * (feeIn === 'USD' ? usd : shares)),
    } as const
  })

const prices = fc.constantFrom<number[][]>(
  [1_000_000, 0],
  [0, 1_000_000],
  [500_000, 500_000],
  [333_333, 666_666],
)
const fillEvent = fc.record({ kind: fc.constant('FILL' as const), wallet, token, fill })
const setEvent = fc.record({
  kind: fc.constantFrom('SPLIT' as const, 'MERGE' as const),
  wallet,
  question,
  amount,
})
const convertEvent = fc
  .record({
    wallet,
    indexSet: fc.integer({ min: 1, max: 2 ** QUESTIONS - 1 }),
    amount,
    feeBips: fc.constantFrom(0, 0, 30, 10_000),
  })
  .map(({ indexSet, ...rest }) => ({
    kind: 'CONVERT' as const,
    ...rest,
    questions: Array.from({ length: QUESTIONS }, (_, i) => ({
      question: i,
      converted: ((indexSet >> i) & 1) === 1,
    })),
  }))
const resolveEvent = fc.record({ kind: fc.constant('RESOLVE' as const), question, prices })
const redeemEvent = fc.record({
  kind: fc.constant('REDEEM' as const),
  wallet,
  question,
  amounts: fc.option(fc.tuple(amount, amount)),
  payout: amount,
  prices: fc.option(prices),
})
const side = fc.option(wallet, { freq: 4 })
const transferEvent = fc.record({
  kind: fc.constant('TRANSFER' as const),
  from: side,
  to: side,
  token,
  amount,
})

/** Any sequence of events. */
export const events: fc.Arbitrary<FoldEvent[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fillEvent },
    { weight: 3, arbitrary: setEvent },
    { weight: 2, arbitrary: convertEvent },
    { weight: 1, arbitrary: resolveEvent },
    { weight: 2, arbitrary: redeemEvent },
    { weight: 2, arbitrary: transferEvent },
  ),
  { maxLength: 40, size: 'max' },
)

/** A world without events. */
export function emptyWorld(): World {
  return Array.from({ length: WALLETS }, () => Array.from({ length: 2 * QUESTIONS }, emptyPosition))
}

/** The position of a wallet in a token. */
export function positionOf(world: World, wallet: number, token: number): Position {
  const position = world[wallet]?.[token]
  if (!position) throw new Error('no such position')
  return position
}

/** Applies an event with the fold under test. */
export function foldInto(world: World, event: FoldEvent): void {
  const at = (wallet: number | null, token: number) =>
    wallet === null ? null : positionOf(world, wallet, token)
  const outcomes = (wallet: number, question: number) => [
    positionOf(world, wallet, 2 * question),
    positionOf(world, wallet, 2 * question + 1),
  ]
  switch (event.kind) {
    case 'FILL':
      applyFill(positionOf(world, event.wallet, event.token), event.fill)
      break
    case 'SPLIT':
      applySplit(outcomes(event.wallet, event.question), event.amount)
      break
    case 'MERGE':
      applyMerge(outcomes(event.wallet, event.question), event.amount)
      break
    case 'CONVERT': {
      const no = event.questions.filter(({ converted }) => converted)
      const yes = event.questions.filter(({ converted }) => !converted)
      applyConvert(
        no.map(({ question }) => positionOf(world, event.wallet, 2 * question + 1)),
        yes.map(({ question }) => positionOf(world, event.wallet, 2 * question)),
        event.amount,
        event.feeBips,
      )
      break
    }
    case 'RESOLVE':
      for (let wallet = 0; wallet < WALLETS; wallet++)
        applyResolve(outcomes(wallet, event.question), event.prices)
      break
    case 'REDEEM':
      applyRedeem(outcomes(event.wallet, event.question), event)
      break
    case 'TRANSFER':
      applyTransfer(at(event.from, event.token), at(event.to, event.token), event.amount)
      break
  }
}
