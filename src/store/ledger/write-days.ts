import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Column, Value } from '../engine/table-types.ts'
import { currentGeneration, LIVING } from './generations.ts'
import { DAY_COLUMNS, type DayColumns, FLOW_COLUMNS, POSITION_DAYS, type PositionId } from './position-day.ts'
import { type ChangingDays, endSealedDays, lastSealedDay } from './sealed/day-masks.ts'

const ADDED = Object.fromEntries(FLOW_COLUMNS.map((name) => [name, 'add' as const]))

/** Adds flows to days, whose closing states are replaced. The caller holds the ledger's state. */
export async function addDays(tx: Sql, days: DayColumns): Promise<void> {
  const generation = await currentGeneration(tx)
  await endSealedDays(tx, changingDays(days, await lastSealedDay(tx)), generation, 'copy')
  if (generation > 0) await copyLiving(tx, days, generation)
  await tx.upsert(POSITION_DAYS, bornIn(days, generation), days.count, ADDED)
}

/** Writes days that are the whole truth, of positions whose days from then on were {@link clearDays cleared}. */
export async function replaceDays(tx: Sql, days: DayColumns): Promise<void> {
  await writeDaysUnder(tx, days, await currentGeneration(tx))
}

/** Writes whole days under a generation. */
export async function writeDaysUnder(tx: Sql, days: DayColumns, generation: number): Promise<void> {
  await tx.upsert(POSITION_DAYS, bornIn(days, generation), days.count)
}

/** Ends every day of some positions from one on, sealed ones and rows. The caller holds the ledger's state. */
export async function clearDays(tx: Sql, positions: readonly PositionId[], from: Day): Promise<void> {
  const generation = await currentGeneration(tx)
  const changing = positions.map(({ trader, token }) => ({ trader, token, from }))
  await endSealedDays(tx, changing, generation, 'end')
  await tx.deleteEach(
    POSITION_DAYS,
    { trader_id: '=', token_id: '=', day: '>=', born: '=' },
    { ...keysOf(positions), day: positions.map(() => from), born: positions.map(() => generation) },
    positions.length,
  )
  if (generation > 0) await endRows(tx, positions, from, generation)
}

/** Ends rows of positions from a day on, but those that the generation wrote itself. */
export async function endRows(
  tx: Sql,
  positions: readonly PositionId[],
  from: Day,
  generation: number,
): Promise<void> {
  await tx.updateEach(
    POSITION_DAYS,
    { died: generation },
    { trader_id: '=', token_id: '=', day: '>=' },
    { ...keysOf(positions), day: positions.map(() => from) },
    positions.length,
    `born <> ${generation} AND ${LIVING}`,
  )
}

/** Copies the living rows of some days that another generation wrote into this one, and ends them. */
async function copyLiving(tx: Sql, { count, columns }: DayColumns, generation: number): Promise<void> {
  const { trader_id, token_id, day } = columns
  const list = [...DAY_COLUMNS, 'born'].join(', ')
  const found = await tx.findEach<Record<string, Value>>(
    { trader_id: 'int', token_id: 'int', day: 'int' },
    { trader_id, token_id, day },
    count,
    `SELECT ${list} FROM ${POSITION_DAYS.name} WHERE trader_id = :trader_id AND token_id = :token_id AND day = :day ` +
      `AND born <> ${generation} AND ${LIVING} LIMIT 1`,
  )
  const rows = found.filter((row) => row !== undefined)
  if (rows.length === 0) return
  const copies = Object.fromEntries(DAY_COLUMNS.map((name) => [name, rows.map((row) => row[name] ?? 0)]))
  await tx.upsert(POSITION_DAYS, bornIn({ count: rows.length, columns: copies }, generation), rows.length)
  const keys = ['trader_id', 'token_id', 'day', 'born'] as const
  await tx.updateEach(
    POSITION_DAYS,
    { died: generation },
    { trader_id: '=', token_id: '=', day: '=', born: '=' },
    Object.fromEntries(keys.map((name) => [name, rows.map((row) => row[name] ?? 0)])),
    rows.length,
    'TRUE',
  )
}

/** Days as living rows of a generation. */
function bornIn(
  { count, columns }: { count: number; columns: Readonly<Record<string, Column>> },
  generation: number,
): Record<string, Column> {
  return { ...columns, born: new Float64Array(count).fill(generation), died: new Array(count).fill(null) }
}

function keysOf(positions: readonly PositionId[]) {
  return {
    trader_id: positions.map(({ trader }) => trader),
    token_id: positions.map(({ token }) => token),
  }
}

/** Positions with days that may be sealed, each with the first of these. */
function changingDays({ count, columns }: DayColumns, lastSealed: Day): ChangingDays[] {
  const positions = new Map<string, ChangingDays>()
  for (let row = 0; row < count; row++) {
    const from = columns.day[row] ?? 0
    if (from > lastSealed) continue
    const [trader, token] = [columns.trader_id[row] ?? 0, columns.token_id[row] ?? 0]
    const known = positions.get(`${trader} ${token}`)
    if (known === undefined || from < known.from) positions.set(`${trader} ${token}`, { trader, token, from })
  }
  return [...positions.values()]
}
