import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { type DayColumns, FLOW_COLUMNS, POSITION_DAYS, type PositionId } from './position-day.ts'
import { type ChangingDays, dropSealedDaysOfTokens, lastSealedDay, restoreDays } from './sealed/day-masks.ts'

const ADDED = Object.fromEntries(FLOW_COLUMNS.map((name) => [name, 'add' as const]))

/** Adds flows to days, whose closing states are replaced. */
export async function addDays(tx: Sql, { count, columns }: DayColumns): Promise<void> {
  await restoreDays(tx, changingDays({ count, columns }, await lastSealedDay(tx)), 'all')
  await tx.upsert(POSITION_DAYS, columns, count, ADDED)
}

/** Writes days that are the whole truth, of positions whose days from then on were {@link clearDays cleared}. */
export async function replaceDays(tx: Sql, { count, columns }: DayColumns): Promise<void> {
  await tx.upsert(POSITION_DAYS, columns, count)
}

/** Removes every day of some positions from one on, sealed ones and rows. */
export async function clearDays(tx: Sql, positions: readonly PositionId[], from: Day): Promise<void> {
  await restoreDays(
    tx,
    positions.map(({ trader, token }) => ({ trader, token, from })),
    'before',
  )
  await tx.deleteEach(
    POSITION_DAYS,
    { trader_id: '=', token_id: '=', day: '>=' },
    { ...keysOf(positions), day: positions.map(() => from) },
    positions.length,
  )
}

/**
 * Removes every row of some positions.
 * @param tokens their sealed days go too, of all traders: the caller makes all days of these again, and gives up what was
 *   pinned of them
 */
export async function dropDays(
  tx: Sql,
  positions: readonly PositionId[],
  tokens: readonly number[],
): Promise<void> {
  await dropSealedDaysOfTokens(tx, tokens)
  await tx.deleteEach(POSITION_DAYS, { trader_id: '=', token_id: '=' }, keysOf(positions), positions.length)
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
