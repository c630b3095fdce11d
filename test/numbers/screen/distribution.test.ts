import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defined } from '../../../src/checks.ts'
import { SCREEN_COLUMNS } from '../../../src/metrics/screen-columns.ts'
import { distributionOf } from '../../../src/numbers/screen/distribution.ts'

const NUMBERS = SCREEN_COLUMNS.filter(({ kind }) => kind === 'NUMBER').map(({ id }) => id)

const value = fc.oneof(
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.integer({ min: -5, max: 5 }),
  fc.constant(Number.NaN),
)

test('each trader whom the screen shows is in exactly one bin, or unknown', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ value, isHidden: fc.boolean() }), { maxLength: 200 }),
      fc.constantFrom(...NUMBERS),
      async (rows, id) => {
        const table = {
          key: 'a table',
          ids: Float64Array.from(rows, (_row, trader) => trader),
          hidden: new Set(rows.flatMap(({ isHidden }, trader) => (isHidden ? [trader] : []))),
          column: async () => Float64Array.from(rows, (row) => row.value),
        }
        const { known, unknown, bins } = await distributionOf(table, id)
        const shown = rows.filter(({ isHidden }) => !isHidden).map((row) => row.value)
        const numbers = shown.filter((one) => !Number.isNaN(one))
        expect([known, unknown]).toEqual([numbers.length, shown.length - numbers.length])
        for (const { from, to, traders } of bins)
          expect(traders).toBe(
            numbers.filter((one) => (from === null || one >= from) && (to === null || one < to)).length,
          )
        expect(bins.reduce((sum, { traders }) => sum + traders, 0)).toBe(known)
        // Each begins where the one before ends, and the ends are open.
        for (const [index, { from }] of bins.entries())
          expect(from).toBe(index === 0 ? null : defined(bins[index - 1]).to)
        for (const { from, to } of bins) if (from !== null && to !== null) expect(from).toBeLessThan(to)
        expect(bins.at(-1)?.to ?? null).toBeNull()
        expect(bins.length).toBeLessThanOrEqual(24)
      },
    ),
  )
})
