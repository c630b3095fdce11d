import { type ExecutionResult, parse, validate } from 'graphql'
import { afterAll, beforeAll } from 'vitest'
import { createMemoryLimiter, type RateLimiter } from '../../../src/access/limits/rate-limit.ts'
import type { Caller, Tier } from '../../../src/access/tier.ts'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import { alertChannelsInput } from '../../../src/delivery/channel-input.ts'
import { createExecutor, type Executor } from '../../../src/execute/executor.ts'
import { createExports } from '../../../src/exports/exports.ts'
import { createFollows } from '../../../src/follows/follows.ts'
import {
  createRequestContext,
  type RequestContext,
  type RequestContextOptions,
} from '../../../src/graph/kit/context.ts'
import { maskError } from '../../../src/graph/kit/errors.ts'
import { createFieldLimiter } from '../../../src/graph/kit/field-limit.ts'
import { type Withheld, withheldIn } from '../../../src/graph/kit/tier-gate.ts'
import { schema } from '../../../src/graph/schema.ts'
import { createLabRuns } from '../../../src/lab/runs/runs.ts'
import { createDayLog } from '../../../src/roots/prove.ts'
import { createScreens } from '../../../src/screens/screens.ts'
import { createSmartMoneyStore } from '../../../src/smart-money/smart-money-store.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import type { SnapshotReader } from '../../../src/store/snapshot/snapshot-reader.ts'
import { newestHead } from '../../../src/store/snapshot/stored-snapshots.ts'
import { createEventFeeds } from '../../../src/streams/event-feeds.ts'
import { createSignReads } from '../../../src/tape/signs/settled-trades.ts'
import { createAlertDesk } from '../../../src/whales/alerts/alert-desk.ts'
import { readAlertIds } from '../../../src/whales/alerts/alert-reader.ts'
import { alertConfigInput } from '../../../src/whales/config/alert-config.ts'
import { createAlertConfigs } from '../../../src/whales/config/alert-configs.ts'
import { createAlertFeed } from '../../../src/whales/live/alert-feed.ts'
import type { PlantedWorld } from './planted-world.ts'
import { newStore, publish, readerOf } from './published-store.ts'

/** Asks the schema as one request would, by an executor without fast paths, with errors as a caller sees them. */
export type Ask = (
  query: string,
  variables?: Readonly<Record<string, unknown>>,
  caller?: Tier | Caller,
) => Promise<ExecutionResult>

const noted = new WeakMap<ExecutionResult, readonly Withheld[]>()

/** Returns the `extensions.withheld` of an answer of {@link Ask}. */
export function withheldFrom(answer: ExecutionResult): readonly Withheld[] {
  return noted.get(answer) ?? []
}

const plainExecutor = createExecutor(schema, { isFast: false })

/**
 * Returns a way to query the schema over a store; each query is a request of its own, with a shared reader.
 * @param executor runs the operations.
 * @default one without fast paths
 */
export function asker(
  db: Database,
  reader: SnapshotReader = readerOf(db),
  limiter: RateLimiter = createMemoryLimiter(),
  executor: Executor = plainExecutor,
  more: Pick<RequestContextOptions, 'lotEvents'> = {},
): Ask {
  const accounts = createAccountStore(db)
  const limitField = createFieldLimiter(limiter)
  let parts: ReturnType<typeof alertParts> | null = null
  return async (query, variables = {}, asking = 'ANONYMOUS') => {
    const caller = typeof asking === 'string' ? callerOf(asking) : asking
    parts ??= alertParts(db, reader)
    const contextValue = createRequestContext({
      accounts,
      limitField,
      caller,
      ...(await parts),
      ...more,
    })
    const { data, errors } = await answerTo(executor, query, variables, contextValue)
    // As JSON, which is what a caller gets: graphql's own objects have no prototype.
    const plain: ExecutionResult = JSON.parse(JSON.stringify({ data }))
    const answer = errors ? { ...plain, errors: errors.map((error) => maskError(error, false)) } : plain
    noted.set(answer, withheldIn(contextValue).withheld ?? [])
    return answer
  }
}

async function answerTo(
  executor: Executor,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Promise<ExecutionResult> {
  const document = parse(query)
  const errors = validate(schema, document)
  return errors.length > 0 ? { errors } : executor.run({ document, name: null }, variables, context)
}

/**
 * Publishes a world before a file's tests, in a store of their own that is deleted afterwards.
 * @param plant adds other rows to the store
 * @returns a way to query the schema over it
 */
export function plantedAsk(world: PlantedWorld, plant: (db: Database) => unknown = () => undefined): Ask {
  let store: Awaited<ReturnType<typeof newStore>>
  let ask: Ask
  beforeAll(async () => {
    store = await newStore()
    await publish(store.db, world)
    await plant(store.db)
    ask = asker(store.db)
  })
  afterAll(() => store.remove())
  return (...question) => ask(...question)
}

/** Returns the parts of requests about alerts, over a store. */
export async function alertParts(
  db: Database,
  reader: SnapshotReader,
): Promise<
  Pick<RequestContextOptions, 'pick' | 'notifications' | 'dayLog' | 'exports' | 'lab' | 'screens' | 'live'>
> {
  const feed = createAlertFeed({ db, notifier: { pollMs: 10, listen: () => () => undefined } })
  const smartMoney = createSmartMoneyStore(db)
  const publicUpTo = async () => {
    const head = await newestHead(db)
    return head ? { block: head.cutoffBlock, time: head.cutoffTime } : null
  }
  const newestSnapshot = async () => (await newestHead(db))?.id ?? null
  const whales = createAlertDesk({ db, publicUpTo })
  return {
    pick: () => ({ reader, smartMoney, signs: createSignReads(db), whales }),
    notifications: {
      configs: createAlertConfigs(db),
      follows: createFollows(db),
      input: alertConfigInput(),
      channelsInput: alertChannelsInput(),
    },
    exports: createExports(db),
    lab: createLabRuns(db),
    dayLog: createDayLog(db, null),
    screens: createScreens(db),
    live: {
      feed,
      ids: await readAlertIds(db),
      streams: createEventFeeds({ db, publicCutoff: publicUpTo, newestSnapshot }),
    },
  }
}

export function callerOf(tier: Tier): Caller {
  const kind = tier === 'ANONYMOUS' ? 'anonymous' : 'key'
  return {
    kind,
    tier,
    accountId: tier === 'ANONYMOUS' ? null : 1,
    subject: null,
    limiterKey: 'test',
    // Above the number of requests of a test in a second; the limits have tests of their own.
    limit: 10_000,
  }
}
