import fc from 'fast-check'

/** Dollars or shares of about one to a few hundred, in millionths. */
const amount = fc.integer({ min: 300_000, max: 300_000_000 })

/** A move of one trader in one token, or a condition's end; the world plays them in order of time. */
export const move = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('FILL' as const),
      trader: fc.nat({ max: 5 }),
      token: fc.nat({ max: 8 }),
      buy: fc.boolean(),
      shares: amount,
      price: fc.integer({ min: 1_000, max: 999_000 }),
      fee: fc.constantFrom(0, 0, 12_345),
      hours: fc.nat({ max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('RESOLVE' as const),
      condition: fc.nat({ max: 3 }),
      payouts: fc.constantFrom(['1', '0'], ['0', '1'], ['1', '1'], ['1', '2']),
      hours: fc.nat({ max: 200 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('REDEEM' as const),
      trader: fc.nat({ max: 5 }),
      token: fc.nat({ max: 8 }),
      hours: fc.nat({ max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('INCOME' as const),
      trader: fc.nat({ max: 6 }),
      amount,
      hours: fc.nat({ max: 900 }),
    }),
  },
)

/** One of {@link move}. */
export type Move = typeof move extends fc.Arbitrary<infer T> ? T : never

/** A short history; `hours` are since the move before. Long gaps let windows slide past. */
export const history = fc.array(move, { minLength: 1, maxLength: 60, size: 'max' })
