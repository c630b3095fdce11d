import { setImmediate } from 'node:timers/promises'
import { PERIODS } from '../../metrics/periods.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { Snapshot, StatsScope, TraderAsker } from '../../store/snapshot/snapshot-reader.ts'
import { wholePeriod } from '../../store/snapshot/snapshot-reader.ts'
import type { TraderLedger } from '../inputs/trader-ledger.ts'
import { type AskedView, askedView, windowAt } from './asked-view.ts'
import { keepProfiles } from './keep-profiles.ts'
import { profileWorld } from './profile-world.ts'
import { readLedgerAt } from './read-ledger-at.ts'
import { type TraderProfile, traderProfile } from './trader-profile.ts'

/** Some 40 MB: the first hundreds of every board, by their whole records, or a few dozen of the busiest traders. */
const KEPT_WEIGHT = 400_000
/** Traders whose ledgers are read together: as many as a loader asks for. */
const AT_ONCE = 500
/** Days of positions after which others get their turn. */
const PAUSE_AFTER = 5_000

/** The scope that series and analytics are read in: any period, for all are one view. */
const PERIODS_SCOPE = wholePeriod(PERIODS[0])

/**
 * Computes what is asked of traders from their own ledgers, once for all that is asked of one view of a snapshot, and keeps
 * it for as long as it is asked for.
 * @param most how much is kept, in hundreds of bytes
 */
export function createAsker(sql: Sql, most = KEPT_WEIGHT): TraderAsker {
  const kept = keepProfiles(most)
  const underway = new Map<string, Promise<ReadonlyMap<number, TraderProfile>>>()

  async function profilesOf(snapshot: Snapshot, scope: StatsScope, ids: readonly number[]) {
    const view = askedView(snapshot, scope)
    // A store that was thrown away and filled again counts its snapshots from 1: the time tells them apart.
    const nameOf = (id: number) => `${snapshot.id} ${snapshot.generatedAt} ${view.name} ${id}`
    const found = new Map<number, TraderProfile>()
    const waited = new Set<Promise<ReadonlyMap<number, TraderProfile>>>()
    const missing = new Set<number>()
    for (const id of ids) {
      const profile = kept.get(nameOf(id))
      const asked = underway.get(nameOf(id))
      if (profile) found.set(id, profile)
      else if (profile === undefined && asked) waited.add(asked)
      else if (profile === undefined) missing.add(id)
    }
    for (const some of chunksOf([...missing])) {
      const profiles = computeProfiles(sql, snapshot, view, some)
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
      return new Map([...found].flatMap(([id, { stats }]) => (stats[at] ? [[id, stats[at]]] : [])))
    },
    async series(snapshot, ids) {
      const { found } = await profilesOf(snapshot, PERIODS_SCOPE, ids)
      return new Map([...found].flatMap(([id, { series }]) => (series.length > 0 ? [[id, [...series]]] : [])))
    },
    async analytics(snapshot, ids) {
      const { found } = await profilesOf(snapshot, PERIODS_SCOPE, ids)
      return new Map([...found].map(([id, { record }]) => [id, record]))
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
  view: AskedView,
  ids: readonly number[],
): Promise<ReadonlyMap<number, TraderProfile>> {
  const read = await readLedgerAt(sql, { version: snapshot.ledgerVersion, day: view.day }, ids)
  const world = profileWorld(read, view, snapshot.firstDay)
  const profiles = new Map<number, TraderProfile>()
  let days = 0
  for (const ledger of read.ledgers) {
    const { trader } = ledger
    const address = read.addresses.get(trader)
    if (address === undefined) continue
    const behaviour = read.behaviour.get(trader) ?? []
    const earlier = read.skills.get(trader) ?? null
    profiles.set(trader, traderProfile({ ledger, address, behaviour, earlier }, world, view))
    days += daysOf(ledger)
    if (days < PAUSE_AFTER) continue
    days = 0
    await setImmediate()
  }
  return profiles
}

function daysOf({ positions, income }: TraderLedger): number {
  return positions.reduce((sum, position) => sum + position.length, income.length)
}
