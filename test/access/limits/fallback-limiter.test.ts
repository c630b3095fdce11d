import { beforeEach, expect, test } from 'vitest'
import { createFallbackLimiter, type FallbackLimiter } from '../../../src/access/limits/open-limiter.ts'
import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'

/** A shared limiter whose connection can be cut; what it counts is real. */
const state = { now: 0, cut: false, asked: 0, said: [] as string[] }
let limiter: FallbackLimiter

beforeEach(() => {
  Object.assign(state, { now: 0, cut: false, asked: 0, said: [] })
  const clock = () => state.now
  const remote = createMemoryLimiter({ clock })
  limiter = createFallbackLimiter({
    shared: {
      async hit(caller, limit) {
        state.asked++
        if (state.cut) throw new Error('cut')
        return remote.hit(caller, limit)
      },
      spend: async (...asked) => remote.spend(...asked),
    },
    local: createMemoryLimiter({ clock }),
    onAway: (cause) => state.said.push(String(cause)),
    onBack: () => state.said.push('back'),
    pause: 500,
    clock,
  })
})

async function allowed(hits: number): Promise<number> {
  const verdicts = await Promise.all(Array.from({ length: hits }, () => limiter.hit('a', 5)))
  return verdicts.filter((verdict) => verdict.allowed).length
}

test('the fallback limiter keeps the limit while the shared limiter is available, unavailable and available again', async () => {
  expect(await allowed(50)).toBe(5)
  state.cut = true
  state.now = 1_000
  expect(await allowed(50)).toBe(5)
  state.cut = false
  state.now = 3_000
  expect(await allowed(1)).toBe(1)
  expect(await allowed(50)).toBe(4)
  expect(state.said).toEqual(['Error: cut', 'back'])
})

test('the fallback limiter tries the unavailable shared limiter once in each pause', async () => {
  state.cut = true
  await allowed(1)
  for (const [now, asked] of [
    [0, 1],
    [499, 1],
    [500, 2],
    [999, 2],
    [1_000, 3],
  ] as const) {
    state.now = now
    await allowed(20)
    expect([now, state.asked]).toEqual([now, asked])
  }
  expect([limiter.away, state.said]).toEqual([true, ['Error: cut']])
})
