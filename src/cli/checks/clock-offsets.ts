import { Redis } from 'ioredis'
import type { Config } from '../../config/config.ts'
import { openPostgres } from '../../store/engine/postgres.ts'

/** The offset of another clock from this machine's. */
export interface ClockOffset {
  /** The clock's name, as printed. */
  of: string
  /** Seconds, negative if it is slow; exact to about a second. */
  seconds: number
}

/** Timeout of each time request, in milliseconds. */
const PATIENCE = 5_000

/** Asks every configured service with a clock of its own for the time; skips services that do not answer. */
export async function clockOffsets({ database, redisUrl, jwt }: Config): Promise<ClockOffset[]> {
  const asked = await Promise.all([
    database.kind === 'postgres' ? offset('PostgreSQL', () => postgresTime(database.url)) : null,
    redisUrl === null ? null : offset('Redis', () => redisTime(redisUrl)),
    jwt === null ? null : offset(jwt.jwksUrl.host, () => webTime(jwt.jwksUrl)),
  ])
  return asked.filter((one) => one !== null)
}

/** Assumes that half of the round trip has passed since the service read its clock. */
async function offset(of: string, ask: () => Promise<number>): Promise<ClockOffset | null> {
  const began = Date.now() / 1_000
  const theirs = await ask().catch(() => Number.NaN)
  const seconds = theirs - (began + Date.now() / 1_000) / 2
  return Number.isFinite(seconds) ? { of, seconds } : null
}

async function postgresTime(url: string): Promise<number> {
  const db = openPostgres({ url, poolSize: 1 })
  try {
    const row = await db.get<{ now: number }>(
      'SELECT EXTRACT(EPOCH FROM clock_timestamp())::double precision AS now',
    )
    return row?.now ?? Number.NaN
  } finally {
    await db.close()
  }
}

async function redisTime(url: string): Promise<number> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: PATIENCE, retryStrategy: () => null })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return Number((await redis.time())[0])
  } finally {
    redis.disconnect()
  }
}

async function webTime(url: URL): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE) })
  return Date.parse(answer.headers.get('date') ?? '') / 1_000
}
