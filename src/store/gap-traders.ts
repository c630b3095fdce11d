import type { Seconds } from '../ledger/quantities.ts'
import type { Sql } from './database.ts'
import { createConditions } from './ingest/conditions.ts'
import { MOVEMENT_CODES } from './movement-kinds.ts'

/** A neg-risk market of which a question, or one's tokens, are unknown: only conversions before it can be folded. */
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
 * to their movements, along the indexes of those.
 */
export async function gapTraders(sql: Sql, until: Seconds): Promise<Set<number>> {
  const { SPLIT, MERGE, REDEEM, CONVERT } = MOVEMENT_CODES
  const owners = await sql.all<{ owner_id: number }>(
    'SELECT DISTINCT m.owner_id FROM conditions c JOIN movements m ON m.condition_id = c.id ' +
      'JOIN traders o ON o.id = m.owner_id AND o.infrastructure = 0 ' +
      `WHERE m.kind IN (${SPLIT}, ${MERGE}, ${REDEEM}) AND m.time <= ? AND NOT EXISTS ` +
      '(SELECT 1 FROM tokens t WHERE t.condition_id = c.id AND t.outcome IS NOT NULL)',
    [until],
  )
  const converted = await sql.all<{ owner_id: number; market: number; first: number; last: number }>(
    'SELECT m.owner_id, n.id AS market, MIN(m.key) AS first, MAX(m.key) AS last ' +
      `FROM (${INCOMPLETE_MARKETS}) n JOIN movements m ON m.neg_risk_id = n.id ` +
      `JOIN traders o ON o.id = m.owner_id AND o.infrastructure = 0 WHERE m.kind = ${CONVERT} AND m.time <= ? ` +
      'GROUP BY m.owner_id, n.id',
    [until],
  )
  const conditions = createConditions()
  await conditions.loadNegRisk(
    sql,
    converted.map(({ market }) => market),
  )
  // The conversion that had the most questions: one without a block (a key below 0), or the last.
  const unfolded = converted.filter(
    ({ market, first, last }) => conditions.questionsAt(market, first < 0 ? first : last) === null,
  )
  return new Set([...owners, ...unfolded].map((row) => row.owner_id))
}
