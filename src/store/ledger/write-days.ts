import { defined } from '../../checks.ts'
import { type Day, exactSum } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Column } from '../engine/table.ts'
import { currentGeneration, LIVING } from './generations.ts'
import {
  DAY_COLUMNS,
  type DayColumn,
  type DayColumns,
  FLOW_COLUMNS,
  POSITION_DAYS,
  type PositionId,
  positionColumns,
  uniteLists,
  type WholeDays,
} from './position-day.ts'
import { type ChangingDays, endSealedDays, lastSealedDay } from './sealed/day-masks.ts'

/** Adds flows and lists to days, whose closing states are replaced. The caller holds the ledger's state. */
export async function addDays(tx: Sql, days: WholeDays): Promise<void> {
  const generation = await currentGeneration(tx)
  await endSealedDays(tx, changingDays(days, await lastSealedDay(tx)), generation, 'copy')
  const known = await livingDays(tx, days)
  await writeDaysUnder(tx, unitedDays(known, days), generation)
  await endDays(
    tx,
    known.filter((row) => row !== undefined && row.born !== generation) as LivingDay[],
    generation,
  )
}

/** Writes days that are the whole truth, of positions whose days from then on were {@link clearDays cleared}. */
export async function replaceDays(tx: Sql, days: WholeDays): Promise<void> {
  await writeDaysUnder(tx, days, await currentGeneration(tx))
}

/** Writes whole days under a generation. */
export async function writeDaysUnder(tx: Sql, days: WholeDays, generation: number): Promise<void> {
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
    { ...positionColumns(positions), day: positions.map(() => from), born: positions.map(() => generation) },
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
    { ...positionColumns(positions), day: positions.map(() => from) },
    positions.length,
    `born <> ${generation} AND ${LIVING}`,
  )
}

/** A row as it was written, with its generation. */
type LivingDay = Record<DayColumn | 'born', number> & { lists: Uint8Array }

/** The living row of each day, or undefined. */
function livingDays(tx: Sql, { count, columns }: DayColumns): Promise<(LivingDay | undefined)[]> {
  const { trader_id, token_id, day } = columns
  return tx.findEach<LivingDay>(
    { trader_id: 'int', token_id: 'int', day: 'int' },
    { trader_id, token_id, day },
    count,
    `SELECT ${[...DAY_COLUMNS, 'lists', 'born'].join(', ')} FROM ${POSITION_DAYS.name} ` +
      `WHERE trader_id = :trader_id AND token_id = :token_id AND day = :day AND ${LIVING} LIMIT 1`,
  )
}

/**
 * Days with what was known of them before.
 * @throws RangeError when a sum leaves the exact range
 */
function unitedDays(known: readonly (LivingDay | undefined)[], days: WholeDays): WholeDays {
  const lists = days.lists.map((own, row) => {
    const before = known[row]
    return before === undefined ? own : uniteLists(before.lists, own)
  })
  for (const name of FLOW_COLUMNS) {
    const column = days.columns[name]
    known.forEach((before, row) => {
      if (before !== undefined) column[row] = exactSum(before[name], defined(column[row]), name)
    })
  }
  return { ...days, lists }
}

/** Ends rows in favor of others that a generation wrote. */
async function endDays(tx: Sql, rows: readonly LivingDay[], generation: number): Promise<void> {
  if (rows.length === 0) return
  const keys = ['trader_id', 'token_id', 'day', 'born'] as const
  await tx.updateEach(
    POSITION_DAYS,
    { died: generation },
    { trader_id: '=', token_id: '=', day: '=', born: '=' },
    Object.fromEntries(keys.map((name) => [name, rows.map((row) => row[name])])),
    rows.length,
    'TRUE',
  )
}

/** Days as living rows of a generation. */
function bornIn({ count, columns, lists }: WholeDays, generation: number): Record<string, Column> {
  const [born, died] = [new Float64Array(count).fill(generation), new Array<null>(count).fill(null)]
  return { ...columns, lists, born, died }
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
