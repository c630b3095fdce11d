import type { Sql } from '../engine/database.ts'
import { upsert } from '../engine/rows.ts'
import { statement } from '../engine/statement.ts'
import type { Table } from '../engine/table-types.ts'
import type { SkillRecord } from './trader-record.ts'

/**
 * The newest tests of skill of traders with enough decided units: `print` identifies the units, so that the tests never
 * run twice for the same ones.
 */
export const TRADER_SKILL = {
  name: 'trader_skill',
  key: ['trader_id'],
  notNull: ['units', 'print'],
  clustered: true,
  columns: {
    trader_id: 'int',
    units: 'int',
    edge: 'float',
    low: 'float',
    high: 'float',
    p_value: 'float',
    print: 'text',
  },
} as const satisfies Table

const SKILLS = statement((from, { traders }: { traders: readonly number[] }) =>
  from(TRADER_SKILL)
    .select('trader_id', 'units', 'edge', 'low', 'high', 'p_value', 'print')
    .whereAnyOf('trader_id', 'int', traders),
)

/** The newest test results of some traders, by trader id. */
export async function readSkills(sql: Sql, traders: readonly number[]): Promise<Map<number, SkillRecord>> {
  const rows = await SKILLS.all(sql, { traders })
  return new Map(
    rows.map(({ traderId, units, edge, low, high, pValue, print }) => {
      const interval: SkillRecord['interval'] = low === null || high === null ? null : [low, high]
      return [traderId, { units, edge, interval, pValue, print }]
    }),
  )
}

/** Keeps what tests gave; records without a print are not worth it. */
export async function writeSkills(tx: Sql, skills: ReadonlyMap<number, SkillRecord>): Promise<void> {
  const rows = [...skills].filter(([, { print }]) => print !== null).sort(([a], [b]) => a - b)
  await upsert(
    tx,
    TRADER_SKILL,
    rows.map(([traderId, { units, edge, interval, pValue, print }]) => ({
      traderId,
      units,
      edge,
      low: interval?.[0] ?? null,
      high: interval?.[1] ?? null,
      pValue,
      print: print ?? '',
    })),
  )
}
