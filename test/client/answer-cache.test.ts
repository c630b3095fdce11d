import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryCache } from '../../src/client/answer-cache.ts'

test('the client’s cache keeps the most recently used answers', async () => {
  const step = fc.record({ isSet: fc.boolean(), url: fc.constantFrom('a', 'b', 'c', 'd', 'e') })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(step, { maxLength: 40 }),
      async (entries, steps) => {
        const cache = createMemoryCache({ entries })
        let slow: { url: string; tag: string }[] = []
        for (const [at, { isSet, url }] of steps.entries()) {
          const known = slow.find((one) => one.url === url)
          const touched = isSet ? { url, tag: `${at}` } : known
          if (isSet) await cache.set(url, { tag: `${at}`, text: '{}' })
          else expect((await cache.get(url))?.tag).toBe(known?.tag)
          if (touched) slow = [...slow.filter((one) => one.url !== url), touched].slice(-entries)
        }
      },
    ),
  )
})
