import type { Address, ConditionId, Seconds, TokenId } from '../../ledger/quantities.ts'
import { MAX_ROWS } from '../../metrics/leaderboards.ts'
import type { Sql } from '../engine/database.ts'
import { SUBJECT_KINDS, type SubjectKind } from '../ledger/metadata-requests.ts'
import { hiddenTraders } from '../opted-out.ts'
import { boardOf } from './board-of.ts'
import { eachBoard, readCurrent } from './read-boards.ts'

/** A name of a dictionary with missing metadata. */
export interface Subject<Name> {
  id: number
  name: Name
}

export interface MissingOptions {
  /** Maximum subjects, 1 or more. */
  limit: number
  /** Subjects with a failed request are skipped while their pause lasts at this time. */
  now: Seconds
}

/**
 * Conditions without known outcome names, never requested ones first, newest first. Rows of the Data API name a market
 * without its outcomes, tags and event, so it is still requested.
 */
export function conditionsWithoutMarket(sql: Sql, options: MissingOptions): Promise<Subject<ConditionId>[]> {
  const from = 'conditions s LEFT JOIN markets m ON m.condition_id = s.id'
  return missing(sql, 'conditions', 's.condition', from, 'm.outcomes IS NULL', options)
}

/** Traded tokens without a known condition; ordered like {@link conditionsWithoutMarket}. */
export function tokensWithoutCondition(sql: Sql, options: MissingOptions): Promise<Subject<TokenId>[]> {
  return missing(sql, 'tokens', 's.token', 'tokens s', 's.condition_id IS NULL', options)
}

async function missing<Name>(
  sql: Sql,
  kind: SubjectKind,
  name: string,
  from: string,
  where: string,
  { limit, now }: MissingOptions,
): Promise<Subject<Name>[]> {
  return sql.all<Subject<Name>>(
    `SELECT s.id, ${name} AS name FROM ${from} ` +
      'LEFT JOIN metadata_requests r ON r.kind = ? AND r.subject_id = s.id ' +
      `WHERE ${where} AND COALESCE(r.retry_at, 0) <= ? ORDER BY COALESCE(r.retry_at, 0), s.id DESC LIMIT ?`,
    [SUBJECT_KINDS[kind], now, limit],
  )
}

/** Traders without a name in the visible part of a board of the newest snapshot, best ranks first. */
export async function boardTradersWithoutName(
  sql: Sql,
  { limit, now }: MissingOptions,
): Promise<Subject<Address>[]> {
  const ranks = await bestRanks(sql)
  const rows = await sql.all<Subject<Address>>(
    'SELECT t.id, t.address AS name FROM traders t ' +
      'LEFT JOIN metadata_requests r ON r.kind = ? AND r.subject_id = t.id ' +
      `WHERE ${sql.isIn('t.id', 'int')} AND t.username IS NULL AND t.infrastructure = 0 ` +
      'AND COALESCE(r.retry_at, 0) <= ?',
    [SUBJECT_KINDS.traders, sql.list([...ranks.keys()]), now],
  )
  const rankOf = ({ id }: Subject<Address>) => ranks.get(id) ?? MAX_ROWS
  return rows.sort((a, b) => rankOf(a) - rankOf(b) || a.id - b.id).slice(0, limit)
}

/** Each trader of the newest snapshot's boards with the best of its ranks, from 0. */
async function bestRanks(sql: Sql): Promise<Map<number, number>> {
  const ranks = new Map<number, number>()
  const newest = await readCurrent(sql, null)
  if (newest === null) return ranks
  const hidden = await hiddenTraders(sql)
  for await (const { board, columns } of eachBoard(sql, newest)) {
    const traders = columns ? boardOf(board.tab, columns, null, null, hidden).traders : []
    for (const [rank, id] of traders.entries()) if (rank < (ranks.get(id) ?? MAX_ROWS)) ranks.set(id, rank)
  }
  return ranks
}
