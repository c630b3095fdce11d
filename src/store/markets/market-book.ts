import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import { optedOutTraders } from '../accounts/opted-out.ts'
import type { Sql } from '../engine/database.ts'
import { daysOfBothAges, listTable, readSealedDays } from '../ledger/sealed/sealed-days.ts'

/** What a trader holds of a token at a day's close, and what it has done with it up to then. */
export interface BookRow {
  trader: number
  token: number
  shares: MicroShares
  cost: MicroUsd
  realized: MicroUsd
  bought: MicroUsd
  volume: MicroUsd
  fees: MicroUsd
  fills: number
}

/** Everybody who ever had something of some tokens, as of a day's close. */
export interface Book {
  /** By token, those with the lower traders' numbers first; a position that holds nothing any more is there too. */
  byToken: ReadonlyMap<number, readonly BookRow[]>
  /** Those among them who are shown nowhere: what they hold counts in sums alone. */
  hidden: ReadonlySet<number>
}

/** Which positions are read. */
export interface BookAsked {
  tokens: readonly number[]
  /** The day at whose close. */
  upTo: Day
  /** Only positions of these. @default everybody's */
  traders?: readonly number[]
}

const SUMS = ['realized', 'bought', 'volume', 'fees', 'fills'] as const

interface DatedRow extends BookRow {
  /** The last day with an event. */
  day: Day
}

/**
 * The book of some tokens: rows of the store, found by the key of `positions` and each by its own key, and sealed days. What
 * is sealed of a position is earlier than its rows.
 */
export async function readBook(sql: Sql, { tokens, upTo, traders }: BookAsked): Promise<Book> {
  const hidden = new Set(await optedOutTraders(sql))
  if (tokens.length === 0 || traders?.length === 0) return { byToken: new Map(), hidden }
  const isAmong = traders === undefined ? 'TRUE' : sql.isIn('p.trader_id', 'int')
  const sums = SUMS.map((name) => `CAST(SUM(d.${name}) AS BIGINT) AS ${name}`).join(', ')
  const { rows, sealed } = await daysOfBothAges(sql, { traders, upTo }, () =>
    sql.all<DatedRow>(
      `WITH s AS (SELECT d.trader_id, d.token_id, MAX(d.day) AS day, ${sums} FROM positions p ` +
        'JOIN position_days d ON d.trader_id = p.trader_id AND d.token_id = p.token_id ' +
        `WHERE ${sql.isIn('p.token_id', 'int')} AND ${isAmong} AND d.day <= ? GROUP BY d.trader_id, d.token_id) ` +
        `SELECT s.trader_id AS trader, s.token_id AS token, s.day, e.shares, e.cost, ${SUMS.map((name) => `s.${name}`).join(', ')} ` +
        'FROM s JOIN position_days e ON e.trader_id = s.trader_id AND e.token_id = s.token_id AND e.day = s.day',
      [sql.list(tokens), ...(traders === undefined ? [] : [sql.list(traders)]), upTo],
    ),
  )
  const past = await readSealedDays<DatedRow>(
    sql,
    sealed,
    (from) =>
      'SELECT trader_id AS trader, token_id AS token, MAX(day) AS day, arg_max(shares, day) AS shares, arg_max(cost, day) AS cost, ' +
      `${SUMS.map((name) => `SUM(${name}) AS ${name}`).join(', ')} FROM ${from} ` +
      `WHERE token_id IN (FROM ${listTable({ id: tokens })}) ` +
      `${traders === undefined ? '' : `AND trader_id IN (${traders.join(', ')}) `}AND day <= ${upTo} GROUP BY ALL`,
  )
  const ordered = unite(rows, past).sort(byTrader)
  return { byToken: Map.groupBy(ordered, ({ token }) => token), hidden }
}

/** Puts rows in the order of their traders' numbers. */
export function byTrader(a: BookRow, b: BookRow): number {
  return a.trader - b.trader
}

/** Both parts of each position as one. */
function unite(rows: readonly DatedRow[], past: readonly DatedRow[]): BookRow[] {
  if (past.length === 0) return [...rows]
  const nameOf = ({ trader, token }: DatedRow) => `${trader} ${token}`
  const united = new Map(past.map((row) => [nameOf(row), row]))
  for (const row of rows) {
    const before = united.get(nameOf(row))
    united.set(nameOf(row), before === undefined ? row : later(row, before))
  }
  return [...united.values()]
}

function later(row: DatedRow, before: DatedRow): DatedRow {
  const sums = Object.fromEntries(SUMS.map((name) => [name, row[name] + before[name]]))
  return { ...row, ...sums }
}
