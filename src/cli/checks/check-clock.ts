import { Redis } from 'ioredis'
import type { Config } from '../../config/config.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { type Check, fine, notice, wrong } from './check.ts'

/** Largest acceptable error of the ages of snapshots and alerts, in seconds. */
const WORTH_KNOWING = 5
/** From this offset on, valid bearer tokens are refused: see bearer.ts. */
const HARMFUL = 30

const MEND = 'Keep both machines on network time: `timedatectl set-ntp true`, or chrony.'

/** Compares this machine's clock with those of the configured services; empty if there are none to compare with. */
export async function checkClock(config: Config): Promise<Check[]> {
  return judgeClock(await clockOffsets(config))
}

/** Judges the largest offset. */
export function judgeClock(offsets: readonly ClockOffset[]): Check[] {
  const [worst] = offsets.toSorted((a, b) => Math.abs(b.seconds) - Math.abs(a.seconds))
  if (worst === undefined) return []
  const off = Math.abs(worst.seconds)
  if (off < WORTH_KNOWING) return [fine('Clock', `agrees with ${offsets.map(({ of }) => of).join(' and ')}`)]
  const found = `${Math.round(off)} s ${worst.seconds > 0 ? 'behind' : 'ahead of'} ${worst.of}`
  return [off < HARMFUL ? notice('Clock', found, MEND) : wrong('Clock', found, MEND)]
}

/** The offset of another clock from this machine's. */
interface ClockOffset {
  /** The clock's name, as printed. */
  of: string
  /** Seconds, negative if it is slow; exact to about a second. */
  seconds: number
}

/** Timeout of each time request, in milliseconds. */
const PATIENCE = 5_000

/** Asks every configured service with a clock of its own for the time; skips services that do not answer. */
async function clockOffsets({ database, redisUrl, jwt }: Config): Promise<ClockOffset[]> {
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
