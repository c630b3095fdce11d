import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { type AppOptions, createApp } from '../../server/app.ts'
import { listen } from '../../server/http/listen.ts'
import { createAccountStore } from '../../store/accounts/accounts.ts'

/** What is served, and until when. */
export interface ServeUntilOptions extends Omit<AppOptions, 'ending' | 'accounts'> {
  config: Config
  /** Resolves when the service is asked to end; `isReplaced`: another process listens in the place of this one. */
  ended: Promise<{ isReplaced: boolean }>
  /** Has the service answer, and gives its address. @default it opens the socket of the config */
  listen?(app: FastifyInstance): Promise<string>
  /** Told where it serves. */
  onListening(url: string): void
  /** Told when it was asked to end. */
  onEnding(): void
}

/** How long a replaced process goes on answering, each time as the last on its connection: busy ones move in it. */
const HAND_OVER_MS = 1_000

/**
 * Serves until it is asked to end; then tells by its readiness for as long as the environment sets, and finishes what
 * it has begun. Throws a CommandError where the port cannot be had.
 */
export async function serveUntilAsked(options: ServeUntilOptions): Promise<void> {
  const { config, ended, onListening, onEnding, listen: open, ...parts } = options
  const ending = new AbortController()
  const accounts = createAccountStore(parts.db)
  const app = await createApp({ ...parts, config, accounts, ending: ending.signal })
  try {
    onListening(await (open ?? ((own) => listen(own, config)))(app))
    const { isReplaced } = await ended
    onEnding()
    ending.abort()
    await sleep(isReplaced ? HAND_OVER_MS : config.drainSeconds * 1_000)
  } finally {
    await app.close()
  }
}
