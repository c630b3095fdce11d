import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClosedDays } from '../../../src/numbers/publish/closed-days.ts'
import { emptyColumns, SCORE_COLUMNS, type ScoredDays } from '../../../src/numbers/windows/trader-days.ts'

const TODAY = 20_500
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: -300, max: 300 }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
)
const day = fc.record({
  token: fc.integer({ min: 1, max: 5 }),
  day: fc.integer({ min: TODAY - 3, max: TODAY + 1 }),
  values: fc.array(amount, { minLength: SCORE_COLUMNS.length, maxLength: SCORE_COLUMNS.length }),
  list: fc.uint8Array({ maxLength: 6 }),
})
type Row = typeof day extends fc.Arbitrary<infer One> ? One : never
/** Some positions' days, in their order. */
const days = fc
  .uniqueArray(day, { selector: ({ token, day: on }) => `${token} ${on}` })
  .map((rows) => rows.sort((a, b) => a.token - b.token || a.day - b.day))

function columnsOf(trader: number, rows: readonly Row[]) {
  const columns = emptyColumns(SCORE_COLUMNS, rows.length)
  columns.trader_id.fill(trader)
  for (const [i, row] of rows.entries()) {
    columns.token_id[i] = row.token
    columns.day[i] = row.day
    for (const [c, name] of SCORE_COLUMNS.entries()) columns[name][i] = row.values[c] ?? 0
  }
  return { trader, count: rows.length, columns, lists: rows.map(({ list }) => list) } satisfies ScoredDays
}

test('kept days with those of today are a trader’s days, to the last bit and in their order', () => {
  fc.assert(
    fc.property(fc.array(days, { minLength: 1, maxLength: 4 }), (traders) => {
      const closed = createClosedDays(TODAY)
      for (const [trader, rows] of traders.entries()) closed.keep(columnsOf(trader, rows))
      for (const [trader, rows] of traders.entries()) {
        const later = rows.filter(({ day: on }) => on >= TODAY)
        const given = later.length === 0 ? null : columnsOf(trader, later)
        expect(trimmed(closed.withLater(trader, given))).toEqual(columnsOf(trader, rows))
      }
      closed.clear()
      expect(traders.some((_, trader) => closed.has(trader))).toBe(false)
    }),
  )
})

test('kept days go on to the next day with those of today', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 4 }), async (traders) => {
      const closed = createClosedDays(TODAY)
      for (const [trader, rows] of traders.entries()) if (trader > 0) closed.keep(columnsOf(trader, rows))
      const of = (trader: number, counts: (on: number) => boolean) =>
        columnsOf(
          trader,
          (traders[trader] ?? []).filter((row) => counts(row.day)),
        )
      const today = traders.map((_, trader) => of(trader, (on) => on === TODAY))
      await closed.moveTo(
        TODAY + 1,
        (async function* () {
          yield* today
        })(),
      )
      expect(closed.day).toBe(TODAY + 1)
      for (const [trader, rows] of traders.entries()) {
        expect(closed.has(trader)).toBe(trader > 0)
        const later = of(trader, (on) => on > TODAY)
        if (trader > 0) expect(trimmed(closed.withLater(trader, later))).toEqual(columnsOf(trader, rows))
      }
    }),
  )
})

/** Days without what memory has behind them. */
function trimmed({ columns, ...days }: ScoredDays) {
  const own = Object.entries(columns).map(([name, values]) => [name, values.slice(0, days.count)])
  return { ...days, columns: Object.fromEntries(own) }
}

test('beyond the bound nobody is kept, until there is room again', () => {
  const closed = createClosedDays(TODAY, 1_000)
  const days = (trader: number) => columnsOf(trader, [])
  const many = Array.from({ length: 20 }, (_, trader) => trader)
  for (const trader of many) closed.keep(days(trader))
  expect(many.filter(closed.has)).toEqual([0, 1, 2, 3, 4])
  closed.renew()
  expect(many.some(closed.has)).toBe(false)
  closed.keep(days(9))
  expect(many.filter(closed.has)).toEqual([9])
})
