import { join } from 'node:path'
import { demoWorld } from '../../seeds/world/world.ts'
import { openStore, type Store } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { sealLedger } from '../../src/store/ledger/seal-ledger.ts'
import { type RedisServer, startRedis } from '../access/support/redis-server.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { type RunningService, startService } from '../e2e/support/running-service.ts'
import { type StreamingPair, startStreamingPair } from '../store/support/streaming-pair.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Pooler, startPooler } from './pooler.ts'

/** Everything that more than one machine would run, on loopback. */
export interface Cluster {
  /** Where callers ask: the balancer. */
  url: string
  pair: StreamingPair
  /** The folder of sealed files, which all of them share. */
  data: string
  pooler: Pooler
  redis: RedisServer
  balancer: Balancer
  services: readonly RunningService[]
  /** The store, by a connection of its own to the primary. */
  store: Store
  close(): Promise<void>
}

/**
 * Starts a primary and a replica, PgBouncer in front of the primary, Redis, two services and HAProxy in front of them,
 * on a small simulated world, mostly sealed in a shared folder.
 * @param env further variables of the services
 */
export async function startCluster(env: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const [pair, redis, folder] = await Promise.all([startStreamingPair(), startRedis(), temporaryFolder()])
  const data = join(folder.path, 'data')
  const store = await openStore({ kind: 'postgres', url: pair.primary.url, data: { folder: data } })
  await ingestRecords(store.db, demoWorld({ seed: 7, traders: 150, days: 40, markets: 30 }))
  await sealLedger(store.db, { partRows: 1_000 })
  await refresh(store.db)
  const pooler = await startPooler(pair.primary.url)
  const services = await Promise.all(
    [0, 1].map(() =>
      startService([], {
        cwd: folder.path,
        env: {
          DATABASE_URL: pooler.url,
          DATABASE_REPLICA_URL: pair.replica.url,
          REDIS_URL: redis.url,
          DATA_DIR: data,
          TRUST_PROXY: '1',
          LOG_LEVEL: 'warn',
          ...env,
        },
      }),
    ),
  )
  const balancer = await startBalancer(services.map(({ url }) => url))
  return {
    url: balancer.url,
    pair,
    data,
    pooler,
    redis,
    balancer,
    services,
    store,
    async close() {
      await balancer.end()
      await Promise.all(services.map((service) => service.end('SIGKILL')))
      await store.close()
      await pooler.end()
      await Promise.all([pair.close(), redis.close(), folder.remove()])
    },
  }
}
