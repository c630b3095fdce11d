import type { Day, MicroShares } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Value } from '../engine/table-types.ts'
import { daysOfBothAges, listTable, readSealedDays } from './sealed/sealed-days.ts'

/** A position by its ids. */
export interface PositionId {
  trader: number
  token: number
}

/**
 * Some columns of each position's last day before its own day, or undefined. What is sealed of a position lies before its
 * rows: only a position without such a row is looked up in the files.
 */
export async function lastDaysBefore(
  sql: Sql,
  columns: readonly string[],
  positions: readonly (PositionId & { before: Day })[],
): Promise<(Value[] | undefined)[]> {
  if (positions.length === 0) return []
  const list = columns.join(', ')
  const keys = {
    trader_id: positions.map(({ trader }) => trader),
    token_id: positions.map(({ token }) => token),
    before: positions.map(({ before }) => before),
  }
  const latest = keys.before.reduce((last, day) => Math.max(last, day), 0)
  const { rows, sealed } = await daysOfBothAges(sql, { traders: keys.trader_id, upTo: latest - 1 }, () =>
    sql.findEach<Record<string, Value>>(
      { trader_id: 'int', token_id: 'int', before: 'int' },
      keys,
      positions.length,
      `SELECT ${list} FROM position_days WHERE trader_id = :trader_id AND token_id = :token_id ` +
        'AND day < :before ORDER BY day DESC LIMIT 1',
    ),
  )
  const found = rows.map((row) => row && columns.map((column) => row[column] ?? null))
  const missing = positions.flatMap((position, place) => (found[place] ? [] : [{ ...position, place }]))
  if (missing.length === 0 || sealed.segments.length === 0) return found
  const asked = listTable({
    place: missing.map(({ place }) => place),
    trader: missing.map(({ trader }) => trader),
    token: missing.map(({ token }) => token),
    before: missing.map(({ before }) => before),
  })
  const past = await readSealedDays<Record<string, Value> & { place: number }>(
    sql,
    sealed,
    (from) =>
      `SELECT a.place, ${list} FROM ${from} d JOIN ${asked} a ON d.trader_id = a.trader AND d.token_id = a.token AND d.day < a.before ` +
      // Written out, for only so are other columns read of their rows alone.
      `WHERE d.trader_id IN (${[...new Set(missing.map(({ trader }) => trader))].join(', ')}) ` +
      'QUALIFY row_number() OVER (PARTITION BY a.place ORDER BY d.day DESC) = 1',
  )
  for (const row of past) found[row.place] = columns.map((column) => row[column] ?? null)
  return found
}

/** What a trader holds of a token. */
export interface TokenHolding extends PositionId {
  shares: MicroShares
}

/** What traders hold at a day's close, of some tokens or of all, in no order; along the primary key, and the files' order. */
export async function holdingsOf(
  sql: Sql,
  traders: readonly number[],
  upTo: Day,
  tokens?: readonly number[],
): Promise<TokenHolding[]> {
  const ofTokens = tokens === undefined ? 'TRUE' : sql.isIn('p.token_id', 'int')
  // A position that holds nothing any more counts here: it hides what is sealed of it.
  const { rows, sealed } = await daysOfBothAges(sql, { traders, upTo }, () =>
    sql.all<TokenHolding>(
      'SELECT p.trader_id AS trader, p.token_id AS token, p.shares FROM position_days p ' +
        `WHERE ${sql.isIn('p.trader_id', 'int')} AND ${ofTokens} AND p.day <= ? AND NOT EXISTS (` +
        'SELECT 1 FROM position_days n WHERE n.trader_id = p.trader_id AND n.token_id = p.token_id ' +
        'AND n.day > p.day AND n.day <= ?)',
      [sql.list(traders), ...(tokens === undefined ? [] : [sql.list(tokens)]), upTo, upTo],
    ),
  )
  const among = (column: string, ids: readonly number[] | undefined) =>
    ids === undefined ? 'TRUE' : `${column} IN (FROM ${listTable({ id: ids })})`
  const past = await readSealedDays<TokenHolding>(
    sql,
    sealed,
    (from) =>
      `SELECT trader_id AS trader, token_id AS token, arg_max(shares, day) AS shares FROM ${from} ` +
      `WHERE ${among('trader_id', traders)} AND ${among('token_id', tokens)} AND day <= ${upTo} GROUP BY ALL`,
  )
  const isRow = new Set(rows.map(({ trader, token }) => `${trader} ${token}`))
  const all = [...rows, ...past.filter(({ trader, token }) => !isRow.has(`${trader} ${token}`))]
  return all.filter(({ shares }) => shares > 0)
}
