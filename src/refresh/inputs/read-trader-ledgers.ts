import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { readAt } from '../../store/ledger/read-at.ts'
import { INCOME_DAYS } from '../../store/tables.ts'
import { type HeldDay, type LedgerOf, PROFILE_COLUMNS, type TraderLedger } from './trader-ledger.ts'
import { isAmong, type TraderSet } from './trader-set.ts'

/** Some traders, none of them in another batch, and the ledgers of those among them who have one. */
export interface LedgerBatch {
  traders: TraderSet
  ledgers: TraderLedger[]
}

/** Days, both included. */
export interface DaySpan {
  /** @default the first */
  since?: Day
  upTo: Day
}

/**
 * The ledgers of at most a few hundred traders on some days, as of a version, read together: as many statements for
 * one trader as for all.
 */
export async function readLedgersAt(
  sql: Sql,
  ids: readonly number[],
  days: DaySpan,
  version: number | null,
): Promise<TraderLedger[]> {
  const traders = [...ids].sort((a, b) => a - b)
  const ledgers: TraderLedger[] = []
  const read = ledgerOf(sql).days({
    columns: PROFILE_COLUMNS,
    traders,
    from: days.since,
    upTo: days.upTo,
    at: version,
    tradersAtOnce: traders.length,
  })
  for await (const part of read) for (const row of part.records()) addDay(ledgers, row)
  return (await withIncome(sql, { traders: { ids }, ledgers }, days, version)).ledgers
}

function addDay<Row extends HeldDay>(ledgers: LedgerOf<Row>[], row: Row): void {
  let ledger = ledgers.at(-1)
  if (ledger?.trader !== row.trader) {
    ledger = { trader: row.trader, positions: [], income: [] }
    ledgers.push(ledger)
  }
  const position = ledger.positions.at(-1)
  if (position?.[0]?.token === row.token) position.push(row)
  else ledger.positions.push([row])
}

/** Adds the traders' income; those who never traded get a ledger of their own. */
async function withIncome(
  tx: Sql,
  { traders, ledgers }: LedgerBatch,
  { since = 0, upTo }: DaySpan,
  version: number | null = null,
): Promise<LedgerBatch> {
  const { condition, values } = isAmong(tx, traders)
  const rows = await readAt<{ trader_id: number; day: Day; amount: number }>(tx, INCOME_DAYS, {
    columns: ['amount'],
    where: `${condition} AND day >= ? AND day <= ?`,
    values: [...values, since, upTo],
    orderBy: ['trader_id', 'day'],
    version,
  })
  if (rows.length === 0) return { traders, ledgers }
  const byTrader = new Map(ledgers.map((ledger) => [ledger.trader, ledger]))
  for (const { trader_id: trader, day, amount } of rows) {
    const ledger = byTrader.get(trader) ?? { trader, positions: [], income: [] }
    ledger.income.push({ trader, day, amount })
    byTrader.set(trader, ledger)
  }
  return { traders, ledgers: [...byTrader.values()].sort((a, b) => a.trader - b.trader) }
}
