import type { FastifyBaseLogger } from 'fastify'
import { interruptibleSleep } from '../whales/delivery/interruptible-sleep.ts'

/** How a look is repeated. */
export interface SteadyLook {
  look(): Promise<unknown>
  everyMs: number
  log: FastifyBaseLogger
  /** Logged where a look failed; the next one tries again. */
  failure: string
}

/**
 * Looks again and again, each time so long after the look before ended.
 * @returns ends it, behind a look that is under way
 */
export function lookSteadily({ look, everyMs, log, failure }: SteadyLook): () => Promise<void> {
  const ending = new AbortController()
  const { sleep } = interruptibleSleep(ending.signal)
  const run = async () => {
    while (!ending.signal.aborted) {
      try {
        await look()
      } catch (error) {
        log.error(error, failure)
      }
      await sleep(everyMs)
    }
  }
  const ended = run()
  return async () => {
    ending.abort()
    await ended
  }
}
