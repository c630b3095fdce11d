import type { FastifyBaseLogger } from 'fastify'
import { meets, type Tier } from '../../access/tier.ts'
import type { Clock } from '../../clock.ts'
import type { Reads } from '../../graph/kit/context.ts'
import { createReader } from '../../numbers/profiles/create-reader.ts'
import { createSmartMoneyStore } from '../../smart-money/smart-money-store.ts'
import type { Database } from '../../store/engine/database.ts'
import { openReplica, type Replica } from '../../store/engine/replica.ts'
import type { ComputeAsOf } from '../../store/snapshot/read-as-of.ts'
import { createSignReads } from '../../tape/signs/settled-trades.ts'
import { createAlertDesk } from '../../whales/alerts/alert-desk.ts'

/** The databases that the service reads from. */
export interface OpenReads {
  /** Reads of what a tier may know, of the replica if it is current, else of the primary. No other place decides what that is. */
  pick(tier: Tier): Reads
  /** Null without a replica. */
  replica: Replica | null
  close(): Promise<void>
}

export interface OpenReadsOptions {
  db: Database
  /** A replica's address and its maximum lag in seconds; null: the primary answers everything. */
  replica: { url: string; maxLagSeconds: number } | null
  /** Publishes a past day's snapshot, on the primary. */
  computeAsOf: ComputeAsOf
  delayMinutes: number
  /** The clock of the public delay. */
  clock: Clock
  log: FastifyBaseLogger
}

/** Timeout of a statement on the replica, in milliseconds, before the primary is used. */
const REPLICA_TIMEOUT = 2_000

/** Opens the databases. A request uses one of them to its end, so the rows of its snapshot stay there. */
export async function openReads(options: OpenReadsOptions): Promise<OpenReads> {
  const { db, computeAsOf, delayMinutes, clock, log } = options
  const delay = 60 * delayMinutes
  /** Each clock has a reader with caches of its own, so that neither evicts what the other reads. */
  const readsOf = (from: Database, compute: ComputeAsOf): ((tier: Tier) => Reads) => {
    const live = createReader(from, { computeAsOf: compute })
    const late =
      delay === 0
        ? live
        : createReader(from, { computeAsOf: compute, publicClock: { upTo: () => clock() - delay, delay } })
    const whales = createAlertDesk({
      db: from,
      publicUpTo: async () => (await late.current())?.cutoff ?? null,
    })
    const signs = createSignReads(from)
    const pro = { reader: live, smartMoney: createSmartMoneyStore(from), signs, whales }
    const others = { reader: late, smartMoney: createSmartMoneyStore(from, late !== live), signs, whales }
    return (tier) => (meets(tier, 'PRO') ? pro : others)
  }
  const primary = readsOf(db, computeAsOf)
  if (options.replica === null) return { pick: primary, replica: null, close: async () => undefined }
  const replica = await openReplica({
    primary: db,
    ...options.replica,
    queryTimeoutMs: REPLICA_TIMEOUT,
    onChange(isRead, reason) {
      if (isRead) log.info('the replica is up to date: using it for reads')
      else log.warn({ reason }, 'the replica is lagging or unavailable: using the primary for reads')
    },
  })
  const onReplica = readsOf(replica.db, async (...asked) => {
    await computeAsOf(...asked)
    await replica.caughtUp()
  })
  return {
    pick: (tier) => (replica.isCurrent() ? onReplica : primary)(tier),
    replica,
    close: () => replica.close(),
  }
}
