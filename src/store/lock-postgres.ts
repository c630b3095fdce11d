import pg from 'pg'
import type { HeldLock } from './follower-lock.ts'

/** The lock's name among PostgreSQL's advisory locks: "pequod f" as a number. */
const LOCK = 0x70657175
/** How a holder shows that it is there, in milliseconds. */
export interface Beat {
  /** How often it gives a sign of life. @default 1000 */
  every?: number
  /** The longest that it waits for the answer to one before it takes the lock for lost. @default 4000 */
  answer?: number
  /** How long the server waits for the next one before the lock is free: longer than the holder hopes. @default 7000 */
  idle?: number
}

/**
 * Takes an advisory lock within a transaction that stays open on a connection of its own, so that it also holds behind
 * a pooler that hands connections out by transaction. A transaction that reads nothing holds up no vacuum.
 */
export async function lockPostgres(
  url: string,
  { every = 1_000, answer = 4_000, idle = 7_000 }: Beat = {},
): Promise<HeldLock | null> {
  const client = new pg.Client({
    connectionString: url,
    query_timeout: answer,
    connectionTimeoutMillis: answer,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  const end = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    await client.query('BEGIN')
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${idle}`)
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
      LOCK,
    ])
    if (rows[0]?.taken === true) return held(client, { lost, end, every })
  } catch (error) {
    await end()
    throw error
  }
  await end()
  return null
}

interface Holding {
  lost: AbortController
  end(): Promise<void>
  every: number
}

function held(client: pg.Client, { lost, end, every }: Holding): HeldLock {
  const beat = setInterval(() => {
    client.query('SELECT 1').catch(() => lost.abort())
  }, every)
  lost.signal.addEventListener('abort', () => clearInterval(beat), { once: true })
  return {
    lost: lost.signal,
    async release() {
      clearInterval(beat)
      await end()
    },
  }
}
