import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { defined } from '../../checks.ts'
import { dayOf } from '../../ledger/quantities.ts'
import { PERIODS } from '../../metrics/leaderboards.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import {
  createSnapshotReader,
  readShownAddresses,
  type SnapshotReaderOptions,
} from '../../store/snapshot/create-snapshot-reader.ts'
import {
  type Snapshot,
  type SnapshotReader,
  type StatsScope,
  type TraderAsker,
  wholePeriod,
} from '../../store/snapshot/snapshot-reader.ts'
import { readSkills } from '../../store/snapshot/snapshot-tables.ts'
import { changedDays, isNewer } from '../inputs/changed-days.ts'
import { type ClosedTrader, closeTrader, withTokens } from './closed-trader.ts'
import {
  type LastDay,
  type ProfileView,
  profileView,
  type ReadDays,
  readDays,
  readLastTrades,
  readTokenContext,
  windowAt,
} from './profile-view.ts'
import { type TraderProfile, traderProfile } from './trader-profile.ts'

/** A reader of a store's snapshots, which computes traders' profiles from their ledgers. */
export function createReader(
  db: Database,
  options: Omit<SnapshotReaderOptions, 'asker'> = {},
): SnapshotReader {
  return createSnapshotReader(db, { ...options, asker: createAsker(db) })
}

/** Some 40 MB: the first hundreds of every board, by their whole records, or a few dozen of the busiest traders. */
const KEPT_WEIGHT = 400_000
/** Traders whose ledgers are read together: the size of a loader's batch. */
const AT_ONCE = 500
/** Days of positions, or positions, after which others get their turn. */
const PAUSE_AFTER = 5_000

/** The scope that series and analytics are read in: any period, for all are one view. */
const PERIODS_SCOPE = wholePeriod(PERIODS[0])

/**
 * Computes traders' profiles from their own ledgers, once for all requests of one view of a snapshot, and caches the
 * recently used ones. For the next snapshot of the same day, only that day is read.
 * @param most size of the cache of profiles, and of the cache of their earlier days, in hundreds of bytes
 */
export function createAsker(sql: Sql, most = KEPT_WEIGHT): TraderAsker {
  const kept = createWeightedCache<TraderProfile>(most)
  const closed = createClosedTraderCache(sql, most)
  const underway = new Map<string, Promise<ReadonlyMap<number, TraderProfile>>>()

  async function profilesOf(snapshot: Snapshot, scope: StatsScope, ids: readonly number[]) {
    const view = profileView(snapshot, scope)
    // A store that was thrown away and filled again counts its snapshots from 1: the time distinguishes them.
    const own = `${snapshot.id} ${snapshot.generatedAt} ${view.name} `
    const nameOf = (id: number) => own + id
    const found = new Map<number, TraderProfile>()
    const waited = new Set<Promise<ReadonlyMap<number, TraderProfile>>>()
    const missing = new Set<number>()
    for (const id of ids) {
      const name = nameOf(id)
      const profile = kept.get(name)
      if (profile) found.set(id, profile)
      if (profile !== undefined) continue
      const asked = underway.get(name)
      if (asked) waited.add(asked)
      else missing.add(id)
    }
    for (const some of chunksOf([...missing])) {
      const profiles = computeProfiles(sql, snapshot, view, some, closed)
      for (const id of some) underway.set(nameOf(id), profiles)
      waited.add(profiles)
      const end = () => some.map((id) => underway.delete(nameOf(id)))
      profiles.then((computed) => {
        for (const id of some) kept.put(nameOf(id), computed.get(id) ?? null)
        end()
      }, end)
    }
    for (const profiles of await Promise.all(waited))
      for (const id of ids) {
        const profile = profiles.get(id)
        if (profile) found.set(id, profile)
      }
    return { view, found }
  }

  return {
    async stats(snapshot, scope, ids) {
      const { view, found } = await profilesOf(snapshot, scope, ids)
      const at = windowAt(view, scope)
      // For each row of every board that is asked for: no more than a look at each.
      const rows: Awaited<ReturnType<TraderAsker['stats']>> = new Map()
      for (const [id, { stats }] of found) {
        const row = stats(at)
        if (row !== null) rows.set(id, row)
      }
      return rows
    },
    async series(snapshot, ids, category = null) {
      const { found } = await profilesOf(snapshot, { ...PERIODS_SCOPE, category }, ids)
      return new Map([...found].flatMap(([id, { series }]) => (series.length > 0 ? [[id, [...series]]] : [])))
    },
    async analytics(snapshot, ids) {
      const { found } = await profilesOf(snapshot, PERIODS_SCOPE, ids)
      return new Map([...found].map(([id, { record }]) => [id, record]))
    },
    async positions(snapshot, upTo, ids, category = null) {
      const { firstDay, cutoff } = snapshot
      // All of what the periods' view counts, so that both are read once.
      const days = { window: { from: firstDay, to: upTo }, category }
      const scope = upTo < dayOf(cutoff.time) ? days : { ...PERIODS_SCOPE, category }
      const { found } = await profilesOf(snapshot, scope, ids)
      return new Map([...found].map(([id, { positions }]) => [id, positions()]))
    },
  }
}

function chunksOf(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / AT_ONCE)
  return Array.from({ length: count }, (_, i) => ids.slice(i * AT_ONCE, (i + 1) * AT_ONCE))
}

async function computeProfiles(
  sql: Sql,
  snapshot: Snapshot,
  view: ProfileView,
  ids: readonly number[],
  keptAt: (snapshot: Snapshot) => Promise<ClosedTradersAt>,
): Promise<ReadonlyMap<number, TraderProfile>> {
  const version = snapshot.ledgerVersion
  const kept = await keptAt(snapshot)
  const nameOf = (id: number) => `${view.day} ${view.name} ${id}`
  const known = new Map(ids.flatMap((id) => pairOf(id, kept.get(nameOf(id)))))
  const missing = ids.filter((id) => !known.has(id))
  const [addresses, skills, daysOf, lastOf] = await Promise.all([
    readShownAddresses(sql, ids),
    readSkills(sql, ids),
    readDays(sql, missing, { upTo: view.day }, version),
    readDays(sql, [...known.keys()], { since: view.day, upTo: view.day }, version),
  ])
  const there = ids.filter((id) => addresses.has(id))
  const read = there.map((id) => ({ id, closed: known.get(id), days: (known.has(id) ? lastOf : daysOf)(id) }))
  const context = await readTokenContext(sql, read.flatMap(unknownTokens), snapshot, view)
  const traders: { closed: ClosedTrader; last: LastDay }[] = []
  const taken = createTurns()
  for (const { closed, days } of read) {
    const own = closed ?? closeTrader(days, context, view)
    traders.push({ closed: withTokens(own, days.last.rowOf.keys(), context, view), last: days.last })
    await taken(days.before.count)
  }
  const held = traders.filter(({ closed }) => known.has(closed.trader))
  const trades = new Map([
    ...context.trades,
    ...(await readLastTrades(sql, pricedTokens(held), view.day, version)),
  ])
  const profiles = new Map<number, TraderProfile>()
  for (const { closed, last } of traders) {
    const { trader } = closed
    kept.put(nameOf(trader), closed)
    const address = addresses.get(trader)
    const isThere = Number.isFinite(closed.life.firstDay) || last.income !== null || last.rowOf.size > 0
    if (address === undefined || !isThere) continue
    const earlier = skills.get(trader) ?? null
    profiles.set(trader, traderProfile({ address, closed, last, trades, earlier }, view))
    await taken(closed.moving.length + last.rowOf.size)
  }
  return profiles
}

function pairOf(id: number, closed: ClosedTrader | undefined): [number, ClosedTrader][] {
  return closed === undefined ? [] : [[id, closed]]
}

/** Tokens that a price of a view's last day can move some traders by, or that they touched on it, and their siblings. */
function pricedTokens(traders: readonly { closed: ClosedTrader; last: LastDay }[]): ReadonlySet<number> {
  const tokens = new Set<number>()
  for (const { closed, last } of traders) {
    const touched = [...last.rowOf.keys()].map((token) => defined(closed.positions.get(token)))
    for (const { token, sibling } of [...closed.moving, ...touched]) tokens.add(token).add(sibling)
  }
  return tokens
}

/** Tokens of a trader's days whose facts were not read yet. */
function unknownTokens({ closed, days }: { closed: ClosedTrader | undefined; days: ReadDays }): number[] {
  return [...new Set(days.before.columns.token_id), ...days.last.rowOf.keys()].filter(
    (token) => !closed?.positions.has(token),
  )
}

/** Lets other work run after enough steps. */
function createTurns(): (done: number) => Promise<void> {
  let since = 0
  return async (done) => {
    since += done
    if (since < PAUSE_AFTER) return
    since = 0
    await setImmediate()
  }
}

interface ClosedTradersAt {
  /** Undefined for a trader that is not cached. */
  get(name: string): ClosedTrader | undefined
  /** Does nothing after a request for a newer snapshot. */
  put(name: string, closed: ClosedTrader): void
}

/**
 * Caches closed traders of the newest snapshot, up to a weight in hundreds of bytes. A new snapshot drops those with a
 * change before its day.
 * @returns the entries for a snapshot; none for any but the newest requested
 */
function createClosedTraderCache(sql: Sql, most: number): (snapshot: Snapshot) => Promise<ClosedTradersAt> {
  const kept = createWeightedCache<ClosedTrader>(most)
  let newest: Snapshot | null = null
  let moving: Promise<void> = Promise.resolve()

  const moveTo = async (snapshot: Snapshot) => {
    if (newest !== null && !isNewer(snapshot, newest)) return
    const [before, day] = [newest, dayOf(snapshot.cutoff.time)]
    newest = null
    const changed =
      before !== null && dayOf(before.cutoff.time) === day && before.firstDay === snapshot.firstDay
        ? await changedDays(sql, before, { days: day, prices: day })
        : null
    const units = [...(changed?.units ?? [])]
    kept.drop(
      (closed) =>
        closed === null ||
        changed === null ||
        changed.traders.has(closed.trader) ||
        units.some((unit) => closed.labels.has(unit)),
    )
    newest = snapshot
  }

  return async (snapshot) => {
    if (snapshot.asOf === null) {
      moving = moving.catch(() => undefined).then(() => moveTo(snapshot))
      await moving
    }
    const isNewest = () => newest !== null && isSame(newest, snapshot)
    return {
      get: (name) => (isNewest() ? (kept.get(name) ?? undefined) : undefined),
      put: (name, closed) => {
        if (isNewest()) kept.put(name, closed)
      },
    }
  }
}

function isSame(a: Snapshot, b: Snapshot): boolean {
  return a.id === b.id && a.generatedAt === b.generatedAt && a.ledgerVersion === b.ledgerVersion
}

/** A cache of recent answers, by name. */
interface WeightedCache<Kept> {
  /** Undefined if the name is not cached; null if it is known to have no answer. */
  get(name: string): Kept | null | undefined
  put(name: string, kept: Kept | null): void
  /** Drops the entries that a test is true of. */
  drop(isSo: (kept: Kept | null) => boolean): void
}

/**
 * Creates a cache bounded by the sum of its entries' weights, in hundreds of bytes; the least recently used go first. A
 * trader with many days displaces many others.
 */
export function createWeightedCache<Kept extends { readonly weight: number }>(
  most: number,
): WeightedCache<Kept> {
  const all = new LRUCache<string, { kept: Kept | null }>({
    maxSize: most,
    // The library counts in whole numbers.
    sizeCalculation: ({ kept }) => Math.ceil(kept?.weight ?? 1),
  })
  return {
    get: (name) => all.get(name)?.kept,
    put: (name, kept) => void all.set(name, { kept }),
    drop(isSo) {
      for (const [name, { kept }] of [...all.entries()]) if (isSo(kept)) all.delete(name)
    },
  }
}
