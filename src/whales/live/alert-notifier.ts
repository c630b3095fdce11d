import type { StoreAddress } from '../../store/engine/database.ts'
import { listenForAlerts } from './alert-notices.ts'
import { listenToRedis } from './redis-notifier.ts'

/** Notifies a process of alerts that any process wrote. */
export interface AlertNotifier {
  /**
   * Milliseconds after which the store is polled without a notification: the only way on SQLite, elsewhere in case a
   * message is lost.
   */
  pollMs: number
  /** Calls back whenever there may be new alerts, until the returned function is called. */
  listen(ring: () => void): () => unknown
}

/** The channels between processes. */
export interface AlertNotifierOptions {
  /** Preferred to the store's own notifications. Null: no Redis. */
  redisUrl: string | null
  database: StoreAddress
}

/** One index step on a file of this machine. */
const POLL_SQLITE_MS = 25
const POLL_MS = 500

/** The notifier for a configuration: Redis, else PostgreSQL's LISTEN, else frequent polling. */
export function createAlertNotifier({ redisUrl, database }: AlertNotifierOptions): AlertNotifier {
  const pollMs = database.kind === 'sqlite' ? POLL_SQLITE_MS : POLL_MS
  if (redisUrl !== null) return { pollMs, listen: (ring) => listenToRedis(redisUrl, ring) }
  if (database.kind === 'sqlite') return { pollMs, listen: () => () => undefined }
  return { pollMs, listen: (ring) => listenForAlerts(database.url, ring) }
}
