import { dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { changedDays } from './changed-days.ts'
import type { ClosedTrader } from './closed-trader.ts'
import { keepWeighed } from './keep-weighed.ts'

/** Closed traders as they are at one snapshot. */
export interface ClosedAt {
  /** Undefined for one that is not kept. */
  get(name: string): ClosedTrader | undefined
  /** Does nothing once a newer snapshot is asked of. */
  put(name: string, closed: ClosedTrader): void
}

/**
 * Keeps closed traders of the newest snapshot, up to a weight in hundreds of bytes: from one snapshot to the next those stay
 * of whom nothing changed before its day.
 * @returns what is kept at a snapshot; of any but the newest that was asked of, nothing
 */
export function keepClosed(sql: Sql, most: number): (snapshot: Snapshot) => Promise<ClosedAt> {
  const kept = keepWeighed<ClosedTrader>(most)
  let newest: Snapshot | null = null
  let moving: Promise<void> = Promise.resolve()

  const moveTo = async (snapshot: Snapshot) => {
    if (newest !== null && !isNewer(snapshot, newest)) return
    const [before, day] = [newest, dayOf(snapshot.cutoff.time)]
    newest = null
    const changed =
      before !== null && dayOf(before.cutoff.time) === day && before.firstDay === snapshot.firstDay
        ? await changedDays(sql, before, day)
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

/** A store that was thrown away and filled again counts its snapshots from 1: the time tells which is newer. */
function isNewer(a: Snapshot, b: Snapshot): boolean {
  return a.generatedAt > b.generatedAt || (a.generatedAt === b.generatedAt && a.id > b.id)
}
