import { type Day, dayOf, type MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { VOLUME_DAYS } from '../tables.ts'
import type { FoldFill } from './fold-state.ts'

/** A fill as volume. A MAKER's dollars do not count: its TAKER's fill is of the same trade, which counts once. */
export type VolumeFill = Pick<FoldFill, 'token' | 'usd' | 'time' | 'role'>

/** Changes of `volume_days` on their way to the store. */
export interface VolumeDayRows {
  /** Counts a fill that is new to the ledger. */
  add(fill: VolumeFill): void
  /** Counts one no more that left the ledger. */
  remove(fill: VolumeFill): void
  /** Adds the changes to the rows that are there, and forgets them. */
  write(tx: Sql): Promise<void>
  /** The changes, by token and day, and forgets them. */
  take(): VolumeDay[]
}

/** Volumes, or changes of them, by token and day. */
export interface VolumeDay {
  token: number
  day: Day
  usd: MicroUsd
  /** Fills whose role is not known. */
  unknown: number
  /** All fills. */
  fills: number
  /** Something was taken away, so that nothing may be left. */
  isLess: boolean
}

/** An empty set of changes. */
export function createVolumeDayRows(): VolumeDayRows {
  const changes = new Map<number, VolumeDay>()
  const count = ({ token, time, role, usd }: VolumeFill, sign: 1 | -1) => {
    const day = dayOf(time)
    const id = token * 100_000 + day
    const change = changes.get(id) ?? { token, day, usd: 0, unknown: 0, fills: 0, isLess: false }
    if (role !== 'MAKER') change.usd += sign * usd
    if (role === null) change.unknown += sign
    change.fills += sign
    change.isLess ||= sign < 0
    changes.set(id, change)
  }
  const take = () => {
    const rows = [...changes.values()].sort((a, b) => a.token - b.token || a.day - b.day)
    changes.clear()
    return rows
  }
  return {
    take,
    write: (tx) => writeVolumes(tx, take()),
    add: (fill) => count(fill, 1),
    remove: (fill) => count(fill, -1),
  }
}

/** Adds changes to the rows that are there. */
export async function writeVolumes(tx: Sql, rows: readonly VolumeDay[]): Promise<void> {
  const sums = {
    usd: rows.map(({ usd }) => usd),
    unknown: rows.map(({ unknown }) => unknown),
    fills: rows.map(({ fills }) => fills),
  }
  const add = { usd: 'add', unknown: 'add', fills: 'add' } as const
  await tx.upsert(VOLUME_DAYS, { ...tokenDayColumns(rows), ...sums }, rows.length, add)
  const fewer = rows.filter(({ isLess }) => isLess)
  const none = fewer.map(() => 0)
  const empty = { token_id: '=', day: '=', fills: '=' } as const
  await tx.deleteEach(VOLUME_DAYS, empty, { ...tokenDayColumns(fewer), fills: none }, fewer.length)
}

/** Days of tokens as columns of keys. */
export function tokenDayColumns(rows: readonly { token: number; day: Day }[]) {
  return { token_id: rows.map(({ token }) => token), day: rows.map(({ day }) => day) }
}

/** The role that the store keeps as 1 for TAKER, 0 for MAKER and null. */
export function roleOf(stored: number | null): VolumeFill['role'] {
  return stored === null ? null : stored === 1 ? 'TAKER' : 'MAKER'
}
