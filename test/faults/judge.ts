import type { Question } from './question.ts'
import type { Asked, Asker } from './traffic.ts'

/** A healthy service's answers. */
export interface Healthy {
  status: number
  digest: string
}

/** The results of the requests around one fault. */
export interface Figures {
  requests: number
  /** Answered as a healthy service would have. */
  right: number
  /** 503 with `Retry-After` and the code that says so. */
  unavailable: number
  wrong: readonly Asked[]
  /** Sent a second time, as an idle connection had been ended just before. */
  again: number
  /** Seconds from the fault's end until every request was right from then on. */
  seconds: number
  /** When the fault ended, by `performance.now()`. */
  endedAt: number
}

/**
 * Compares what was answered with what a healthy service answers the same caller.
 * @param endedAt when the fault ended
 */
export async function judge(
  asked: readonly Asked[],
  endedAt: number,
  healthy: (asker: Asker, question: Question) => Promise<Healthy>,
): Promise<Figures> {
  const wrong: Asked[] = []
  let right = 0
  let backAt = endedAt
  for (const one of asked) {
    const { status, digest } = await healthy(one.asker, one.question)
    if (one.status === status && one.digest === digest) {
      right++
      continue
    }
    if (one.at > endedAt) backAt = Math.max(backAt, one.at)
    if (!isClear(one)) wrong.push(one)
  }
  const unavailable = asked.length - right - wrong.length
  const seconds = (backAt - endedAt) / 1_000
  const again = asked.filter(({ isAgain }) => isAgain).length
  return { requests: asked.length, right, unavailable, wrong, again, seconds, endedAt }
}

function isClear({ status, retryAfter, body }: Asked): boolean {
  return status === 503 && /^[1-9]\d*$/.test(retryAfter ?? '') && body.includes('"SERVICE_UNAVAILABLE"')
}
