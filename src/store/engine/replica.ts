import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql } from './database.ts'
import { openPostgres } from './postgres.ts'
import { isUnavailable } from './store-failures.ts'

export interface ReplicaOptions {
  primary: Database
  url: string
  /** Maximum lag in seconds; a replica that lags more is not read. */
  maxLagSeconds: number
  /** How long a statement may take before the primary is asked, in milliseconds. */
  queryTimeoutMs: number
  /** Called when reads move to the replica, and when they move to the primary, with the reason. */
  onChange(isRead: boolean, reason: string): void
}

/** A streaming replica of the primary, for reads. */
export interface Replica {
  /** Reads of the replica; the primary serves statements that the replica cannot, and every write. */
  db: Database
  /** Whether a request that begins now should read it. */
  isCurrent(): boolean
  /** The lag in seconds; null while unknown. */
  lagSeconds(): number | null
  /** Waits until the replica has all that the primary has by now, for `maxLagSeconds` at most. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** How often both are asked how far they are, and how often while one waits for it, in milliseconds. */
const ASK_EVERY = 500
const ASK_WHILE_WAITING = 20

const PRIMARY_PLACE = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS place"
const REPLICA_PLACE =
  "SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint END AS place"

/**
 * Opens a replica. Its lag is measured by positions in the primary's log, which neither clocks nor a broken stream can
 * hide; while the primary is unavailable, a replica that has everything known to have been written is current.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { primary, maxLagSeconds, queryTimeoutMs } = options
  const own = openPostgres({ url: options.url, queryTimeoutMs, connectTimeoutMs: queryTimeoutMs })
  const lag = createReplicaLag()
  let isRead = false
  const note = (isNow: boolean, reason: string) => {
    if (isNow !== isRead) options.onChange(isNow, reason)
    isRead = isNow
  }
  const lose = (reason: string) => {
    lag.lost()
    note(false, reason)
  }
  const ask = async () => {
    const [wrote, has] = await Promise.allSettled([
      placeOf(primary, PRIMARY_PLACE),
      placeOf(own, REPLICA_PLACE),
    ])
    if (wrote.status === 'fulfilled' && wrote.value !== null) lag.wrote(wrote.value, performance.now())
    if (has.status === 'rejected') return lose('it does not answer')
    if (has.value === null) return lose('it is not a replica')
    lag.replayed(has.value)
    const behind = lag.seconds(performance.now()) ?? 0
    note(behind <= maxLagSeconds, `it lags by ${behind.toFixed(1)} s`)
  }
  await ask()
  const stop = askEvery(ask)
  return {
    db: {
      ...readsOf(own, primary, () => lose('it does not answer')),
      get statementCount() {
        return own.statementCount
      },
      close: () => own.close(),
    },
    isCurrent: () => isRead,
    lagSeconds: () => lag.seconds(performance.now()),
    async caughtUp() {
      const wanted = await placeOf(primary, PRIMARY_PLACE)
      const until = performance.now() + maxLagSeconds * 1_000
      const hasIt = async () => ((await placeOf(own, REPLICA_PLACE)) ?? 0) >= (wanted ?? 0)
      while (!(await hasIt()) && performance.now() < until) await sleep(ASK_WHILE_WAITING)
    },
    async close() {
      await stop()
      await own.close()
    },
  }
}

async function placeOf(db: Database, text: string): Promise<number | null> {
  return (await db.get<{ place: number | null }>(text))?.place ?? null
}

/** The replica's reads, each sent to the primary where the replica is unavailable, and the primary's writes. */
function readsOf(
  replica: Database,
  primary: Database,
  onAway: () => void,
): Omit<Database, 'statementCount' | 'close'> {
  const read = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    try {
      return await work(replica)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      onAway()
      // The primary has everything that the replica has.
      return work(primary)
    }
  }
  return {
    ...primary,
    all: (text, values) => read((sql) => sql.all(text, values)),
    get: (text, values) => read((sql) => sql.get(text, values)),
    find: (table, by, keys, count, select) => read((sql) => sql.find(table, by, keys, count, select)),
    findEach: (types, keys, count, text) => read((sql) => sql.findEach(types, keys, count, text)),
  }
}

/**
 * Repeats a check, one at a time.
 * @returns ends it, after a running one
 */
function askEvery(ask: () => Promise<void>): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const run = async () => {
    while (!signal.aborted) {
      await sleep(ASK_EVERY, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) await ask()
    }
  }
  const ended = run()
  return async () => {
    ending.abort()
    await ended
  }
}

/** A replica's lag, measured by positions in the primary's log. */
export interface ReplicaLag {
  /** The primary's log had come so far at a time, in milliseconds from any start. */
  wrote(place: number, at: number): void
  /** The replica has replayed the log up to here. */
  replayed(place: number): void
  /** The replica does not answer. */
  lost(): void
  /** Seconds since the primary wrote the first thing that the replica lacks, 0 where it lacks nothing; null: unknown. */
  seconds(now: number): number | null
}

/**
 * Keeps the primary's positions until the replica has passed them, in bounded memory: for a replica that keeps lagging,
 * the oldest and the newest position that it lacks are enough.
 */
export function createReplicaLag(kept = 1_000): ReplicaLag {
  /** Positions that the replica lacks, oldest first. */
  let lacking: { place: number; at: number }[] = []
  let replayed: number | null = null
  return {
    wrote(place, at) {
      if (place <= (replayed ?? -1) || place === lacking.at(-1)?.place) return
      if (lacking.length >= kept) lacking.splice(1, Math.floor(kept / 2))
      lacking.push({ place, at })
    },
    replayed(place) {
      replayed = place
      lacking = lacking.filter((one) => one.place > place)
    },
    lost() {
      replayed = null
    },
    seconds(now) {
      if (replayed === null) return null
      const [oldest] = lacking
      return oldest === undefined ? 0 : Math.max(0, now - oldest.at) / 1_000
    },
  }
}
