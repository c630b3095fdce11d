import { type Cells, numberAt } from './cells.ts'

const LIMB = 10n ** 15n

/** An integer of 0 or more as digits to the base of 10^15, the lowest first; none for 0. */
export function largeIntegerCells(value: bigint): Cells {
  const limbs: number[] = []
  for (let left = value; left > 0n; left /= LIMB) limbs.push(Number(left % LIMB))
  return limbs
}

/** What {@link largeIntegerCells} was made from. */
export function largeIntegerFrom(cells: Cells): bigint {
  return cells.reduceRight<bigint>((value, _, at) => value * LIMB + BigInt(numberAt(cells, at)), 0n)
}
