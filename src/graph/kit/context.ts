import type { GraphQLResolveInfo } from 'graphql'
import type { Verdict } from '../../access/limits/rate-limit.ts'
import type { Caller, Tier } from '../../access/tier.ts'
import type { AccountStore } from '../../accounts/account-store.ts'
import type { alertChannelsInput } from '../../delivery/channel-input.ts'
import { PequodError } from '../../errors.ts'
import type { Exports } from '../../exports/exports.ts'
import type { Follows } from '../../follows/follows.ts'
import type { LabRuns } from '../../lab/runs/runs.ts'
import type { Address, Day, Seconds } from '../../ledger/quantities.ts'
import type { Screens } from '../../screens/screens.ts'
import type { SmartMoneyStore } from '../../smart-money/smart-money-store.ts'
import type { Snapshot, SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'
import type { EventFeeds } from '../../streams/event-feeds.ts'
import type { SignReads } from '../../tape/signs/settled-trades.ts'
import type { AlertDesk } from '../../whales/alerts/alert-desk.ts'
import type { AlertIds } from '../../whales/alerts/alert-reader.ts'
import type { alertConfigInput } from '../../whales/config/alert-config.ts'
import type { AlertConfigs } from '../../whales/config/alert-configs.ts'
import type { AlertFeed } from '../../whales/live/alert-feed.ts'
import { costBudget, LOTS_REPLAYED, overspent, tooCostly, UNCOMPUTED_DAY } from './cost/query-cost.ts'
import type { FieldLimiter } from './field-limit.ts'
import { createLoaders, type Loaders } from './loaders.ts'
import type { WithheldPlaces } from './tier-gate.ts'

/** The database and the reader of one request, from its first statement to its last. */
export interface Reads {
  reader: SnapshotReader
  smartMoney: SmartMoneyStore
  /** Signs of whole trades. */
  signs: SignReads
  /** Hands out the radar's alerts, each as a tier may see it. */
  whales: AlertDesk
}

/** State that all resolvers of a request share. */
export interface RequestContext extends Readonly<Reads> {
  /** The caller, on which tier rules depend and on nothing else. */
  readonly caller: Caller
  /** Accounts and keys, for the caller's own data only. */
  readonly accounts: AccountStore
  /** Counts the caller's call of a costly field. Rejects with RATE_LIMITED above the limit: see the `countsCall` option of fields. */
  limitField(info: GraphQLResolveInfo): Promise<void>
  /**
   * The snapshot that the request reads: the newest one, or the one as of a day. Each is taken at the first call, and
   * is the same object in every later one.
   * @throws PequodError SERVICE_UNAVAILABLE before the first refresh and while the day is being computed,
   *   BAD_USER_INPUT for a day that the ledger does not reach
   */
  snapshot(asOf?: Day | null): Promise<Snapshot>
  /** Batched reads of a snapshot that this request has taken. */
  loaders(snapshot: Snapshot): Loaders
  /** Returns a value cached for this request; `make` creates it at the first call. */
  own<Made>(make: () => Made): Made
  readonly notifications: Notifications
  /** The files that accounts have requested. */
  readonly exports: Exports
  readonly lab: LabRuns
  readonly screens: Screens
  readonly live: LiveReads
  readonly dayLog: DayLogReads
  readonly links: LinkRules
  /** Events of a record that is replayed lot by lot for Pro. */
  readonly lotEvents: number
  /** Identifies the caller again, because a subscription may outlive the caller's tier. */
  recheck(): Promise<Caller>
  /** The cost budget that this request spends. Null where costs do not count. */
  readonly spending: Spending | null
  /** Values withheld from the caller so far, null if none. */
  withheld: WithheldPlaces | null
  /** Forgets the snapshots that were taken: each event of a subscription is answered as a request of its own, by its caller. */
  renew(caller: Caller): void
  /** A context of the same request that reads what another caller may know. */
  as(caller: Caller): RequestContext
}

export interface Spending {
  /**
   * The charged cost: the whole operation's, as over GraphQL, or only that of computed days if the limit of
   * requests bounds the rest.
   */
  readonly counts: 'OPERATION' | 'DAYS'
  /** Spends it from the caller's budget. */
  spend(cost: number): Promise<Verdict>
  /** The operation's cost and the budget left after it; null before it is charged. */
  spent: { cost: number; verdict: Verdict } | null
}

/** Alert configs, channels and follows of accounts, with the checks made before they are stored. */
export interface Notifications {
  configs: AlertConfigs
  follows: Follows
  input: ReturnType<typeof alertConfigInput>
  channelsInput: ReturnType<typeof alertChannelsInput>
}

export interface LinkRules {
  /** The public origin of the service, without a slash at the end; null makes links begin with their path. */
  publicUrl: string | null
  /** The origin of a block explorer, without a slash at the end; null: none is configured. */
  blockExplorer: string | null
  /** Reads a path and query as the endpoint would. @throws PequodError BAD_USER_INPUT for one that it would refuse */
  check(path: string): void
}

export interface DayLogReads {
  /**
   * The file of a proof. @param day null for the last day of the log
   * @throws PequodError NOT_FOUND for a day that the log does not have, and an unknown trader
   */
  prove(asked: { address: Address; day: Day | null; full: boolean }): Promise<{ day: Day; file: string }>
  /** The file of an alert, null while no entry of the log has it, and the day of the entry that has it or will. */
  alert(asked: LoggedAlert): Promise<{ hash: string; day: Day; file: string | null }>
  /** The log's signed head, its key, and the leaves of the newest entries, the newest first; null for an empty log. */
  head(most: number): Promise<SignedHead | null>
}

/** An alert of the radar, as the log of days has it. */
export interface LoggedAlert {
  /** Its number in the radar's chain, from 1. */
  seq: number
  time: Seconds
  leaf: string
  /** Its hidden facts, for callers who may know them; otherwise null. */
  opened: string | null
}

export interface SignedHead {
  key: string
  checkpoint: string
  entries: readonly { number: number; day: Day; leaf: string }[]
}

/** The process's readers of new alerts and events, and what the numbers of alerts are shown as. */
export interface LiveReads {
  feed: AlertFeed
  ids: AlertIds
  streams: EventFeeds
}

export interface RequestContextOptions {
  /** Reads of what a tier may know. */
  pick(tier: Tier): Reads
  accounts: AccountStore
  limitField: FieldLimiter
  notifications: Notifications
  exports: Exports
  lab: LabRuns
  screens: Screens
  live: LiveReads
  dayLog: DayLogReads
  /** @default any path, and links begin with it */
  links?: LinkRules
  /** As in the context. @default as others have */
  lotEvents?: number
  caller: Caller
  /** @default costs are not charged */
  spending?: Spending | null
  /** @default the caller given, for requests too short for it to change */
  recheck?: () => Promise<Caller>
}

/** Seconds after which to retry while no snapshot exists. */
const RETRY_AFTER = 5

/** Creates the context of a request; it reads nothing until a resolver needs it. */
export function createRequestContext(options: RequestContextOptions): RequestContext {
  const { pick, accounts, limitField, notifications, exports, lab, screens, live, dayLog } = options
  const {
    links = { publicUrl: null, blockExplorer: null, check() {} },
    lotEvents = LOTS_REPLAYED,
    recheck = async () => options.caller,
    spending = null,
  } = options
  let { caller } = options
  let reads = pick(caller.tier)
  let loaders = createLoaders(reads.reader)
  const taken = new Map<Day | null, Promise<Snapshot>>()
  const owned = new Map<() => unknown, unknown>()
  let computedDays = 0
  const payForDay = async () => {
    computedDays++
    const cost = computedDays * UNCOMPUTED_DAY
    // A question that compares two days is answered the first time.
    const budget = Math.max(costBudget(caller.tier), 2 * UNCOMPUTED_DAY)
    if (cost > budget) throw tooCostly(cost, budget)
    if (spending === null) return
    const verdict = await spending.spend(UNCOMPUTED_DAY)
    spending.spent = { cost: (spending.spent?.cost ?? 0) + UNCOMPUTED_DAY, verdict }
    if (!verdict.allowed) throw overspent(verdict, 'DAY')
  }
  const snapshot = (asOf: Day | null = null) => {
    const known = taken.get(asOf)
    if (known) return known
    const { reader } = reads
    const fresh = takeNewest(reader).then((newest) =>
      asOf === null ? newest : reader.asOf(asOf, caller.limiterKey, payForDay),
    )
    taken.set(asOf, fresh)
    return fresh
  }
  return {
    caller,
    ...reads,
    accounts,
    limitField: (info) => limitField({ caller, info }),
    snapshot,
    loaders: (of) => loaders(of),
    own<Made>(make: () => Made) {
      const made = owned.has(make) ? (owned.get(make) as Made) : make()
      owned.set(make, made)
      return made
    },
    notifications,
    exports,
    lab,
    screens,
    live,
    dayLog,
    links,
    lotEvents,
    recheck,
    spending,
    withheld: null,
    renew(known) {
      caller = known
      reads = pick(caller.tier)
      taken.clear()
      owned.clear()
      loaders = createLoaders(reads.reader)
      // The object that resolvers have may be a copy.
      Object.assign(this, reads, { caller })
    },
    as: (other) => createRequestContext({ ...options, caller: other }),
  }
}

async function takeNewest(reader: SnapshotReader): Promise<Snapshot> {
  const snapshot = await reader.current()
  if (snapshot) return snapshot
  const first = await reader.firstPublic()
  if (first !== null) {
    const moment = new Date(first.time * 1_000).toISOString().replace('.000Z', 'Z')
    const message = `No snapshot is public yet: the first is at ${moment}. Pro is live, and with WHALE_DELAY_MINUTES=0 everybody is.`
    throw new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: first.after })
  }
  throw new PequodError('SERVICE_UNAVAILABLE', 'No snapshot yet: ingest data, then run `pequod refresh`.', {
    retryAfter: RETRY_AFTER,
  })
}
