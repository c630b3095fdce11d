import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createAccountStore } from '../../accounts/accounts.ts'
import type { Config } from '../../config/config.ts'
import { LEADING_CARD } from '../../pages/kit/render-page.ts'
import { type AppOptions, createApp } from '../../server/app.ts'
import { listen } from '../../server/http/listen.ts'

export interface ServeUntilOptions extends Omit<AppOptions, 'ending' | 'accounts'> {
  config: Config
  /** Resolves when a signal ends the service; `isReplaced`: another process listens in its place. */
  ended: Promise<{ isReplaced: boolean }>
  /** Starts listening and returns the address. @default opens the socket of the config */
  listen?(app: FastifyInstance): Promise<string>
  /** Paths that are asked for once it listens, so that no reader waits for what they compute first. @default none */
  warmed?: readonly string[]
  /** Called with the address once it listens. */
  onListening(url: string): void
  /** Called when a signal ends the service. */
  onEnding(): void
}

/**
 * Milliseconds for which a replaced process still answers, closing each connection after its answer, so that busy
 * clients reconnect.
 */
const HAND_OVER_MS = 1_000

/**
 * Serves until a signal ends it; then reports not ready for as long as the environment sets, and completes open requests.
 * Throws a CommandError if the port cannot be opened.
 */
export async function serveUntilEnded(options: ServeUntilOptions): Promise<void> {
  const { config, ended, warmed = [], onListening, onEnding, listen: open, ...parts } = options
  const ending = new AbortController()
  const accounts = createAccountStore(parts.db)
  const app = await createApp({ ...parts, config, accounts, ending: ending.signal })
  try {
    onListening(await (open ?? ((own) => listen(own, config)))(app))
    // A process's first picture takes ten times as long as others: nobody should wait for it.
    for (const url of [LEADING_CARD, ...warmed]) void app.inject({ url, remoteAddress: '0.0.0.0' })
    const { isReplaced } = await ended
    onEnding()
    ending.abort()
    await sleep(isReplaced ? HAND_OVER_MS : config.drainSeconds * 1_000)
  } finally {
    await app.close()
  }
}
