import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../checks.ts'
import type { Database, Sql } from '../engine/database.ts'
import { lockTable } from '../engine/locks.ts'
import { as, type From, statement } from '../engine/statement.ts'
import type { Value } from '../engine/table.ts'
import { BOARD_SCORES, COLUMN_PARTS, SCREENS, SHOWN_NUMBERS, STANDINGS } from './snapshot-columns.ts'
import { SNAPSHOTS } from './snapshot-tables.ts'

type NamingTable = typeof STANDINGS | typeof BOARD_SCORES | typeof SHOWN_NUMBERS | typeof SCREENS

/** Columns, and the key but for the snapshot under which they are found. */
interface NamedBy {
  table: NamingTable
  key: Readonly<Record<string, Value>>
}

/** Rows to write, in an order, and the bytes of each. */
export interface PackedRows {
  count: number
  bytesEach: number
  pack(from: number, until: number): Buffer
}

export interface MadeColumns extends NamedBy {
  rows(): PackedRows
  /** Columns that the rows are added to. @default none */
  after?: WrittenColumns | null
}

/** Columns that are in the store; {@link nameColumns} assigns them to snapshots. */
export interface WrittenColumns extends NamedBy {
  id: number
  parts: number
  /** Of all parts. */
  bytes: number
}

/** Bytes that one transaction writes or drops: others who write hardly notice. */
const AT_ONCE = 16 * 2 ** 20
/** Between two such transactions, in milliseconds: longer than who waits for the store on SQLite sleeps between two tries. */
const PAUSE = 15
/** How often it is tried to write columns before they are named. */
const TRIES = 5
/** Ids are drawn below this. */
const IDS = 2 ** 47

/**
 * Columns with what changed in them: added to those that are written, or all rows where there are none, or where the changes would be
 * more than a reader should go through.
 * @param changed null if they are not known
 */
export function madeColumns(
  named: NamedBy,
  all: PackedRows,
  after: WrittenColumns | null,
  changed: PackedRows | null,
): MadeColumns {
  if (after === null || changed === null || after.parts >= MOST_PARTS) return { ...named, rows: () => all }
  const bytes = after.bytes + changed.count * changed.bytesEach
  return bytes > MOST_TIMES * all.count * all.bytesEach
    ? { ...named, rows: () => all }
    : { ...named, after, rows: () => changed }
}

/** Parts, and bytes against those of all rows, up to which changes are added. */
const [MOST_PARTS, MOST_TIMES] = [64, 2]

/**
 * Writes columns in short transactions, and calls `name` in one more, which finds all of them. Can be killed at any
 * moment: {@link dropUnnamedColumns} drops unnamed columns at the next publication. If that publication ran before this
 * one ended, they are written again.
 * @returns null if columns that others are added to are not there any more
 */
export async function publishColumns<T>(
  db: Database,
  made: readonly MadeColumns[],
  name: (tx: Sql, written: readonly WrittenColumns[]) => Promise<T>,
): Promise<T | null> {
  const before = made.flatMap(({ after }) => after ?? [])
  for (let tries = 1; tries < TRIES; tries++) {
    const written = await writeColumns((work) => db.transaction(work), made)
    const named = await db.transaction(async (tx) => {
      await lockTable(tx, SNAPSHOTS)
      if (await areKept(tx, written)) return { answer: await name(tx, written) }
      return (await areKept(tx, before)) ? null : { answer: null }
    })
    if (named !== null) return named.answer
  }
  return db.transaction(async (tx) => {
    await lockTable(tx, SNAPSHOTS)
    if (!(await areKept(tx, before))) return null
    return name(tx, await writeColumns((work) => work(tx), made))
  })
}

/** Makes columns a snapshot's. */
export async function nameColumns(
  tx: Sql,
  snapshot: number,
  written: readonly WrittenColumns[],
): Promise<void> {
  for (const [table, rows] of Map.groupBy(written, (own) => own.table)) {
    const names = Object.keys(defined(rows[0]).key)
    const columns = [
      ['snapshot_id', rows.map(() => snapshot)],
      ...names.map((name) => [name, rows.map(({ key }) => defined(key[name]))]),
      ['columns_id', rows.map(({ id }) => id)],
      ['parts', rows.map(({ parts }) => parts)],
    ]
    await tx.upsert(table, Object.fromEntries(columns), rows.length)
  }
}

/** Whether written columns have not been dropped since. */
async function areKept(tx: Sql, written: readonly WrittenColumns[]): Promise<boolean> {
  const known = await COUNT_PARTS.all(tx, { ids: written.map(({ id }) => id) })
  const parts = new Map(known.map((row) => [row.id, Number(row.parts)]))
  return written.every((own) => (parts.get(own.id) ?? 0) >= own.parts)
}

const COUNT_PARTS = statement((from, { ids }: { ids: readonly number[] }) =>
  from(COLUMN_PARTS)
    .select('columns_id as id')
    .count('* as parts')
    .whereAnyOf('columns_id', 'int', ids)
    .groupBy('columns_id'),
)
const namedIn = (from: From, table: NamingTable) =>
  from(as(table, 'n'))
    .select(from.raw('1'))
    .whereColumn('n.columns_id', 'column_parts.columns_id')
    .whereColumn('n.parts', '>', 'column_parts.part')
const unnamed = (from: From) =>
  from(COLUMN_PARTS)
    .whereNotExists(namedIn(from, STANDINGS))
    .whereNotExists(namedIn(from, BOARD_SCORES))
    .whereNotExists(namedIn(from, SHOWN_NUMBERS))
    .whereNotExists(namedIn(from, SCREENS))
const UNNAMED = statement((from) =>
  unnamed(from)
    .select('columns_id as id', 'part', from.raw<{ size: number }>('LENGTH(bytes) AS size'))
    .orderBy('columns_id')
    .orderBy('part'),
)
const DROP_UNNAMED = statement((from, { id, part }: { id: number; part: number }) =>
  unnamed(from).where('columns_id', id).where('part', part).delete(),
)

/** Drops columns without a snapshot, in short transactions: those of dropped snapshots and of killed publications. */
export async function dropUnnamedColumns(db: Database): Promise<void> {
  await inShortTransactions(
    (work) => db.transaction(work),
    await UNNAMED.all(db),
    ({ size }) => size,
    async (tx, parts) => {
      await lockTable(tx, SNAPSHOTS)
      // They may have been named meanwhile.
      for (const { id, part } of parts) await DROP_UNNAMED.run(tx, { id, part })
    },
  )
}

type InTurn = (work: (tx: Sql) => Promise<void>) => Promise<void>

interface Part {
  id: number
  part: number
  bytes: Buffer
}

async function writeColumns(inTurn: InTurn, made: readonly MadeColumns[]): Promise<WrittenColumns[]> {
  const written: WrittenColumns[] = []
  function* parts(): Generator<Part> {
    for (const { table, key, rows, after = null } of made) {
      const { count, bytesEach, pack } = rows()
      const own = after ?? { id: randomInt(IDS), parts: 0, bytes: 0 }
      let part = own.parts
      const most = Math.floor(AT_ONCE / bytesEach)
      // Columns without traders are an empty part.
      for (let from = 0; from < count || part === 0; from += most)
        yield { id: own.id, part: part++, bytes: pack(from, Math.min(count, from + most)) }
      written.push({ table, key, id: own.id, parts: part, bytes: own.bytes + count * bytesEach })
    }
  }
  await inShortTransactions(
    inTurn,
    parts(),
    ({ bytes }) => bytes.length,
    (tx, group) =>
      tx.upsert(
        COLUMN_PARTS,
        {
          columns_id: group.map(({ id }) => id),
          part: group.map(({ part }) => part),
          bytes: group.map(({ bytes }) => bytes),
        },
        group.length,
      ),
  )
  return written
}

/** Processes parts in order, each transaction up to its maximum of bytes. */
async function inShortTransactions<P>(
  inTurn: InTurn,
  parts: Iterable<P>,
  sizeOf: (part: P) => number,
  work: (tx: Sql, group: readonly P[]) => Promise<void>,
): Promise<void> {
  let group: P[] = []
  let size = 0
  let isFirst = true
  const flush = async () => {
    if (group.length === 0) return
    if (!isFirst) await sleep(PAUSE)
    isFirst = false
    await inTurn((tx) => work(tx, group))
    group = []
    size = 0
  }
  for (const part of parts) {
    if (size + sizeOf(part) > AT_ONCE) await flush()
    group.push(part)
    size += sizeOf(part)
  }
  await flush()
}
