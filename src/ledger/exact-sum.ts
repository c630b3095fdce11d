/**
 * a + b, exactly: a sum beyond a double's exact range is refused, never rounded.
 * @throws RangeError naming `field` for a sum that is not a safe integer (above 9.0e9 dollars or shares, a fraction,
 * NaN)
 */
export function exactSum(a: number, b: number, field: string): number {
  const sum = a + b
  if (!Number.isSafeInteger(sum)) throw new RangeError(`${field} leaves the exact range: ${a} + ${b}`)
  return sum
}
