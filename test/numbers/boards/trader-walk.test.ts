import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weekStart } from '../../../src/ledger/quantities.ts'
import { copySlippage } from '../../../src/metrics/behaviour/copyable.ts'
import { totalOf } from '../../../src/metrics/running-sum.ts'
import { TraderWalk } from '../../../src/numbers/boards/trader-walk.ts'
import type { Marks } from '../../../src/numbers/inputs/marks.ts'
import { emptyColumns, SCORE_COLUMNS, type ScoredDays } from '../../../src/numbers/windows/trader-days.ts'
import { createNumberPacker } from '../../../src/store/engine/number-columns.ts'
import { NO_LISTS, packLists } from '../../../src/store/ledger/position-day.ts'

const FIRST = 20_000
const LENGTH = 30
const TOKENS = 4

const fill = fc.record({
  token: fc.nat(TOKENS - 1),
  side: fc.constantFrom<'BUY' | 'SELL'>('BUY', 'SELL'),
  role: fc.constantFrom('MAKER', 'TAKER', null),
  shares: fc.integer({ min: 1, max: 9_000_000_000 }),
  usd: fc.integer({ min: 1, max: 9_000_000_000 }),
  day: fc.integer({ min: FIRST, max: FIRST + LENGTH }),
  hour: fc.nat(23),
  /** Slippage that moved with shares on the same day. */
  moved: fc.integer({ min: -5_000_000_000, max: 5_000_000_000 }),
})
type Traded = typeof fill extends fc.Arbitrary<infer T> ? T : never

const LIMB = 2n ** 36n
const isBuy = ({ side }: Traded) => side === 'BUY'
const slippageOf = (fills: readonly Traded[], side: string) =>
  fills.filter((one) => one.side === side).reduce((sum, one) => sum + copySlippage(one), 0)
const squaresOf = (fills: readonly Traded[]) => fills.reduce((sum, { usd }) => sum + BigInt(usd) ** 2n, 0n)
const movedOf = (fills: readonly Traded[]) => fills.reduce((sum, { moved }) => sum + moved, 0)
const hoursOf = (fills: readonly Traded[]) =>
  Array.from({ length: 24 }, (_, hour) => fills.filter((one) => one.hour === hour).length)

/** A row a position and day, and one without a fill. */
function daysOf(fills: readonly Traded[]): ScoredDays {
  const packer = createNumberPacker()
  const groups = [...Map.groupBy(fills, ({ token, day }) => token * 2 ** 20 + day)].sort(([a], [b]) => a - b)
  const columns = emptyColumns(SCORE_COLUMNS, groups.length + 1)
  const lists = groups.map(([key, own], row) => {
    columns.token_id[row] = Math.floor(key / 2 ** 20)
    columns.day[row] = key % 2 ** 20
    columns.fills[row] = own.length
    columns.buys[row] = own.filter(isBuy).length
    columns.maker_fills[row] = own.filter(({ role }) => role === 'MAKER').length
    columns.role_known[row] = own.filter(({ role }) => role !== null).length
    columns.buy_slippage[row] = slippageOf(own, 'BUY')
    columns.sell_slippage[row] = slippageOf(own, 'SELL')
    columns.moved_slippage[row] = movedOf(own)
    const squares = squaresOf(own)
    columns.square_low[row] = Number(squares % LIMB)
    columns.square_middle[row] = Number((squares / LIMB) % LIMB)
    columns.square_high[row] = Number(squares / LIMB / LIMB)
    const hours = hoursOf(own).flatMap((count, hour) => (count === 0 ? [] : [hour, count]))
    return packLists({ hours, entryCost: [3, 70_000], heldSeconds: [own.length, 5] }, packer)
  })
  columns.token_id[groups.length] = TOKENS
  columns.day[groups.length] = FIRST
  return { trader: 1, count: groups.length + 1, columns, lists: [...lists, NO_LISTS] }
}

const numbers = (value: number) => new Int32Array(TOKENS + 2).fill(value)
const MARKS: Marks = {
  condition: numbers(1),
  sibling: numbers(0),
  unit: new Float64Array(TOKENS + 2).fill(1),
  resolvedOn: numbers(2 ** 31 - 1),
  payout: numbers(0),
  start: numbers(0),
  day: new Int32Array(),
  price: new Int32Array(),
}

test('a walk’s behavior at each of some days is that of the fills up to it', () => {
  fc.assert(
    fc.property(
      fc.array(fill, { maxLength: 60 }),
      fc.array(fc.integer({ min: FIRST - 1, max: FIRST + LENGTH }), { minLength: 1, maxLength: 6 }),
      (fills, asked) => {
        const walk = new TraderWalk({ days: daysOf(fills), marks: MARKS, records: { foresight: [] } })
        for (const day of asked.sort((a, b) => a - b)) {
          walk.moveTo(day)
          const own = fills.filter((one) => one.day <= day)
          const { squares, buySlippage, sellSlippage, movedSlippage, ...counts } = walk.behaviour()
          expect(counts).toEqual({
            fills: own.length,
            makerFills: own.filter(({ role }) => role === 'MAKER').length,
            knownRoleFills: own.filter(({ role }) => role !== null).length,
            buys: own.filter(isBuy).length,
            activeDays: new Set(own.map((one) => one.day)).size,
            activeWeeks: new Set(own.map((one) => weekStart(one.day))).size,
            hours: hoursOf(own),
          })
          expect(totalOf(squares)).toBe(squaresOf(own))
          expect(totalOf(buySlippage)).toBe(BigInt(slippageOf(own, 'BUY')))
          expect(totalOf(sellSlippage)).toBe(BigInt(slippageOf(own, 'SELL')))
          expect(totalOf(movedSlippage)).toBe(BigInt(movedOf(own)))
        }
      },
    ),
  )
})
