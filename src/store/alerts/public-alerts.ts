import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import { STANDS } from './alert-chain.ts'
import { PUBLIC_ALERTS } from './alert-tables.ts'
import { largeFrom } from './large-fills.ts'

/** An alert of which it is not decided yet what everybody may know. */
export interface UndecidedAlert {
  seq: number
  trader: number
  token: number
  side: number
  usd: MicroUsd
  shares: number
  time: Seconds
  category: string | null
}

/** What everybody may know of an alert. */
export interface PublicDecision {
  seq: number
  /** Its place among the levels of coarseness, or null where none hides it. */
  level: number | null
  category: string | null
  /** Wallets with a fill that looks like it at that level, and like each other public alert of its label. */
  fits: number
}

const TERMS = 'a.seq, a.trader_id AS trader, a.token_id AS token, a.side, a.usd, a.shares, a.time'

/** An alert that everybody may see, by what was decided. */
export interface PublishedAlert extends UndecidedAlert {
  /** Its place among the levels of coarseness. */
  level: number
}

/** Standing alerts behind a number, on fills up to a time, of which nothing is decided yet; `limit` at most. */
export async function undecidedAlerts(
  sql: Sql,
  after: number,
  upTo: Seconds,
  limit: number,
): Promise<UndecidedAlert[]> {
  return sql.all<UndecidedAlert>(
    `SELECT ${TERMS}, m.category FROM alerts a ` +
      'JOIN tokens k ON k.id = a.token_id LEFT JOIN markets m ON m.condition_id = k.condition_id ' +
      'WHERE NOT EXISTS (SELECT 1 FROM public_alerts p WHERE p.seq = a.seq) ' +
      `AND a.seq > ? AND a.time <= ? AND ${STANDS} ORDER BY a.seq LIMIT ?`,
    [after, upTo, limit],
  )
}

/** A trader's standing alerts on fills of a stretch of time that everybody may see. By index on a wallet's time. */
export async function publishedOf(
  sql: Sql,
  trader: number,
  from: Seconds,
  before: Seconds,
): Promise<PublishedAlert[]> {
  return sql.all<PublishedAlert>(
    `SELECT ${TERMS}, p.category, p.level FROM alerts a JOIN public_alerts p ON p.seq = a.seq ` +
      `WHERE a.trader_id = ? AND a.time >= ? AND a.time < ? AND p.level IS NOT NULL AND ${STANDS} ORDER BY a.seq`,
    [trader, from, before],
  )
}

/** Writes decisions; one that is there stays. */
export async function writeDecisions(tx: Sql, decisions: readonly PublicDecision[]): Promise<void> {
  const columns = {
    seq: decisions.map(({ seq }) => seq),
    level: decisions.map(({ level }) => level),
    category: decisions.map(({ category }) => category),
    fits: decisions.map(({ fits }) => fits),
  }
  await tx.insertNew(PUBLIC_ALERTS, columns, decisions.length)
}

/** Which fills are looked through: a side's, within a range of dollars and of time, of a token, a category or all. */
export interface FillSearch {
  side: number
  usd: MicroUsd
  usdBefore: MicroUsd
  time: Seconds
  timeBefore: Seconds
  /** A token's id, a category's name, or null for every fill. */
  of: { token: number } | { category: string } | null
}

/** A fill as it is compared with an alert. */
export interface FoundFill {
  owner: number
  usd: MicroUsd
  shares: number
  time: Seconds
}

/** Rows that are looked through, at most: fewer wallets may be found, so an alert is told more coarsely, never less. */
const FOUND = 5_000

/**
 * The fills that a search finds, {@link FOUND} at most. Relies on the index by (token, time) for a token, and on
 * `fills_large_by_time` for the rest.
 */
export async function findFills(sql: Sql, search: FillSearch): Promise<FoundFill[]> {
  const range = 'f.side = ? AND f.usd >= ? AND f.usd < ? AND f.time >= ? AND f.time < ?'
  const values = [search.side, search.usd, search.usdBefore, search.time, search.timeBefore]
  const select = 'SELECT f.owner_id AS owner, f.usd, f.shares, f.time FROM fills f'
  const { of } = search
  if (of !== null && 'token' in of)
    return sql.all<FoundFill>(`${select} WHERE ${range} AND f.token_id = ? LIMIT ${FOUND}`, [
      ...values,
      of.token,
    ])
  const large = largeFrom(search.usd)
  if (of === null) return sql.all<FoundFill>(`${select} WHERE ${large} ${range} LIMIT ${FOUND}`, values)
  return sql.all<FoundFill>(
    `${select} JOIN tokens k ON k.id = f.token_id JOIN markets m ON m.condition_id = k.condition_id ` +
      `WHERE ${large} ${range} AND m.category = ? LIMIT ${FOUND}`,
    [...values, of.category],
  )
}
