import { randomUUID } from 'node:crypto'
import type { Sql } from './database.ts'
import { statement, statementBy } from './statement.ts'
import { type Table, text } from './table-types.ts'

/** Work that one process does at a time: folding loaded fills, and publishing. */
export type LeaseName = 'fold' | 'publish'

/** The holder of the work, and the end of its lease (milliseconds since 1970). The rows always exist. */
export const LEASES = {
  name: 'leases',
  key: ['name'],
  notNull: 'all',
  columns: { name: text<LeaseName>(), holder: 'text', until: 'int' },
} as const satisfies Table

/** The rows of a new store: nobody holds anything. */
export const FREE_LEASES = (['fold', 'publish'] as const).map((name) => ({ name, holder: '', until: 0 }))

/** The right to do such work, until another process takes it over. */
export interface Lease {
  name: LeaseName
  holder: string
}

const TAKE = statement((from, given: Lease & { now: number; until: number }) =>
  from(LEASES)
    .where('name', given.name)
    .where('until', '<=', given.now)
    .update({ holder: given.holder, until: given.until }),
)
const HELD = statementBy((from, { lock }: { lock: boolean }, { name, holder }: Lease) => {
  const held = from(LEASES).select('name').where('name', name).where('holder', holder)
  return lock ? held.forUpdate() : held
})
const RENEW = statement((from, { name, holder, until }: Lease & { until: number }) =>
  from(LEASES).where('name', name).where('holder', holder).update({ until }),
)
const RELEASE = statement((from, { name, holder }: Lease) =>
  from(LEASES).where('name', name).where('holder', holder).update({ holder: '', until: 0 }),
)

/**
 * Takes a lease, unless another process has it whose time has not passed.
 * @param lasts milliseconds for which nobody takes it over; 0: anybody may at any moment, and the holder notices when it next asks
 */
export async function takeLease(tx: Sql, name: LeaseName, lasts: number): Promise<Lease | null> {
  const [lease, now] = [{ name, holder: randomUUID() }, Date.now()]
  return (await TAKE.run(tx, { ...lease, now, until: lasts === 0 ? 0 : now + lasts })) > 0 ? lease : null
}

/**
 * Whether a lease is still its holder's.
 * @param lock who takes it over waits for the end of the transaction (SQLite has one writer anyway)
 */
export async function holdsLease(sql: Sql, lease: Lease, lock = false): Promise<boolean> {
  return (await HELD({ lock }).get(sql, lease)) !== undefined
}

/** Extends a lease by a number of milliseconds from now, if it is still its holder's. */
export async function renewLease(tx: Sql, lease: Lease, lasts: number): Promise<void> {
  await RENEW.run(tx, { ...lease, until: Date.now() + lasts })
}

/** Gives a lease back; returns false where it is not its holder's any more. */
export async function releaseLease(tx: Sql, lease: Lease): Promise<boolean> {
  return (await RELEASE.run(tx, lease)) > 0
}
