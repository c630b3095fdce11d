import fc from 'fast-check'

/** Decided units of any size up to $100,000, from a tenth of a cent a share, with any result that the shares allow. */
export const unit = fc
  .record({
    cost: fc.oneof(
      fc.integer({ min: 0, max: 3_000_000 }),
      fc.integer({ min: 1_000_000, max: 100_000_000_000 }),
    ),
    price: fc.integer({ min: 1_000, max: 1_000_000 }),
    result: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ cost, price, result }) => {
    const shares = Math.round((cost / price) * 1_000_000)
    return { pnl: Math.round(shares * result) - cost, cost, shares }
  })

export const units = fc.array(unit, { maxLength: 60 })

/** A list, and the same in another order. */
export function shuffled<T>(list: fc.Arbitrary<T[]>): fc.Arbitrary<[T[], T[]]> {
  return list.chain((items) =>
    fc.tuple(
      fc.constant(items),
      fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }),
    ),
  )
}
