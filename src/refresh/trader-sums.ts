import type { ExactTotal } from '../metrics/ratio-of.ts'
import type { Column, Sql } from '../store/database.ts'
import type { SkillRecord } from '../store/snapshot/trader-record.ts'
import { TRADER_SKILL, TRADER_SUMS } from '../store/snapshot-tables.ts'
import type { PeriodGroups } from './baselines.ts'
import { bytesOf } from './bytes-of.ts'
import type { TraderResult } from './compute-trader.ts'
import { isAmong, type TraderSet } from './trader-set.ts'

/** What is kept of a trader from one head snapshot to the next. */
export interface TraderSums extends Pick<TraderResult, 'trader' | 'skill' | 'groups'> {
  /** Over all time. */
  bought: ExactTotal
}

/** What was tested last of some traders' skill, by id; those with too few units are left out. */
export async function readSkills(sql: Sql, traders: TraderSet): Promise<Map<number, SkillRecord>> {
  const { condition, values } = isAmong(sql, traders)
  const rows = await sql.all<SkillRow>(
    `SELECT trader_id, units, edge, low, high, p_value, print FROM trader_skill WHERE ${condition}`,
    values,
  )
  return new Map(
    rows.map(({ trader_id, units, edge, low, high, p_value: pValue, print }) => {
      const interval = low === null || high === null ? null : ([low, high] as const)
      return [trader_id, { units, edge, interval, pValue, print }]
    }),
  )
}

interface SkillRow {
  trader_id: number
  units: number
  edge: number | null
  low: number | null
  high: number | null
  p_value: number | null
  print: string
}

/** What the baselines hold of some traders, by id: of everybody with an event that the newest head snapshot counts. */
export async function readGroups(sql: Sql, traders: TraderSet): Promise<Map<number, PeriodGroups>> {
  const { condition, values } = isAmong(sql, traders)
  const rows = await sql.all<{ trader_id: number; groups: Uint8Array }>(
    `SELECT trader_id, groups FROM trader_sums WHERE ${condition}`,
    values,
  )
  return new Map(rows.map(({ trader_id, groups }) => [trader_id, groupsFrom(groups)]))
}

/** What traders bought over all time: as text, for it may leave the exact range of numbers. */
export async function readBought(sql: Sql, ids: readonly number[]): Promise<Map<number, bigint>> {
  const rows = await sql.all<{ trader_id: number; bought: string }>(
    `SELECT trader_id, CAST(bought AS TEXT) AS bought FROM trader_sums WHERE ${sql.isIn('trader_id', 'int')}`,
    [sql.list(ids)],
  )
  return new Map(rows.map(({ trader_id, bought }) => [trader_id, BigInt(bought)]))
}

/** Which of some traders the newest head snapshot counts an event of. */
export async function tradersWithSums(sql: Sql, ids: readonly number[]): Promise<number[]> {
  const rows = await sql.all<{ trader_id: number }>(
    `SELECT trader_id FROM trader_sums WHERE ${sql.isIn('trader_id', 'int')}`,
    [sql.list(ids)],
  )
  return rows.map(({ trader_id }) => trader_id)
}

/** Makes this what is kept of some traders; of those who are not in `sums`, nothing is. */
export async function writeSums(tx: Sql, traders: TraderSet, sums: readonly TraderSums[]): Promise<void> {
  const { condition, values } = isAmong(tx, traders)
  for (const { name } of [TRADER_SUMS, TRADER_SKILL])
    await tx.run(`DELETE FROM ${name} WHERE ${condition}`, values)
  const rows: Record<string, Column> = {
    trader_id: sums.map(({ trader }) => trader),
    bought: sums.map(({ bought }) => bought),
    groups: sums.map(({ groups }) => bytesOf(packedGroups(groups))),
  }
  if (sums.length > 0) await tx.upsert(TRADER_SUMS, rows, sums.length)
  const tested = sums.filter(({ skill }) => skill.print !== null)
  if (tested.length > 0) await tx.upsert(TRADER_SKILL, skillColumns(tested), tested.length)
}

function skillColumns(tested: readonly TraderSums[]): Record<string, Column> {
  return {
    trader_id: tested.map(({ trader }) => trader),
    units: tested.map(({ skill }) => skill.units),
    edge: tested.map(({ skill }) => skill.edge),
    low: tested.map(({ skill }) => skill.interval?.[0] ?? null),
    high: tested.map(({ skill }) => skill.interval?.[1] ?? null),
    p_value: tested.map(({ skill }) => skill.pValue),
    print: tested.map(({ skill }) => skill.print),
  }
}

function packedGroups(groups: PeriodGroups): Float64Array {
  return Float64Array.from(
    groups.flatMap(({ period, label, stakedPnl, cost }) => [period, label, stakedPnl, cost]),
  )
}

function groupsFrom(bytes: Uint8Array): PeriodGroups {
  // Copied: a driver's buffer need not be aligned.
  const cells = new Float64Array(Uint8Array.from(bytes).buffer)
  return Array.from({ length: cells.length / 4 }, (_, i) => {
    const [period = 0, label = 0, stakedPnl = 0, cost = 0] = cells.subarray(4 * i, 4 * i + 4)
    return { period, label, stakedPnl, cost }
  })
}
