import type { Database } from '../engine/database.ts'
import type { Table, Value } from '../engine/table.ts'
import {
  forgetGeneration,
  forgetSeen,
  GENERATIONS,
  isUnread,
  isUnseen,
  type Reserved,
  reservedVersions,
} from './generations.ts'
import { hasDays, historyOf, KEPT_TABLES } from './history.ts'
import { POSITION_DAYS } from './position-day.ts'
import { dropMasks } from './sealed/day-masks.ts'

/** Rows that one transaction removes. */
const AT_ONCE = 2_500
/** Rows that one search finds. */
const FOUND = 20 * AT_ONCE

/** Removes what no version that can be read shows: ended days, contents of changed rows, and generations that all versions see. */
export type Collect = () => Promise<void>

/**
 * Collects in short transactions. The first call looks at every row; later ones only at rows that a version which went since
 * may have been the last to show. Relies on the indexes of days on `died` and of histories on `pin`.
 */
export function createCollect(db: Database): Collect {
  let known: readonly Reserved[] | null = null
  return async () => {
    const reserved = await reservedVersions(db)
    const ranges = known === null ? [EVERYTHING] : rangesLeft(known, reserved)
    known = null
    for (const range of ranges)
      for (const one of COLLECTABLE) while ((await removeFound(db, one, range)) === FOUND);
    await db.transaction(forgetSeen)
    known = reserved
  }
}

/** Collects once, and looks at every row. */
export function collect(db: Database): Promise<void> {
  return createCollect(db)()
}

/** Versions from the first on, up to the last and without it. */
interface Range {
  from: number
  to: number
}
const EVERYTHING: Range = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Where rows lie that only a version showed which is not reserved any more: up to the next one that reads as late a day. */
function rangesLeft(before: readonly Reserved[], now: readonly Reserved[]): Range[] {
  const nameOf = ({ version, day, isFirst }: Reserved) => `${version} ${day} ${isFirst}`
  const names = new Set(now.map(nameOf))
  return before.flatMap((gone) => {
    if (names.has(nameOf(gone))) return []
    const next = now.flatMap(({ version, day }) => (version > gone.version && day >= gone.day ? version : []))
    return [{ from: gone.version, to: Math.min(EVERYTHING.to, ...next) }]
  })
}

/** Rows that can be collected. */
interface Collectable {
  table: Table
  /** SQL that is true of rows that no version shows. */
  isGone: string
  /** SQL that is true of rows of a {@link Range}, whose ends are its two values. */
  isWithin: string
}

const COLLECTABLE: readonly Collectable[] = [
  {
    table: POSITION_DAYS,
    isGone: isUnseen(POSITION_DAYS.name),
    isWithin: `died IN (SELECT id FROM ${GENERATIONS.name} WHERE version > ? AND version <= ?)`,
  },
  ...KEPT_TABLES.map(({ table }): Collectable => {
    const history = historyOf(table)
    return {
      table: history,
      isGone: isUnread(history.name, table.key, hasDays(table)),
      isWithin: 'pin >= ? AND pin < ?',
    }
  }),
]

/**
 * Finds rows that are gone and removes them; the search looks at many rows that stay, so it runs in no transaction. A row that no
 * version shows never shows again: a version that is pinned meanwhile is among those that count already.
 * @returns how many were found
 */
async function removeFound(
  db: Database,
  { table, isGone, isWithin }: Collectable,
  range: Range,
): Promise<number> {
  const { name, key } = table
  const rows = await db.all<Record<string, number>>(
    `SELECT ${key.join(', ')} FROM ${name} WHERE ${isWithin} AND ${isGone} LIMIT ${FOUND}`,
    [range.from, range.to] satisfies Value[],
  )
  const isSame = Object.fromEntries(key.map((column) => [column, '=' as const]))
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    const keys = Object.fromEntries(key.map((column) => [column, some.map((row) => row[column] ?? null)]))
    await db.transaction((tx) => tx.deleteEach(table, isSame, keys, some.length))
  }
  return rows.length
}

/** Removes what an unnamed generation wrote, and revives what it ended, in short transactions. */
export async function dropGeneration(db: Database, generation: number): Promise<void> {
  const { name, key } = POSITION_DAYS
  const some = (condition: string) =>
    `(${key.join(', ')}) IN (SELECT ${key.join(', ')} FROM ${name} WHERE ${condition} LIMIT ${AT_ONCE})`
  const texts = [
    `DELETE FROM ${name} WHERE ${some('born > 0 AND born = ?')}`,
    `UPDATE ${name} SET died = NULL WHERE ${some('died IS NOT NULL AND died = ?')}`,
  ]
  for (const text of texts) while ((await db.transaction((tx) => tx.run(text, [generation]))) === AT_ONCE);
  await db.transaction(async (tx) => {
    await dropMasks(tx, generation)
    await forgetGeneration(tx, generation)
  })
}
