import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql } from '../engine/database.ts'
import { lockTable } from '../engine/locks.ts'
import { as, type From, statement } from '../engine/statement.ts'
import type { Value } from '../engine/table-types.ts'
import { BOARD_SCORES, COLUMN_PARTS, SCREENS, SHOWN_NUMBERS, STANDINGS } from './snapshot-columns.ts'
import { SNAPSHOTS } from './snapshot-tables.ts'

type NamingTable = typeof STANDINGS | typeof BOARD_SCORES | typeof SHOWN_NUMBERS | typeof SCREENS

/** Columns, and the key but for the snapshot under which they are found. */
interface NamedBy {
  table: NamingTable
  key: Readonly<Record<string, Value>>
}

export interface MadeColumns extends NamedBy {
  pack(): Buffer
}

/** Columns that are in the store; {@link nameColumns} assigns them to snapshots. */
export interface WrittenColumns extends NamedBy {
  id: number
  parts: number
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
 * Writes columns in short transactions, and calls `name` in one more, which finds all of them. Can be killed at any
 * moment: {@link dropUnnamedColumns} drops unnamed columns at the next publication. If that publication ran before this
 * one ended, they are written again.
 */
export async function publishColumns<T>(
  db: Database,
  made: readonly MadeColumns[],
  name: (tx: Sql, written: readonly WrittenColumns[]) => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries < TRIES; tries++) {
    const written = await writeColumns((work) => db.transaction(work), made)
    const named = await db.transaction(async (tx) => {
      await lockTable(tx, SNAPSHOTS)
      return (await areKept(tx, written)) ? { answer: await name(tx, written) } : null
    })
    if (named !== null) return named.answer
  }
  return db.transaction(async (tx) => {
    await lockTable(tx, SNAPSHOTS)
    return name(tx, await writeColumns((work) => work(tx), made))
  })
}

/** Makes columns a snapshot's. */
export async function nameColumns(
  tx: Sql,
  snapshot: number,
  written: readonly WrittenColumns[],
): Promise<void> {
  for (const { table, key, id } of written) {
    const row = Object.entries(key).map(([name, value]) => [name, [value]])
    await tx.upsert(table, { snapshot_id: [snapshot], ...Object.fromEntries(row), columns_id: [id] }, 1)
  }
}

/** Whether written columns have not been dropped since. */
export async function areKept(tx: Sql, written: readonly WrittenColumns[]): Promise<boolean> {
  const ids = written.map(({ id }) => id)
  const row = await COUNT_PARTS.get(tx, { ids })
  return Number(row?.parts) === written.reduce((sum, { parts }) => sum + parts, 0)
}

const COUNT_PARTS = statement((from, { ids }: { ids: readonly number[] }) =>
  from(COLUMN_PARTS).count('* as parts').whereAnyOf('columns_id', 'int', ids),
)
const namedIn = (from: From, table: NamingTable) =>
  from(as(table, 'n')).select(from.raw('1')).whereColumn('n.columns_id', 'column_parts.columns_id')
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
    for (const { table, key, pack } of made) {
      const id = randomInt(IDS)
      const bytes = pack()
      let part = 0
      // Columns without traders are an empty part.
      do yield { id, part, bytes: bytes.subarray(part * AT_ONCE, (part + 1) * AT_ONCE) }
      while (++part * AT_ONCE < bytes.length)
      written.push({ table, key, id, parts: part })
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
