import type { Day } from '../ledger/quantities.ts'
import type { Sql } from '../store/database.ts'
import type { HeldDay, IncomeDay, LedgerOf, PositionDay, TraderLedger } from './trader-ledger.ts'
import { isAmong, type TraderSet } from './versioned-rows.ts'

const PAGE = 4_000
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
 * Every trader's ledger up to the day's close, by ascending id, in batches that hold a page of rows each and the
 * whole of the trader that the page ends in. The last batch reaches to the last id there can be.
 */
export async function* readTraderLedgers(tx: Sql, upTo: Day): AsyncGenerator<LedgerBatch> {
  let at: Pick<PositionDay, 'trader' | 'token' | 'day'> = { trader: 0, token: 0, day: -1 }
  let after = 0
  let ledgers: TraderLedger[] = []
  for (;;) {
    const rows = await tx.all<PositionDay>(
      `SELECT ${POSITION_COLUMNS} FROM position_days WHERE (trader_id, token_id, day) > (?, ?, ?) AND day <= ? ` +
        'ORDER BY trader_id, token_id, day LIMIT ?',
      [at.trader, at.token, at.day, upTo, PAGE],
    )
    for (const row of rows) addDay(ledgers, row)
    const isLast = rows.length < PAGE
    // The page may end within a trader: that one waits for the next page.
    const open = isLast ? undefined : ledgers.pop()
    const last = isLast ? Number.MAX_SAFE_INTEGER : (ledgers.at(-1)?.trader ?? after)
    if (last > after) yield withIncome(tx, { traders: { after, last }, ledgers }, upTo)
    if (isLast) return
    at = rows.at(-1) ?? at
    after = last
    ledgers = open ? [open] : []
  }
}

/** The ledgers up to the day's close of these traders alone, in batches of a few: each is read whole. */
export async function* readLedgersOf(
  tx: Sql,
  ids: readonly number[],
  upTo: Day,
): AsyncGenerator<LedgerBatch> {
  for (let from = 0; from < ids.length; from += TRADERS_AT_ONCE) {
    const traders = { ids: ids.slice(from, from + TRADERS_AT_ONCE) }
    yield withIncome(
      tx,
      { traders, ledgers: await readDaysOf(tx, POSITION_COLUMNS, traders.ids, upTo) },
      upTo,
    )
  }
}

/** The same of what weeks are told by, without income. */
export async function* readHeldDaysOf(
  tx: Sql,
  ids: readonly number[],
  upTo: Day,
): AsyncGenerator<LedgerOf<HeldDay>[]> {
  for (let from = 0; from < ids.length; from += TRADERS_AT_ONCE)
    yield readDaysOf<HeldDay>(tx, HELD_COLUMNS, ids.slice(from, from + TRADERS_AT_ONCE), upTo)
}

async function readDaysOf<Row extends HeldDay>(
  tx: Sql,
  columns: string,
  ids: readonly number[],
  upTo: Day,
): Promise<LedgerOf<Row>[]> {
  const rows = await tx.all<Row>(
    `SELECT ${columns} FROM position_days WHERE ${tx.isIn('trader_id', 'int')} AND day <= ? ` +
      'ORDER BY trader_id, token_id, day',
    [tx.list(ids), upTo],
  )
  const ledgers: LedgerOf<Row>[] = []
  for (const row of rows) addDay(ledgers, row)
  return ledgers
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
async function withIncome(tx: Sql, { traders, ledgers }: LedgerBatch, upTo: Day): Promise<LedgerBatch> {
  const { condition, values } = isAmong(tx, traders)
  const rows = await tx.all<IncomeDay>(
    'SELECT trader_id AS trader, day, amount FROM income_days ' +
      `WHERE ${condition} AND day <= ? ORDER BY trader_id, day`,
    [...values, upTo],
  )
  if (rows.length === 0) return { traders, ledgers }
  const byTrader = new Map(ledgers.map((ledger) => [ledger.trader, ledger]))
  for (const row of rows) {
    const ledger = byTrader.get(row.trader) ?? { trader: row.trader, positions: [], income: [] }
    ledger.income.push(row)
    byTrader.set(row.trader, ledger)
  }
  return { traders, ledgers: [...byTrader.values()].sort((a, b) => a.trader - b.trader) }
}
