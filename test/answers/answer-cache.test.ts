import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Answer, AnswerCache } from '../../src/answers/answer-cache.ts'

const answer = (text: string): Answer => ({ tag: `W/"${text}"`, body: Buffer.from(text), next: null })
const made = (text: string) => async () => answer(text)

describe('the answer cache', () => {
  test('makes one answer for all simultaneous requests, and returns it immediately afterwards', async () => {
    const cache = new AnswerCache()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const asked = Array.from({ length: 200 }, () => cache.take('k', () => promise))
    resolve(answer('a'))
    const given = new Set(await Promise.all(asked))
    expect(given.size).toBe(1)
    expect(given).toContain(cache.take('k', made('b')))
    expect(cache.counts).toMatchObject({ made: 1, joined: 199, hits: 1 })
  })

  test('passes a failure to all who wait, and the next request tries again', async () => {
    const cache = new AnswerCache()
    const { promise, reject } = Promise.withResolvers<Answer>()
    const asked = [cache.take('k', () => promise), cache.take('k', () => promise)]
    reject(new Error('away'))
    for (const one of await Promise.allSettled(asked)) expect(one.status).toBe('rejected')
    expect(cache.counts.answers).toBe(0)
    expect((await cache.take('k', made('b'))).tag).toBe('W/"b"')
  })

  test('makes an expired answer again, and keeps its compressed forms if it is unchanged', async () => {
    let now = 0
    const cache = new AnswerCache({ keptFor: 10, clock: () => now })
    const first = await cache.take('k', made('a'))
    const packed = await cache.packed(first, 'br')
    now = 9
    expect(cache.take('k', made('b'))).toBe(first)
    now = 10
    expect(await cache.take('k', made('a'))).toBe(first)
    expect(cache.packed(first, 'br')).toBe(packed)
    now = 20
    const second = await cache.take('k', made('b'))
    expect(brotliDecompressSync(await cache.packed(second, 'br')).toString()).toBe('b')
    expect(cache.counts.made).toBe(3)
  })

  test('compresses an answer once in each encoding', async () => {
    const cache = new AnswerCache()
    const held = await cache.take('k', made('x'.repeat(5_000)))
    const packings = [cache.packed(held, 'gzip'), cache.packed(held, 'gzip'), cache.packed(held, 'br')]
    expect(packings[0]).toBe(packings[1])
    const [gzip, , br] = await Promise.all(packings)
    expect(gunzipSync(gzip ?? '').equals(held.body)).toBe(true)
    expect(brotliDecompressSync(br ?? '').equals(held.body)).toBe(true)
    expect(cache.packed(held, 'gzip')).toBe(gzip)
  })

  test('stays within its size, and drops the least recently used', async () => {
    const question = fc.record({
      key: fc.nat({ max: 15 }),
      size: fc.nat({ max: 600 }),
      packed: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(question, { maxLength: 60 }), async (questions) => {
        const cache = new AnswerCache({ maxBytes: 1_000, keptFor: 0 })
        for (const { key, size, packed } of questions) {
          const given = await cache.take(String(key), made('x'.repeat(size)))
          if (packed) await cache.packed(given, 'gzip')
          expect(cache.counts.bytes).toBeLessThanOrEqual(1_000)
          expect(cache.counts.bytes).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 50 },
    )
    const cache = new AnswerCache({ maxBytes: 1_000 })
    for (const key of ['a', 'b', 'c', 'a', 'd']) await cache.take(key, made(key.repeat(300)))
    expect(cache.counts).toMatchObject({ made: 4, answers: 3 })
    for (const key of ['a', 'c', 'd']) expect(cache.take(key, made('new'))).not.toBeInstanceOf(Promise)
    expect(cache.take('b', made('new'))).toBeInstanceOf(Promise)
  })
})
