import type { GraphQLResolveInfo } from 'graphql'
import type { AccountStore } from '../../access/accounts/account-store.ts'
import type { Verdict } from '../../access/limits/rate-limit.ts'
import type { Caller } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'
import type { Follows } from '../../follows/follows.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { AlertIds } from '../../store/alerts/alert-reader.ts'
import type { Snapshot, SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'
import type { AlertDesk } from '../../whales/alerts/alert-desk.ts'
import type { alertChannelsInput, alertConfigInput } from '../../whales/config/alert-config-input.ts'
import type { AlertConfigs } from '../../whales/config/alert-configs.ts'
import type { AlertFeed } from '../../whales/live/alert-feed.ts'
import { costBudget, overspent, tooCostly, UNCOMPUTED_DAY } from './cost/query-cost.ts'
import type { FieldLimiter } from './field-limit.ts'
import { createLoaders, type Loaders } from './loaders.ts'
import type { WithheldPlaces } from './withheld.ts'

/** What every resolver of one request shares. */
export interface RequestContext {
  /** Who asks: tier rules look here and nowhere else. */
  readonly caller: Caller
  readonly reader: SnapshotReader
  /** Accounts and their keys as they are now; for what belongs to the caller, and nothing else. */
  readonly accounts: AccountStore
  /** Hands out the radar's alerts, each as a tier may see it. */
  readonly whales: AlertDesk
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
  /** What a feature keeps for the length of this request: made by `make` at the first call with it, the same from then on. */
  own<Made>(make: () => Made): Made
  /** Which alerts accounts receive. */
  readonly notifications: Notifications
  /** Whale alerts as they come. */
  readonly live: LiveAlerts
  /** What signed links may open, and where they begin. */
  readonly links: LinkRules
  /** Who is calling by now, asked again as at the door: a subscription outlives what its caller may see. */
  recheck(): Promise<Caller>
  /** What this request spends of its caller's budget. Null where nothing counts. */
  readonly spending: Spending | null
  /** What was withheld from the caller so far; null where nothing was. */
  withheld: WithheldPlaces | null
  /** Forgets the snapshots that were taken: each event of a subscription is answered as a request of its own. */
  renew(): void
}

/** The cost of one request. */
export interface Spending {
  /** What costs: the whole operation, as over GraphQL, or only the days that it has computed, where the limit of requests bounds the rest. */
  readonly counts: 'OPERATION' | 'DAYS'
  /** Spends it from the caller's budget. */
  spend(cost: number): Promise<Verdict>
  /** What was spent, and how the budget stands after it; null before. */
  spent: { cost: number; verdict: Verdict } | null
}

/** Which alerts accounts receive, and the checks of a config and of channels before they are stored. */
export interface Notifications {
  configs: AlertConfigs
  follows: Follows
  input: ReturnType<typeof alertConfigInput>
  channelsInput: ReturnType<typeof alertChannelsInput>
}

/** What a signed link may be. */
export interface LinkRules {
  /** Where the service is reached, without a slash at the end; null: links begin with their path. */
  publicUrl: string | null
  /** Reads a path and query as the endpoint would. @throws PequodError BAD_USER_INPUT for one that it would refuse */
  check(path: string): void
}

/** The process's reader of new alerts, and what their numbers are shown as. */
export interface LiveAlerts {
  feed: AlertFeed
  ids: AlertIds
}

/** What a request's context is made of. */
export interface RequestContextOptions {
  reader: SnapshotReader
  accounts: AccountStore
  whales: AlertDesk
  limitField: FieldLimiter
  notifications: Notifications
  live: LiveAlerts
  /** @default any path, and links begin with it */
  links?: LinkRules
  caller: Caller
  /** @default costs do not count */
  spending?: Spending | null
  /** @default the caller, for requests that are over at once */
  recheck?: () => Promise<Caller>
}

/** Seconds after which asking again makes sense while nothing was computed yet. */
const RETRY_AFTER = 5

/** The context of one request; nothing is read before a resolver asks for it. */
export function createRequestContext({
  reader,
  accounts,
  whales,
  limitField,
  notifications,
  live,
  links = { publicUrl: null, check() {} },
  caller,
  spending = null,
  recheck = async () => caller,
}: RequestContextOptions): RequestContext {
  let loaders = createLoaders(reader)
  const taken = new Map<Day | null, Promise<Snapshot>>()
  const owned = new Map<() => unknown, unknown>()
  let computedDays = 0
  const payForDay = async () => {
    computedDays++
    const cost = computedDays * UNCOMPUTED_DAY
    const budget = costBudget(caller.tier)
    if (cost > budget) throw tooCostly(cost, budget)
    if (spending === null) return
    const verdict = await spending.spend(UNCOMPUTED_DAY)
    spending.spent = { cost: (spending.spent?.cost ?? 0) + UNCOMPUTED_DAY, verdict }
    if (!verdict.allowed) throw overspent(verdict, 'DAY')
  }
  const snapshot = (asOf: Day | null = null) => {
    const known = taken.get(asOf)
    if (known) return known
    const fresh = asOf === null ? takeNewest(reader) : reader.asOf(asOf, caller.limiterKey, payForDay)
    taken.set(asOf, fresh)
    return fresh
  }
  return {
    caller,
    reader,
    accounts,
    whales,
    limitField: (info) => limitField({ caller, info }),
    snapshot,
    loaders: (of) => loaders(of),
    own<Made>(make: () => Made) {
      const made = owned.has(make) ? (owned.get(make) as Made) : make()
      owned.set(make, made)
      return made
    },
    notifications,
    live,
    links,
    recheck,
    spending,
    withheld: null,
    renew() {
      taken.clear()
      owned.clear()
      loaders = createLoaders(reader)
    },
  }
}

async function takeNewest(reader: SnapshotReader): Promise<Snapshot> {
  const snapshot = await reader.current()
  if (snapshot) return snapshot
  throw new PequodError('SERVICE_UNAVAILABLE', 'No snapshot yet: ingest data, then run `pequod refresh`.', {
    retryAfter: RETRY_AFTER,
  })
}
