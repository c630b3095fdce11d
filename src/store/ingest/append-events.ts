import type { LedgerEvent } from '../../ledger/event.ts'
import type { FillBatch } from '../../ledger/fill-batch.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { Value } from '../engine/table.ts'
import { keepRows } from '../ledger/history.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { recordMeaning } from '../ledger/ledger-state.ts'
import {
  MOVEMENT_CODES,
  type MovementDetail,
  type MovementRow,
  movementRowOf,
} from '../ledger/movement-row.ts'
import { blockOf, chainKey, placeName } from '../ledger/place.ts'
import { CONDITIONS, FILLS, MOVEMENTS } from '../tables.ts'
import type { Dictionaries } from './dictionary.ts'
import { fillRowsOf } from './fill-rows.ts'
import type { FoldFill } from './fold-state.ts'

/** An event that was not taken, and why. */
export interface Clash {
  line: number
  reason: string
}

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
  const sealed = await ledgerOf(tx).sealedFills(rows.columns.key ?? [])
  const taken: Appended<FoldFill>['fresh'] = []
  const there = allowed.filter((i) => sealed.has(Number(rows.columns.key?.[i])))
  const unsealed =
    there.length === 0 ? allowed : allowed.filter((i) => !sealed.has(Number(rows.columns.key?.[i])))
  const picked = unsealed.length === rows.count ? rows.columns : pick(rows.columns, unsealed)
  const fresh = await tx.insertNew(FILLS, picked, unsealed.length)
  unsealed.forEach((i, n) => {
    if (fresh[n] === 1) taken.push(rows.foldFill(i))
    else there.push(i)
  })
  there.sort((a, b) => a - b)
  const held = await ledgerOf(tx).fillHashes(there.map((i) => Number(rows.columns.key?.[i])))
  const holderOf = (i: number) => held.get(Number(rows.columns.key?.[i]))?.tx
  const found = clashesOf(rows.columns, there, holderOf, rows.line)
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
  const sealed = await ledgerOf(tx).sealedMovements(columns.key ?? [])
  const unsealed = rows.map((_, i) => i).filter((i) => !sealed.has(placeName(rows[i] ?? {})))
  const fresh = await tx.insertNew(MOVEMENTS, pick(columns, unsealed), unsealed.length)
  const isFresh = new Set(unsealed.filter((_, n) => fresh[n] === 1))
  const taken: Appended<MovementRow>['fresh'] = []
  const there: number[] = []
  rows.forEach((row, i) => {
    if (isFresh.has(i))
      taken.push(Object.assign(movementRowOf(row), { tx: (row.tx ?? null) as Uint8Array | null }))
    else there.push(i)
  })
  await writeResolutions(tx, taken, movements)
  const held = await ledgerOf(tx).movementHashes(there.map((i) => Number(rows[i]?.key)))
  const clashes = clashesOf(
    columns,
    there,
    (i) => held.get(placeName(rows[i] ?? {})),
    (i) => movements[i]?.line ?? 0,
  )
  return { fresh: taken, repeated: there.length - clashes.length, clashes }
}

const RESOLVE = statement(
  (from, given: { condition: number | null; payouts: string | null; time: number; key: number }) =>
    from(CONDITIONS)
      .where('id', given.condition)
      .where((group) =>
        group
          .whereNull('resolved_time')
          .orWhere('resolved_time', '>', given.time)
          .orWhere((same) => same.where('resolved_time', given.time).where('resolved_key', '>', given.key)),
      )
      .update({ payouts: given.payouts, resolved_time: given.time, resolved_key: given.key }),
)

/** A condition keeps its first resolution. */
async function writeResolutions(
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
  const resolutions = fresh.filter(({ kind }) => kind === 'RESOLVE')
  if (resolutions.length === 0) return
  await recordMeaning(tx)
  await keepRows(tx, CONDITIONS, { id: resolutions.map((row) => row.condition) }, resolutions.length)
  for (const row of resolutions) {
    const { block, logIndex } = blockOf(row.key)
    const { condition, time, key } = row
    await RESOLVE.run(tx, { condition, time, key, payouts: payouts.get(`${block} ${logIndex}`) ?? null })
  }
}

function pick(columns: EventColumns, rows: readonly number[]): EventColumns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, rows.map((i) => column[i] ?? null)]),
  )
}

type EventColumns = Record<string, ArrayLike<Value>>

/** Places that another transaction's event holds: two chains, or a log that was taken back. */
function clashesOf(
  columns: EventColumns,
  there: readonly number[],
  holderOf: (i: number) => Value | undefined,
  lineOf: (i: number) => number,
): Clash[] {
  return there.flatMap((i) => {
    const stored = holderOf(i)
    const given = columns.tx?.[i] ?? null
    if (!(stored instanceof Uint8Array && given instanceof Uint8Array)) return []
    if (Buffer.compare(stored, given) === 0) return []
    const { block, logIndex } = blockOf(Number(columns.key?.[i]))
    const holder = `0x${Buffer.from(stored).toString('hex')}`
    return [
      { line: lineOf(i), reason: `block ${block} log ${logIndex} is already held by transaction ${holder}` },
    ]
  })
}

export type Movement = Exclude<LedgerEvent, { kind: 'FILL' }>
/** A row of `movements`, column by column. */
export type MovementColumns = Record<string, Value>

/** The rows of movements, with ids in place of names. `keyOf` places rows of the Data API. */
export async function movementRows(
  tx: Sql,
  ids: Dictionaries,
  movements: readonly Movement[],
  keyOf: (index: number) => number = (i) => chainKey(movements[i]?.block ?? 0, movements[i]?.logIndex ?? 0),
): Promise<MovementColumns[]> {
  const idOf = async (dictionary: Dictionaries['traders'], pick: (movement: Movement) => string | null) => {
    const names = movements.map(pick)
    const found = await dictionary.idsOf(
      tx,
      names.filter((name) => name !== null),
    )
    let next = 0
    return names.map((name) => (name === null ? null : (found[next++] ?? null)))
  }
  const owners = await idOf(ids.traders, (m) =>
    'owner' in m ? m.owner : m.kind === 'TRANSFER' ? m.from : null,
  )
  const others = await idOf(ids.traders, (m) => (m.kind === 'TRANSFER' ? m.to : null))
  const conditions = await idOf(ids.conditions, (m) => ('condition' in m ? m.condition : null))
  const negRisk = await idOf(ids.negRisk, (m) => (m.kind === 'CONVERT' ? m.market : null))
  const tokens = await idOf(ids.tokens, (m) => (m.kind === 'TRANSFER' ? m.token : null))
  return movements.map((movement, i) => ({
    key: keyOf(i),
    item: movement.item ?? 0,
    kind: MOVEMENT_CODES[movement.kind],
    tx: movement.tx === null ? null : Buffer.from(movement.tx.slice(2), 'hex'),
    time: movement.time,
    owner_id: owners[i] ?? null,
    other_id: others[i] ?? null,
    condition_id: conditions[i] ?? null,
    neg_risk_id: negRisk[i] ?? null,
    token_id: tokens[i] ?? null,
    amount: 'amount' in movement ? movement.amount : movement.kind === 'REDEEM' ? movement.payout : null,
    detail: detailText(movement),
  }))
}

function detailText(movement: Movement): string | null {
  const detail: MovementDetail | null =
    movement.kind === 'REDEEM'
      ? { amounts: movement.amounts }
      : movement.kind === 'RESOLVE'
        ? { payouts: movement.payouts }
        : movement.kind === 'CONVERT'
          ? { indexSet: movement.indexSet, feeBips: movement.feeBips }
          : movement.kind === 'INCOME'
            ? { reason: movement.reason }
            : null
  return detail === null ? null : JSON.stringify(detail)
}

/** Rows as columns, for a bulk statement. */
export function columnsOf(
  rows: readonly Record<string, Value>[],
  names: readonly string[],
): Record<string, Value[]> {
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)]))
}
