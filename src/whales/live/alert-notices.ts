import { Redis } from 'ioredis'
import pg from 'pg'
import type { Sql, StoreAddress } from '../../store/engine/database.ts'

const CHANNEL = 'pequod_whale_alerts'
/** Milliseconds before a lost connection is tried again. */
const AGAIN_MS = 1_000

/** Notifies every process that listens on this PostgreSQL, once the transaction that writes the alerts commits. */
export async function noticeAlerts(tx: Sql): Promise<void> {
  if (tx.dialect === 'postgres') await tx.get(`SELECT pg_notify('${CHANNEL}', '')`)
}

/**
 * Listens for {@link noticeAlerts} on a connection of its own, and reconnects for as long as it takes.
 * @param onNotice called at each notice, and whenever notices may have been missed
 * @returns ends it
 */
function listenForAlerts(url: string, onNotice: () => void): () => Promise<void> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let ended = false

  const connect = () => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    client = fresh
    const again = () => {
      if (client !== fresh || ended) return
      client = null
      timer = setTimeout(connect, AGAIN_MS)
      // Notices after the error are dropped: the next connection reports them.
      fresh.end().catch(() => undefined)
    }
    fresh.on('notification', onNotice)
    fresh.on('error', again)
    fresh.on('end', again)
    fresh
      .connect()
      .then(() => fresh.query(`LISTEN ${CHANNEL}`))
      .then(onNotice)
      .catch(again)
  }
  connect()
  return async () => {
    ended = true
    if (timer !== null) clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }
}

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

const REDIS_CHANNEL = 'pequod:whale-alerts'
/** Timeout of a notification, in milliseconds. */
const WITHIN_MS = 1_000

/** Notifies every process that listens on this Redis. Failures are ignored: listeners also poll the store. */
export async function notifyRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WITHIN_MS,
    commandTimeout: WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await redis.publish(REDIS_CHANNEL, '')
  } catch {
    // `on('error')` reported it.
  } finally {
    redis.disconnect()
  }
}

/**
 * See above: listeners poll.
 * @param onRing called at each notification, and whenever some may have been missed
 * @returns ends it
 */
function listenToRedis(url: string, onRing: () => void): () => void {
  const redis = new Redis(url, { retryStrategy: (attempt) => Math.min(attempt * 50, 1_000) })
  redis.on('error', () => undefined)
  redis.on('message', onRing)
  // At every connection, since earlier notifications may have been missed.
  const subscribe = () => redis.subscribe(REDIS_CHANNEL).then(onRing, () => undefined)
  redis.on('ready', () => void subscribe())
  return () => redis.disconnect()
}
