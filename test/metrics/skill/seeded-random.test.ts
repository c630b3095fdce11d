import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/metrics/skill/edge.ts'

const MASK = 0xffffffffn

function fnv1a(text: string): bigint {
  let hash = 0x811c9dc5n
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x01000193n) & MASK
  return hash
}

/** sfc32 on unbounded integers, written from the description of the generator. */
function* slowly(seed: string): Generator<number> {
  let a = fnv1a(`0:${seed}`)
  let b = fnv1a(`1:${seed}`)
  let c = fnv1a(`2:${seed}`)
  let counter = fnv1a(`3:${seed}`)
  for (let round = 0; ; round += 1) {
    const out = (a + b + counter) & MASK
    counter = (counter + 1n) & MASK
    a = b ^ (b >> 9n)
    b = (c + (c << 3n)) & MASK
    c = (((c << 21n) | (c >> 11n)) + out) & MASK
    if (round >= 15) yield Number(out)
  }
}

describe('seeded random numbers', () => {
  it('hash by FNV-1a as published', () => {
    expect([fnv1a(''), fnv1a('a'), fnv1a('foobar')]).toEqual([0x811c9dc5n, 0xe40c292cn, 0xbf9cf968n])
  })

  it('are sfc32, bit for bit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (seed) => {
        const fill = seededRandom(seed)
        const slow = slowly(seed)
        for (const length of [1, 30, 0, 19]) {
          const expected = Array.from({ length }, () => slow.next().value)
          expect([...fill(new Uint32Array(length))]).toEqual(expected)
        }
      }),
    )
  })

  it('fill their range evenly', () => {
    const numbers = seededRandom('0x0000000000000000000000000000000000000001')(new Uint32Array(64_000))
    const counts = new Array<number>(64).fill(0)
    for (const number of numbers) {
      const bucket = number >>> 26
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)
    // 63 degrees of freedom: 30 to 108 holds all but a few in ten thousand.
    expect(chiSquare).toBeGreaterThan(30)
    expect(chiSquare).toBeLessThan(108)
  })

  it('differ between neighbouring addresses', () => {
    const draws = Array.from(
      { length: 2000 },
      (_, i) => seededRandom(`0x${i.toString(16).padStart(40, '0')}`)(new Uint32Array(1))[0],
    )
    expect(new Set(draws).size).toBe(draws.length)
  })
})
