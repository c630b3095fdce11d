import type { RateLimiter, Verdict } from './rate-limit.ts'

/** What the limiter with a fallback is made of. */
export interface FallbackLimiterOptions {
  /** Counts for all processes; rejects while it is unavailable. */
  shared: RateLimiter
  /** Counts for this process while the shared one is unavailable, by the same limits. */
  local: RateLimiter
  /** Called once with the reason when the shared limiter becomes unavailable: the place for a warning and a metric. */
  onAway: (cause: unknown) => void
  /** Called once when it is back. */
  onBack: () => void
  /** How long the shared limiter is left alone after a failure, in milliseconds. @default 500 */
  pause?: number
  /** Milliseconds from any start, never going back. @default performance.now */
  clock?: () => number
}

/** A limiter that knows whether its shared part is unavailable. */
export interface FallbackLimiter extends RateLimiter {
  /** True while this process counts alone: for the metric and the readiness page. */
  readonly away: boolean
}

/** One question to a limiter. */
type Ask = (limiter: RateLimiter) => Promise<Verdict> | Verdict

/**
 * The shared limiter, and the same limit counted by this process while the shared one is unavailable: service goes on and
 * is never without a limit. Meanwhile one request in each pause tries the shared one, so it is back by itself and
 * the others never wait for it.
 */
export function createFallbackLimiter(options: FallbackLimiterOptions): FallbackLimiter {
  const { shared, local, onAway, onBack, pause = 500, clock = () => performance.now() } = options
  let away = false
  let tryAgainAt = 0

  function failed(cause: unknown): void {
    tryAgainAt = clock() + pause
    if (away) return
    away = true
    onAway(cause)
  }

  function succeeded(): void {
    if (!away) return
    away = false
    onBack()
  }

  async function tryShared(ask: Ask): Promise<Verdict> {
    try {
      const verdict = await ask(shared)
      succeeded()
      return verdict
    } catch (cause) {
      failed(cause)
      return ask(local)
    }
  }

  function ask(of: Ask): Promise<Verdict> | Verdict {
    if (away && clock() < tryAgainAt) return of(local)
    // Claims this pause's only try before anything is awaited.
    if (away) tryAgainAt = clock() + pause
    return tryShared(of)
  }

  return {
    get away() {
      return away
    },
    hit: (caller, limit) => ask((limiter) => limiter.hit(caller, limit)),
    spend: (caller, cost, budget) => ask((limiter) => limiter.spend(caller, cost, budget)),
  }
}
