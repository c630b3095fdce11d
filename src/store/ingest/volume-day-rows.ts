import { type Day, dayOf, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import { VOLUME_DAYS } from '../tables.ts'

/** A fill as volume. Its role is TAKER: a trade is told of by its makers too, and counts once. */
export interface TakerFill {
  token: number
  usd: MicroUsd
  time: Seconds
}

/** Changes of `volume_days` on their way to the store. */
export interface VolumeDayRows {
  /** Counts a fill that is new to the ledger. */
  add(fill: TakerFill): void
  /** Counts one no more that left the ledger. */
  remove(fill: TakerFill): void
  /** Adds the changes to the rows that are there, and forgets them. */
  write(tx: Sql): Promise<void>
}

/** Volumes, or changes of them, by token and day. */
interface VolumeDay {
  token: number
  day: Day
  usd: MicroUsd
  /** Something was taken away, so that nothing may be left. */
  isLess: boolean
}

/** An empty set of changes. */
export function createVolumeDayRows(): VolumeDayRows {
  const changes = new Map<number, VolumeDay>()
  const count = ({ token, time }: TakerFill, usd: MicroUsd) => {
    if (usd === 0) return
    const day = dayOf(time)
    const id = token * 100_000 + day
    const change = changes.get(id) ?? { token, day, usd: 0, isLess: false }
    change.usd += usd
    change.isLess ||= usd < 0
    changes.set(id, change)
  }
  return {
    add: (fill) => count(fill, fill.usd),
    remove: (fill) => count(fill, -fill.usd),
    async write(tx) {
      const rows = [...changes.values()].sort((a, b) => a.token - b.token || a.day - b.day)
      await tx.upsert(VOLUME_DAYS, { ...keysOf(rows), usd: rows.map(({ usd }) => usd) }, rows.length, {
        usd: 'add',
      })
      const fewer = rows.filter(({ isLess }) => isLess)
      const empty = { token_id: '=', day: '=', usd: '=' } as const
      await tx.deleteEach(VOLUME_DAYS, empty, { ...keysOf(fewer), usd: fewer.map(() => 0) }, fewer.length)
      changes.clear()
    },
  }
}

function keysOf(rows: readonly VolumeDay[]) {
  return { token_id: rows.map(({ token }) => token), day: rows.map(({ day }) => day) }
}
