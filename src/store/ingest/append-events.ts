import type { FillBatch } from '../../ledger/fill-batch.ts'
import type { Sql, Table, Value } from '../database.ts'
import { FILLS, MOVEMENTS } from '../tables.ts'
import type { Dictionaries } from './dictionaries.ts'
import { columnsOf, type Movement, movementRows } from './event-rows.ts'
import { fillRowsOf } from './fill-rows.ts'
import type { FoldFill } from './fold-session.ts'
import { type MovementRow, movementRowOf } from './movement-row.ts'
import { blockOf } from './place.ts'

/** An event that was not taken, and why. */
export interface Clash {
  line: number
  reason: string
}

/** What appending some events did. */
export interface Appended<Event> {
  /** The events that were new, each with its transaction's hash. */
  fresh: (Event & { tx: Uint8Array | null })[]
  repeated: number
  clashes: Clash[]
}

/** Appends chain fills; one that is there already changes nothing. */
export async function appendFills(
  tx: Sql,
  batch: FillBatch | null,
  names: { traders: readonly number[]; tokens: readonly number[] },
  isInfrastructure: (trader: number) => boolean,
): Promise<Appended<FoldFill>> {
  if (batch === null || batch.count === 0) return { fresh: [], repeated: 0, clashes: [] }
  const rows = fillRowsOf(batch, names.traders, names.tokens)
  const owners = rows.columns.owner_id ?? []
  const allowed = Array.from({ length: rows.count }, (_, i) => i).filter(
    (i) => !isInfrastructure(Number(owners[i])),
  )
  const clashes: Clash[] = []
  if (allowed.length < rows.count) {
    for (let i = 0; i < rows.count; i++) {
      if (isInfrastructure(Number(owners[i])))
        clashes.push({
          line: rows.line(i),
          reason: 'the owner is an exchange or another contract of the market, never a trader',
        })
    }
  }
  const picked = allowed.length === rows.count ? rows.columns : pick(rows.columns, allowed)
  const fresh = await tx.insertNew(FILLS, picked, allowed.length)
  const taken: Appended<FoldFill>['fresh'] = []
  const there: number[] = []
  allowed.forEach((i, n) => {
    if (fresh[n] === 1) taken.push(rows.foldFill(i))
    else there.push(i)
  })
  const found = await clashesOf(tx, FILLS, rows.columns, there, rows.line)
  return { fresh: taken, repeated: there.length - found.length, clashes: [...clashes, ...found] }
}

/** Appends chain movements; one that is there already changes nothing. */
export async function appendMovements(
  tx: Sql,
  ids: Dictionaries,
  movements: readonly { movement: Movement; line: number }[],
): Promise<Appended<MovementRow>> {
  if (movements.length === 0) return { fresh: [], repeated: 0, clashes: [] }
  const rows = await movementRows(
    tx,
    ids,
    movements.map(({ movement }) => movement),
  )
  const columns = columnsOf(rows, Object.keys(MOVEMENTS.columns))
  const fresh = await tx.insertNew(MOVEMENTS, columns, rows.length)
  const taken: Appended<MovementRow>['fresh'] = []
  const there: number[] = []
  rows.forEach((row, i) => {
    if (fresh[i] === 1)
      taken.push(Object.assign(movementRowOf(row), { tx: (row.tx ?? null) as Uint8Array | null }))
    else there.push(i)
  })
  await noteResolutions(tx, taken, movements)
  const clashes = await clashesOf(tx, MOVEMENTS, columns, there, (i) => movements[i]?.line ?? 0)
  return { fresh: taken, repeated: there.length - clashes.length, clashes }
}

/** A condition keeps its first resolution. */
export async function noteResolutions(
  tx: Sql,
  fresh: readonly MovementRow[],
  movements: readonly { movement: Movement }[],
): Promise<void> {
  const payouts = new Map(
    movements.flatMap(({ movement }) =>
      movement.kind === 'RESOLVE'
        ? [[`${movement.block} ${movement.logIndex}`, JSON.stringify(movement.payouts)]]
        : [],
    ),
  )
  for (const row of fresh) {
    if (row.kind !== 'RESOLVE') continue
    const { block, logIndex } = blockOf(row.key)
    await tx.run(
      'UPDATE conditions SET payouts = ?, resolved_time = ?, resolved_key = ? ' +
        'WHERE id = ? AND (resolved_time IS NULL OR resolved_time > ? OR (resolved_time = ? AND resolved_key > ?))',
      [
        payouts.get(`${block} ${logIndex}`) ?? null,
        row.time,
        row.key,
        row.condition,
        row.time,
        row.time,
        row.key,
      ],
    )
  }
}

function pick(columns: FillColumns, rows: readonly number[]): FillColumns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, rows.map((i) => column[i] ?? null)]),
  )
}

type FillColumns = Record<string, ArrayLike<Value>>

/** Places that another transaction's event holds: two chains, or a log that was taken back. */
async function clashesOf(
  tx: Sql,
  table: Table,
  columns: FillColumns,
  there: readonly number[],
  lineOf: (i: number) => number,
): Promise<Clash[]> {
  const keys = columnsAt(columns, table.key, there)
  const held = await tx.find(table, table.key, keys, there.length, ['tx'])
  return there.flatMap((i, n) => {
    const stored = held[n]?.[0]
    const told = columns.tx?.[i] ?? null
    if (!(stored instanceof Uint8Array && told instanceof Uint8Array)) return []
    if (Buffer.compare(stored, told) === 0) return []
    const { block, logIndex } = blockOf(Number(columns.key?.[i]))
    const holder = `0x${Buffer.from(stored).toString('hex')}`
    return [
      { line: lineOf(i), reason: `block ${block} log ${logIndex} is already held by transaction ${holder}` },
    ]
  })
}

function columnsAt(columns: FillColumns, names: readonly string[], rows: readonly number[]): FillColumns {
  return Object.fromEntries(names.map((name) => [name, rows.map((i) => columns[name]?.[i] ?? null)]))
}
