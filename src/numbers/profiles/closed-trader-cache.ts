import { LRUCache } from 'lru-cache'
import { dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { changedDays, isNewer } from '../inputs/changed-days.ts'
import type { ClosedTrader } from './closed-trader.ts'

export interface ClosedTradersAt {
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
export function createClosedTraderCache(
  sql: Sql,
  most: number,
): (snapshot: Snapshot) => Promise<ClosedTradersAt> {
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
export interface WeightedCache<Kept> {
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
