import { startStreamingPair } from '../store/support/streaming-pair.ts'
import type { FaultGroup } from './fault.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { type Harm, whileAsked } from './while-asked.ts'
import { startWorld } from './world.ts'

/** Every byte between the service and its server waits so long, in milliseconds. */
const SLOW = 400

/** The primary, beside no replica and beside one, and the replica. */
const PLACES = {
  store: { victim: 'primary', isReplicaRead: false },
  primary: { victim: 'primary', isReplicaRead: true },
  replica: { victim: 'replica', isReplicaRead: true },
} as const
const HARMS = ['killed', 'hung', 'slowed'] as const

const FAULTS = Object.entries(PLACES).flatMap(([place, how]) =>
  HARMS.map((harm) => ({ name: `${place}-${harm}`, harm, ...how })),
)

/** PostgreSQL killed, hung and slowed: the only server, the primary beside a replica, the replica. */
export const STORE_FAULTS: FaultGroup = {
  names: FAULTS.map(({ name }) => name),
  async open() {
    const pair = await startStreamingPair()
    const world = await startWorld({ kind: 'postgres', url: pair.primary.url })
    return {
      async run(name, options) {
        const fault = FAULTS.find((one) => one.name === name)
        if (fault === undefined) throw new Error(`no fault ${name}`)
        const { victim, isReplicaRead, harm } = fault
        const server = pair[victim]
        const proxy = await startFaultyProxy(server.url)
        const urls = { primary: pair.primary.url, replica: pair.replica.url, [victim]: proxy.url }
        const service = await world.serve({
          DATABASE_URL: urls.primary,
          ...(isReplicaRead && { DATABASE_REPLICA_URL: urls.replica }),
        })
        const harms: Record<typeof harm, Harm> = {
          killed: { begin: () => server.kill(), end: () => server.start() },
          hung: { begin: () => server.hang(), end: () => server.resume() },
          slowed: { begin: () => proxy.slow(SLOW), end: () => proxy.slow(0) },
        }
        try {
          return await whileAsked(world, service.url, harms[harm], options)
        } finally {
          await service.end('SIGKILL')
          await proxy.close()
        }
      },
      async close() {
        await world.close()
        await pair.close()
      },
    }
  },
}
