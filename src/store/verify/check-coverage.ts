import type { Seconds } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { createConditions } from '../ingest/conditions.ts'
import { infrastructureIds } from '../ledger/chain-knowledge.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { INCOME_DAYS, TRADERS } from '../tables.ts'

/** Traders that are named; the others are counted. */
const SHOWN = 20

/** How completely the ledger holds a trader's history. */
export interface TraderCoverage {
  address: string
  /**
   * PARTIAL: shares moved whose arrival is not in the ledger. GAP: an event of the trader moved something that the ledger
   * cannot name, because the tokens of its condition or the questions of its neg-risk market are unknown.
   */
  status: 'PARTIAL' | 'GAP'
}

export interface CoverageReport {
  ok: number
  partial: number
  gap: number
  /** The first that are not OK, GAP before PARTIAL, by address. */
  traders: TraderCoverage[]
}

/**
 * Gives every trader with an event a status.
 * @param partial ids of traders with untracked shares
 */
export async function checkCoverage(db: Database, partial: ReadonlySet<number>): Promise<CoverageReport> {
  const gaps = await gapTraders(db, Number.MAX_SAFE_INTEGER)
  const partialOnly = [...partial].filter((id) => !gaps.has(id))
  const seen = await tradersSeen(db)
  for (const id of gaps) seen.add(id)
  return {
    ok: seen.size - gaps.size - partialOnly.length,
    partial: partialOnly.length,
    gap: gaps.size,
    traders: [...(await named(db, [...gaps], 'GAP')), ...(await named(db, partialOnly, 'PARTIAL'))].slice(
      0,
      SHOWN,
    ),
  }
}

const EARNERS = statement((from) => from(INCOME_DAYS).distinct('trader_id as id'))
const FIRST_ADDRESSES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(TRADERS).select('address').whereAnyOf('id', 'int', ids).orderBy('address').limit(SHOWN),
)

/** Every trader with a number: a day of a position, or income. */
async function tradersSeen(db: Database): Promise<Set<number>> {
  const seen = new Set<number>()
  for await (const { count, columns } of ledgerOf(db).days({ columns: [] }))
    for (const trader of columns.trader_id.subarray(0, count)) seen.add(trader)
  for (const { id } of await EARNERS.all(db)) seen.add(id)
  for (const id of await infrastructureIds(db)) seen.delete(id)
  return seen
}

async function named(
  db: Database,
  ids: readonly number[],
  status: TraderCoverage['status'],
): Promise<TraderCoverage[]> {
  const rows = await FIRST_ADDRESSES.all(db, { ids })
  return rows.map(({ address }) => ({ address, status }))
}

/** Neg-risk markets that lack a question or a question's tokens: only conversions before it can be folded. */
const INCOMPLETE_MARKETS =
  'SELECT n.id FROM neg_risk_markets n LEFT JOIN (' +
  'SELECT c.id, c.neg_risk_id, c.neg_risk_index, COUNT(t.id) AS tokens FROM conditions c ' +
  'LEFT JOIN tokens t ON t.condition_id = c.id AND t.outcome IS NOT NULL ' +
  'WHERE c.neg_risk_id IS NOT NULL GROUP BY c.id, c.neg_risk_id, c.neg_risk_index) q ON q.neg_risk_id = n.id ' +
  'GROUP BY n.id, n.questions HAVING COUNT(DISTINCT CASE WHEN q.tokens = 2 AND ' +
  'q.neg_risk_index < COALESCE(n.questions, q.neg_risk_index + 1) THEN q.neg_risk_index END) < ' +
  'COALESCE(n.questions, MAX(q.neg_risk_index) + 1, 1)'

/**
 * Traders with an event, up to a time, that moved something which the ledger cannot name: the tokens of its condition,
 * or the questions of its neg-risk market, are unknown. It goes from the few conditions and markets that are not known
 * to their movements.
 */
export async function gapTraders(sql: Sql, until: Seconds): Promise<Set<number>> {
  const before = Math.min(until, Number.MAX_SAFE_INTEGER - 1) + 1
  const conditions = await idsOf(
    sql,
    'SELECT c.id FROM conditions c WHERE NOT EXISTS ' +
      '(SELECT 1 FROM tokens t WHERE t.condition_id = c.id AND t.outcome IS NOT NULL)',
  )
  const owners = await ledgerOf(sql).events<{ owner: number }>(
    'MOVEMENTS',
    { conditions, kinds: ['SPLIT', 'MERGE', 'REDEEM'], before },
    { select: 'DISTINCT owner_id AS owner' },
  )
  // The conversion that had the most questions: one without a block (a key below 0), or the last.
  const converted = await ledgerOf(sql).events<{ owner: number; market: number; key: number }>(
    'MOVEMENTS',
    { negRisk: await idsOf(sql, INCOMPLETE_MARKETS), kinds: ['CONVERT'], before },
    {
      select:
        'owner_id AS owner, neg_risk_id AS market, CASE WHEN MIN(key) < 0 THEN MIN(key) ELSE MAX(key) END AS key',
      end: 'GROUP BY owner_id, neg_risk_id',
    },
  )
  const known = createConditions()
  await known.loadNegRisk(
    sql,
    converted.map(({ market }) => market),
  )
  const unfolded = converted.filter(({ market, key }) => known.questionsAt(market, key) === null)
  const infrastructure = await infrastructureIds(sql)
  return new Set(
    [...owners, ...unfolded].map(({ owner }) => owner).filter((owner) => !infrastructure.has(owner)),
  )
}

async function idsOf(sql: Sql, text: string): Promise<number[]> {
  return (await sql.all<{ id: number }>(text)).map(({ id }) => id)
}
