/** Integers from 0 to 2^53 − 1 as bytes, seven bits a byte, lowest first: small numbers take little. */
export function packNumbers(numbers: readonly number[]): Buffer {
  let size = 0
  for (const number of numbers) size += lengthOf(number)
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (let number of numbers) {
    for (; number >= 128; number = Math.floor(number / 128)) bytes[at++] = 128 + (number % 128)
    bytes[at++] = number
  }
  return bytes
}

/** The numbers that {@link packNumbers} packed. */
export function unpackNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let number = 0
  let weight = 1
  for (const byte of bytes) {
    number += (byte % 128) * weight
    weight *= 128
    if (byte >= 128) continue
    numbers.push(number)
    number = 0
    weight = 1
  }
  return numbers
}

function lengthOf(number: number): number {
  let length = 1
  for (let rest = number; rest >= 128; rest = Math.floor(rest / 128)) length++
  return length
}
