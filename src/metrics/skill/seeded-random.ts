import type { Address } from '../../ledger/quantities.ts'

/** Fills an array with the next numbers of a stream, uniform 32-bit unsigned integers, and gives it back. */
export type RandomFill = (target: Uint32Array) => Uint32Array

/** The tests of a trader's skill that draw. */
export type SkillTest = 'bootstrap' | 'null'

/** The text that seeds a test of a trader: its name and the address. */
export function seedOf(test: SkillTest, address: Address): string {
  return `${test}:${address}`
}

/** The author's own number of rounds after which no two seeds look alike. */
const WARM_UP = 15

/**
 * A stream of uniform 32-bit unsigned integers, the same on every machine for the same seed text: Chris
 * Doty-Humphrey's sfc32 (PractRand), its state four FNV-1a hashes of the text. For resampling, not for secrets.
 * It is read by the array, so that the state stays out of the heap between numbers.
 */
export function seededRandom(seed: string): RandomFill {
  const state = Int32Array.from({ length: 4 }, (_, word) => fnv1a(`${word}:${seed}`))
  const fill = (target: Uint32Array) => advance(state, target)
  fill(new Uint32Array(WARM_UP))
  return fill
}

function advance(state: Int32Array, target: Uint32Array): Uint32Array {
  let [a = 0, b = 0, c = 0, counter = 0] = state
  for (let i = 0; i < target.length; i += 1) {
    const out = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + out) | 0
    target[i] = out
  }
  state.set([a, b, c, counter])
  return target
}

/** The 32-bit FNV-1a hash of a text's UTF-16 code units; seeds here are ASCII. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}
