import type { Day } from '../ledger/quantities.ts'
import type { Sql } from '../store/database.ts'
import { scanPositionDays } from '../store/ledger/scan-position-days.ts'
import { readAt } from '../store/past/read-at.ts'
import { scanPositionDaysAt } from '../store/past/scan-position-days-at.ts'
import { INCOME_DAYS } from '../store/tables.ts'
import type { HeldDay, LedgerOf, PositionDay, TraderLedger } from './trader-ledger.ts'
import { isAmong, type TraderSet } from './trader-set.ts'

/** Rows of a batch, besides the rest of its last trader. */
const BATCH = 4_000
/** Traders of a batch at most, where traders are asked for. */
const TRADERS_AT_ONCE = 40
const POSITION_COLUMNS =
  'trader_id AS trader, token_id AS token, day, shares, cost, official_amount AS "officialAmount", ' +
  'official_avg AS "officialAvg", official_realized AS "officialRealized", realized, bought, buy_shares AS "buyShares", ' +
  'split_cost AS "splitCost", split_shares AS "splitShares", sold, fees, volume, traded, fills, untracked'
const HELD_COLUMNS = 'trader_id AS trader, token_id AS token, day, shares, cost, realized, fills'

/** Some traders, none of them in another batch, and the ledgers of those among them who have one. */
export interface LedgerBatch {
  traders: TraderSet
  ledgers: TraderLedger[]
}

/**
 * Every trader's ledger up to the day's close, by ascending id, in batches of some thousand days and the
 * whole of the trader that they end in. The last batch reaches to the last id there can be.
 */
export async function* readTraderLedgers(tx: Sql, upTo: Day): AsyncGenerator<LedgerBatch> {
  let after = 0
  for await (const ledgers of batchesOf<PositionDay>(tx, POSITION_COLUMNS, { upTo })) {
    const last = ledgers.at(-1)?.trader ?? after
    yield withIncome(tx, { traders: { after, last }, ledgers }, upTo)
    after = last
  }
  yield withIncome(tx, { traders: { after, last: Number.MAX_SAFE_INTEGER }, ledgers: [] }, upTo)
}

/** The ledgers up to the day's close of these traders alone, in batches of a few: each is read whole. */
export async function* readLedgersOf(
  tx: Sql,
  ids: readonly number[],
  upTo: Day,
): AsyncGenerator<LedgerBatch> {
  const traders = [...ids].sort((a, b) => a - b)
  let next = 0
  for await (const ledgers of batchesOf<PositionDay>(tx, POSITION_COLUMNS, { upTo, traders })) {
    const last = ledgers.at(-1)?.trader ?? 0
    const first = next
    while ((traders[next] ?? last + 1) <= last) next++
    yield withIncome(tx, { traders: { ids: traders.slice(first, next) }, ledgers }, upTo)
  }
  // Those behind them have no day of a position.
  for (; next < traders.length; next += TRADERS_AT_ONCE)
    yield withIncome(tx, { traders: { ids: traders.slice(next, next + TRADERS_AT_ONCE) }, ledgers: [] }, upTo)
}

/**
 * The ledgers of a few hundred traders at most as of a version, up to the day's close, all at once: as many statements for
 * one trader as for all.
 */
export async function readLedgersAt(
  sql: Sql,
  ids: readonly number[],
  upTo: Day,
  version: number | null,
): Promise<TraderLedger[]> {
  const traders = [...ids].sort((a, b) => a - b)
  const ledgers: TraderLedger[] = []
  const options = { upTo, traders, atOnce: traders.length, version }
  for await (const page of scanPositionDaysAt<PositionDay>(sql, POSITION_COLUMNS, options))
    for (const row of page) addDay(ledgers, row)
  return (await withIncome(sql, { traders: { ids }, ledgers }, upTo, version)).ledgers
}

/** The same of what weeks are told by, without income. */
export function readHeldDaysOf(
  tx: Sql,
  ids: readonly number[],
  upTo: Day,
): AsyncGenerator<LedgerOf<HeldDay>[]> {
  return batchesOf<HeldDay>(tx, HELD_COLUMNS, { upTo, traders: [...ids].sort((a, b) => a - b) })
}

/** Ledgers without income, in batches of whole traders, none of them empty. */
async function* batchesOf<Row extends HeldDay>(
  tx: Sql,
  columns: string,
  { upTo, traders }: { upTo: Day; traders?: readonly number[] },
): AsyncGenerator<LedgerOf<Row>[]> {
  let ledgers: LedgerOf<Row>[] = []
  let rows = 0
  for await (const page of scanPositionDays<Row>(tx, columns, { upTo, ...(traders && { traders }) })) {
    for (const row of page) {
      const isNext = ledgers.at(-1)?.trader !== row.trader
      if (isNext && (rows >= BATCH || (traders && ledgers.length >= TRADERS_AT_ONCE))) {
        yield ledgers
        ledgers = []
        rows = 0
      }
      addDay(ledgers, row)
      rows++
    }
  }
  if (ledgers.length > 0) yield ledgers
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
  upTo: Day,
  version: number | null = null,
): Promise<LedgerBatch> {
  const { condition, values } = isAmong(tx, traders)
  const rows = await readAt<{ trader_id: number; day: Day; amount: number }>(tx, INCOME_DAYS, {
    columns: ['amount'],
    where: `${condition} AND day <= ?`,
    values: [...values, upTo],
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
