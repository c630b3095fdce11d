import { listenForAlerts } from '../../store/alerts/alert-notices.ts'
import type { StoreAddress } from '../../store/engine/store-address.ts'
import { listenToRedis } from './redis-bell.ts'

/** By what a process hears of alerts that any process wrote. */
export interface AlertBell {
  /**
   * Milliseconds after which the store is looked at though nothing rang: what is all there is on SQLite, and elsewhere
   * a net below messages that may get lost.
   */
  pollMs: number
  /** Calls back whenever there may be new alerts, until what it returns is called. */
  listen(ring: () => void): () => unknown
}

/** Where processes can tell each other of alerts. */
export interface AlertBellOptions {
  /** Stands before the store's own notices. Null: there is no Redis. */
  redisUrl: string | null
  database: StoreAddress
}

/** One index step on a file of this machine. */
const POLL_SQLITE_MS = 25
const POLL_MS = 500

/** The bell that a configuration makes possible: Redis, else PostgreSQL's own notices, else looking often. */
export function alertBell({ redisUrl, database }: AlertBellOptions): AlertBell {
  const pollMs = database.kind === 'sqlite' ? POLL_SQLITE_MS : POLL_MS
  if (redisUrl !== null) return { pollMs, listen: (ring) => listenToRedis(redisUrl, ring) }
  if (database.kind === 'sqlite') return { pollMs, listen: () => () => undefined }
  return { pollMs, listen: (ring) => listenForAlerts(database.url, ring) }
}
