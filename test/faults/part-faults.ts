import { join } from 'node:path'
import { type RedisServer, startRedis } from '../access/support/redis-server.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import type { FaultGroup, FaultOptions } from './fault.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { type Harm, whileAsked } from './while-asked.ts'
import { startWorld, type World } from './world.ts'

/** Longer than a request waits for Redis. In milliseconds, as the next. */
const SLOW_REDIS = 400
const SLOW_ISSUER = 1_000

const HARMS = ['killed', 'hung', 'slowed'] as const
type HarmName = (typeof HARMS)[number]

/** Redis, and the issuer of bearer tokens, each killed, hung and slowed. */
export const PART_FAULTS: FaultGroup = {
  names: ['redis', 'issuer'].flatMap((part) => HARMS.map((harm) => `${part}-${harm}`)),
  async open() {
    const folder = await temporaryFolder()
    const world = await startWorld({ kind: 'sqlite', path: join(folder.path, 'world.db') })
    return {
      async run(name, options) {
        const harm = HARMS.find((one) => name.endsWith(one)) ?? 'killed'
        return name.startsWith('redis') ? harmRedis(world, harm, options) : harmIssuer(world, harm, options)
      },
      async close() {
        await world.close()
        await folder.remove()
      },
    }
  },
}

async function harmRedis(world: World, harm: HarmName, options: FaultOptions) {
  const redis = await startRedis()
  const proxy = await startFaultyProxy(redis.url)
  const service = await world.serve({ REDIS_URL: proxy.url })
  try {
    return await whileAsked(world, service.url, redisHarms(redis, proxy)[harm], options)
  } finally {
    await service.end('SIGKILL')
    await proxy.close()
    await redis.close()
  }
}

function redisHarms(redis: RedisServer, proxy: FaultyProxy): Record<HarmName, Harm> {
  return {
    killed: { begin: () => redis.stop(), end: () => redis.start() },
    hung: { begin: () => redis.freeze(true), end: () => redis.freeze(false) },
    slowed: { begin: () => proxy.slow(SLOW_REDIS), end: () => proxy.slow(0) },
  }
}

/**
 * The issuer is faulty from before the first token on, so that no keys are in memory. It runs in this process, so the
 * proxy in front of it hangs or dies in its place.
 */
async function harmIssuer(world: World, harm: HarmName, options: FaultOptions) {
  const proxy = await startFaultyProxy(world.provider.env.JWT_JWKS_URL ?? '')
  const begin = { killed: proxy.refuse, hung: proxy.hang, slowed: () => proxy.slow(SLOW_ISSUER) }[harm]
  const service = await world.serve({ JWT_JWKS_URL: proxy.url })
  try {
    await begin()
    return await whileAsked(world, service.url, { begin: () => undefined, end: proxy.restore }, options)
  } finally {
    await service.end('SIGKILL')
    await proxy.close()
  }
}
