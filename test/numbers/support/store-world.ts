import type { Database, Sql } from '../../../src/store/engine/database.ts'
import type { Table, Value } from '../../../src/store/engine/table.ts'
import { collect } from '../../../src/store/ledger/collect.ts'
import { isKept, keepRows, keepWhere } from '../../../src/store/ledger/history.ts'
import {
  DAY_COLUMNS,
  type DayColumns,
  NO_LISTS,
  POSITION_DAYS,
  type PositionId,
} from '../../../src/store/ledger/position-day.ts'
import { clearDays, replaceDays } from '../../../src/store/ledger/write-days.ts'
import {
  CONDITIONS,
  INCOME_DAYS,
  NEG_RISK_MARKETS,
  PRICE_DAYS,
  TOKENS,
  TOUCHED_TRADERS,
  TRADERS,
} from '../../../src/store/tables.ts'
import { ADDRESSES, CONTRACT, type Played, TOKENS_OF } from './small-world.ts'

const LEDGER = [TRADERS, TOKENS, CONDITIONS, NEG_RISK_MARKETS, PRICE_DAYS, INCOME_DAYS, TOUCHED_TRADERS]
const SNAPSHOT = [
  'snapshots',
  'snapshot_analytics',
  'trader_skill',
  'board_scores',
  'column_parts',
  'standings',
  'foresight_days',
  'ledger_changes',
  'changed_days',
  'generations',
]

const NO_FLOWS = Object.fromEntries(DAY_COLUMNS.map((name) => [name, 0]))

/** Empties the store. */
export async function clearStore(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const name of [...LEDGER.map((table) => table.name), POSITION_DAYS.name, ...SNAPSHOT])
      await tx.run(`DELETE FROM ${name}`)
    await tx.run('UPDATE ledger_cursors SET version = 0')
    await tx.run(
      'UPDATE ledger_state SET version = 0, pinned = NULL, pinned_day = NULL, readable_from = 0, first_time = NULL, last_time = NULL, fills = 0, movements = 0',
    )
  })
  await collect(db)
}

/** Makes the store's ledger this world, as ingest leaves it. */
export async function storeWorld(db: Database, played: Played, version: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of LEDGER) {
      if (isKept(table)) await keepWhere(tx, table, { text: 'TRUE', values: [] })
      await tx.run(`DELETE FROM ${table.name}`)
    }
    await insert(
      tx,
      TRADERS,
      ADDRESSES.map((address, i) => ({ id: i + 1, address, infrastructure: i + 1 === CONTRACT ? 1 : 0 })),
    )
    await insert(
      tx,
      TOKENS,
      TOKENS_OF.map(({ id, condition, outcome }) => ({
        id,
        token: String(id),
        condition_id: condition,
        outcome,
      })),
    )
    await insert(tx, NEG_RISK_MARKETS, [{ id: 1, market: '0x01', questions: 2 }])
    await insert(
      tx,
      CONDITIONS,
      [1, 2, 3, 4].map((id) => conditionRow(id, played)),
    )
    await writeDays(tx, played)
    await insert(tx, PRICE_DAYS, played.prices)
    await insert(tx, INCOME_DAYS, played.income)
    const touched = [...new Set(played.days.map((row) => row.trader_id))]
    await insert(
      tx,
      TOUCHED_TRADERS,
      touched.map((trader_id) => ({ trader_id, version, since: 0 })),
    )
    await tx.run(
      'UPDATE ledger_state SET version = ?, first_time = ?, last_time = ?, last_block = 7, fills = ?, movements = ?',
      [version, played.firstTime, played.lastTime, played.fills, played.movements],
    )
  })
}

/** Writes the days in place of those that are there, which stay for readers of the version before. */
async function writeDays(tx: Sql, { days }: Played): Promise<void> {
  const before = await tx.all<PositionId>(
    `SELECT DISTINCT trader_id AS trader, token_id AS token FROM ${POSITION_DAYS.name}`,
  )
  await clearDays(tx, before, 0)
  // Facts that a world omits are empty.
  const rows = days.map((row): Readonly<Record<string, number>> => ({ ...NO_FLOWS, ...row }))
  const columns = DAY_COLUMNS.map((name) => [name, Float64Array.from(rows, (row) => row[name] ?? 0)])
  await replaceDays(tx, {
    count: rows.length,
    columns: Object.fromEntries(columns) as DayColumns['columns'],
    lists: rows.map(() => NO_LISTS),
  })
}

function conditionRow(id: number, played: Played) {
  const resolution = played.resolutions.get(id)
  return {
    id,
    condition: `0x0${id}`,
    neg_risk_id: id <= 2 ? 1 : null,
    payouts: resolution ? JSON.stringify(resolution.payouts) : null,
    resolved_time: resolution?.time ?? null,
    resolved_key: resolution?.key ?? null,
  }
}

async function insert(tx: Sql, table: Table, rows: readonly Record<string, Value>[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)]))
  if (rows.length === 0) return
  if (isKept(table)) await keepRows(tx, table, columns, rows.length)
  await tx.upsert(table, columns, rows.length)
}
