import { hash } from 'node:crypto'

/** A stream of pseudo-random numbers: integer arithmetic only, so every machine draws the same. */
export interface Random {
  /** A whole number from 0 to n − 1, for 1 ≤ n ≤ 2^21. */
  below(n: number): number
  /** True in `numerator` of `denominator` draws. */
  chance(numerator: number, denominator: number): boolean
  /** A multiple of 2^-32 in [0, 1). */
  fraction(): number
  /**
   * A heavy-tailed multiplier in hundredths, from 100 to `cap`: it exceeds 100·x in 1 / x^alpha of draws. The largest
   * of alpha uniforms is below 1/x that often, which needs a division where powers would need a logarithm.
   */
  pareto(alpha: number, cap: number): number
}

/** The stream that belongs to a seed and a name; streams of different names are independent (sfc32 from SHA-256). */
export function createRandom(seed: number, name: string): Random {
  const next = sfc32(hash('sha256', `pequod simulation/${seed}/${name}`, 'buffer'))
  const below = (n: number) => Math.floor((next() * n) / 4_294_967_296)
  return {
    below,
    chance: (numerator, denominator) => below(denominator) < numerator,
    fraction: () => next() / 4_294_967_296,
    pareto: (alpha, cap) => {
      let largest = 0
      for (let draw = 0; draw < alpha; draw++) largest = Math.max(largest, next() + 1)
      return Math.min(cap, Math.floor(429_496_729_600 / largest))
    },
  }
}

/** Chris Doty-Humphrey's small fast counter generator of 32-bit words, warmed up. */
function sfc32(seed: Buffer): () => number {
  let a = seed.readInt32LE(0)
  let b = seed.readInt32LE(4)
  let c = seed.readInt32LE(8)
  let counter = 1
  const next = () => {
    const word = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + word) | 0
    return word >>> 0
  }
  for (let round = 0; round < 15; round++) next()
  return next
}
