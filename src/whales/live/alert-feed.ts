import { createStreamSlots } from '../../access/limits/stream-slots.ts'
import { interruptibleSleep } from '../../delivery/interruptible-sleep.ts'
import { PequodError } from '../../errors.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { IS_SHOWN } from '../../store/opted-out.ts'
import { STANDS } from '../alerts/alert-chain.ts'
import { ALERTS, type AlertRow, selectAlerts } from '../alerts/alert-row.ts'
import type { AlertNotifier } from './alert-notices.ts'
import { type AlertStream, createAlertStream, PAGE } from './alert-stream.ts'

export interface AlertFeedOptions {
  db: Database
  notifier: AlertNotifier
  /** Called with the number of open streams whenever it changes. @default ignored */
  onStreams?(open: number): void
  /** Called with failures of the store; the feed continues. @default ignored */
  onError?(error: unknown): void
}

/** A subscriber's start and filter. */
export interface SubscribeOptions {
  /** The stream begins after this number in the chain; null: with the next alert. */
  after: number | null
  /** Whether the subscriber wants an alert. */
  passes(row: AlertRow): boolean
  /** The subscriber's key in the limiter, whose streams are bounded; null: this process itself. @default null */
  caller?: string | null
}

/** A process's single reader of new alerts, which serves all of its subscribers. */
export interface AlertFeed {
  /**
   * Opens a stream. Once this resolves, the stream misses no later alert.
   * @throws PequodError SERVICE_UNAVAILABLE at the limit of open streams, or during shutdown; RATE_LIMITED at the
   * caller's own limit
   */
  subscribe(options: SubscribeOptions): Promise<AlertStream>
  size(): number
  /** Ends every stream, after its waiting alerts, and the reader. */
  close(): Promise<void>
}

/**
 * Makes a feed; it reads nothing before the first subscriber. The chain is read by number, so each alert is delivered
 * once and none is missed, even without a notification.
 */
export function createAlertFeed(options: AlertFeedOptions): AlertFeed {
  const { db, notifier, onStreams = () => undefined, onError = () => undefined } = options
  const slots = createStreamSlots({ onChange: onStreams })
  const ending = new AbortController()
  const sleep = interruptibleSleep(ending.signal)
  const streams = new Set<AlertStream>()
  const pushes = new Set<(rows: readonly AlertRow[]) => void>()
  let head = 0
  let starting: Promise<void> | null = null
  let running: Promise<void> = Promise.resolve()

  const readOn = async () => {
    const last = await lastAlertNumber(db)
    while (head < last) {
      const rows = pushes.size === 0 ? [] : await alertsOfStretch(db, { after: head, upTo: last }, PAGE)
      for (const push of pushes) push(rows)
      head = rows.length < PAGE ? last : (rows.at(-1)?.seq ?? last)
    }
  }
  const run = async () => {
    const stopListening = notifier.listen(sleep.wake)
    while (!ending.signal.aborted) {
      await readOn().catch(onError)
      await sleep.sleep(notifier.pollMs)
    }
    await stopListening()
  }
  const start = async () => {
    head = await lastAlertNumber(db)
    running = run()
  }
  return {
    async subscribe({ after, passes, caller = null }) {
      starting ??= start()
      await starting.catch((error: unknown) => {
        starting = null
        throw error
      })
      if (ending.signal.aborted) throw shuttingDown()
      const free = slots.take(caller)
      let ownPush: (rows: readonly AlertRow[]) => void = () => undefined
      let gone = false
      const stream = createAlertStream({
        after: after ?? head,
        passes,
        head: () => head,
        read: (from, upTo) => alertsOfStretch(db, { after: from, upTo }, PAGE),
        onLive(push) {
          ownPush = push
          pushes.add(push)
        },
        onGone() {
          gone = true
          pushes.delete(ownPush)
          streams.delete(stream)
          free()
        },
      })
      if (!gone) streams.add(stream)
      return stream
    },
    size: () => streams.size,
    async close() {
      ending.abort()
      const reason = shuttingDown()
      for (const stream of [...streams]) stream.end(reason)
      await starting?.catch(() => undefined)
      await running
    },
  }
}

function shuttingDown(): PequodError {
  const message = 'This process is shutting down: subscribe again after the last alert you received.'
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: 1 })
}

const LAST_NUMBER = statement((from) => from(ALERTS).select('seq').orderBy('seq', 'desc').limit(1))
const STRETCH = statement((from, { after, upTo, limit }: ChainStretch & { limit: number }) =>
  selectAlerts(from)
    .where('a.seq', '>', after)
    .where('a.seq', '<=', upTo)
    .where(from.raw(STANDS))
    .where(from.raw(IS_SHOWN))
    .orderBy('a.seq')
    .limit(limit),
)

/** The number of the last record in the alerts' chain, 0 for an empty one. By primary key. */
async function lastAlertNumber(sql: Sql): Promise<number> {
  return (await LAST_NUMBER.get(sql))?.seq ?? 0
}

export interface ChainStretch {
  /** Exclusive. */
  after: number
  /** Inclusive. */
  upTo: number
}

/**
 * The first alerts of a range, in the order of the chain: those not retracted, of traders who did not opt out. By
 * primary key. Numbers are assigned under a lock and never reused, so a range up to a committed number is complete.
 */
function alertsOfStretch(sql: Sql, { after, upTo }: ChainStretch, limit: number): Promise<AlertRow[]> {
  return STRETCH.all(sql, { after, upTo, limit })
}
