/** A 64-bit hash of a list of numbers: different lists collide once in 2^64. */
export interface Fingerprint {
  a: number
  b: number
}

/** The fingerprint of no numbers. */
export function emptyFingerprint(): Fingerprint {
  return { a: 0x243f6a88, b: 0x13198a2e }
}

/** Adds an integer to the list, in place. */
export function mixInto(print: Fingerprint, value: number): void {
  const high = Math.floor(value / 2 ** 32)
  print.a = mix(mix(print.a, value, 0x9e3779b1), high, 0x9e3779b1)
  print.b = mix(mix(print.b, value, 0x85ebca77), high, 0x85ebca77)
}

/** For any one value, unlike states stay unlike: a multiplication by an odd number and a shift both can be undone. */
function mix(state: number, value: number, by: number): number {
  const product = Math.imul(state ^ value, by)
  return product ^ (product >>> 15)
}
