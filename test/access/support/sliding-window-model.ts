import type { Verdict } from '../../../src/access/limits/rate-limit.ts'

/** The limiter as its definition reads, slow and without bounds: every allowed hit's time is kept for ever. */
export class SlidingWindowModel {
  readonly #allowed = new Map<string, number[]>()

  /** Times in milliseconds; the window is one second. */
  hit(caller: string, limit: number, now: number): Verdict {
    const all = this.#allowed.get(caller) ?? []
    const before = all.filter((time) => time > now - 1_000)
    const allowed = before.length < limit
    const within = allowed ? [...before, now] : before
    if (allowed) this.#allowed.set(caller, [...all, now])
    const freeAt = (time: number | undefined) => Math.ceil(((time ?? Number.NaN) + 1_000 - now) / 1_000)
    return {
      allowed,
      limit,
      remaining: limit - within.length,
      resetSeconds: freeAt(within.at(-1)),
      retryAfterSeconds: allowed ? null : freeAt(within.at(0)),
    }
  }
}

/** The most of these times that any window [t, t + length) holds. */
export function mostInAnyWindow(times: readonly number[], length: number): number {
  return Math.max(
    0,
    ...times.map((start) => times.filter((time) => time >= start && time < start + length).length),
  )
}
