import type { Address, ConditionId, Seconds, TokenId } from '../../ledger/quantities.ts'
import { MAX_ROWS } from '../../metrics/leaderboards.ts'
import { hiddenTraders } from '../accounts/opted-out.ts'
import type { Sql } from '../engine/database.ts'
import { SUBJECT_KINDS, type SubjectKind } from '../ledger/metadata-requests.ts'
import { boardOf } from './board-of.ts'
import { eachBoard } from './each-board.ts'
import { readCurrent } from './read-boards.ts'

/** A name of a dictionary about which something is not known yet. */
export interface Subject<Name> {
  id: number
  name: Name
}

/** How much is looked for. */
export interface MissingOptions {
  /** Subjects at most, 1 or more. */
  limit: number
  /** Subjects that were asked about in vain, and whose pause is not over by then, are left out. */
  now: Seconds
}

/**
 * Conditions of which the ledger knows no outcomes' names, those never asked about first, newest first. Rows of the Data
 * API name a market without its outcomes, tags and event: those are still to be asked about.
 */
export function conditionsWithoutMarket(sql: Sql, options: MissingOptions): Promise<Subject<ConditionId>[]> {
  const from = 'conditions s LEFT JOIN markets m ON m.condition_id = s.id'
  return missing(sql, 'conditions', 's.condition', from, 'm.outcomes IS NULL', options)
}

/** Tokens that were traded and of which no condition is known; order as {@link conditionsWithoutMarket}. */
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
  const newest = await readCurrent(sql)
  if (newest === null) return ranks
  const hidden = await hiddenTraders(sql)
  for await (const { board, columns } of eachBoard(sql, newest)) {
    const traders = columns ? boardOf(board.tab, columns, null, {}, hidden).traders : []
    for (const [rank, id] of traders.entries()) if (rank < (ranks.get(id) ?? MAX_ROWS)) ranks.set(id, rank)
  }
  return ranks
}
