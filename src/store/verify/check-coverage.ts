import type { Database } from '../database.ts'
import { gapTraders } from '../gap-traders.ts'

/** Traders that are named; the others are counted. */
const SHOWN = 20

/** How much of what a trader did the ledger holds. */
export interface TraderCoverage {
  address: string
  /**
   * PARTIAL: shares moved that it had not seen come. GAP: an event of the trader moved something that the ledger
   * cannot name, for the tokens of its condition or the questions of its neg-risk market are unknown.
   */
  status: 'PARTIAL' | 'GAP'
}

/** The coverage of all traders. */
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
  const all = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM traders t WHERE infrastructure = 0 AND (' +
      'EXISTS (SELECT 1 FROM position_days p WHERE p.trader_id = t.id) OR ' +
      'EXISTS (SELECT 1 FROM income_days i WHERE i.trader_id = t.id))',
  )
  const unseen = await withoutNumbers(db, [...gaps])
  return {
    ok: (all?.count ?? 0) + unseen - gaps.size - partialOnly.length,
    partial: partialOnly.length,
    gap: gaps.size,
    traders: [...(await named(db, [...gaps], 'GAP')), ...(await named(db, partialOnly, 'PARTIAL'))].slice(
      0,
      SHOWN,
    ),
  }
}

/** How many of these have nothing but what could not be folded. */
async function withoutNumbers(db: Database, ids: readonly number[]): Promise<number> {
  const row = await db.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM traders t WHERE ${db.isIn('t.id', 'int')} AND ` +
      'NOT EXISTS (SELECT 1 FROM position_days p WHERE p.trader_id = t.id) AND ' +
      'NOT EXISTS (SELECT 1 FROM income_days i WHERE i.trader_id = t.id)',
    [db.list(ids)],
  )
  return row?.count ?? 0
}

async function named(
  db: Database,
  ids: readonly number[],
  status: TraderCoverage['status'],
): Promise<TraderCoverage[]> {
  const rows = await db.all<{ address: string }>(
    `SELECT address FROM traders WHERE ${db.isIn('id', 'int')} ORDER BY address LIMIT ${SHOWN}`,
    [db.list(ids)],
  )
  return rows.map(({ address }) => ({ address, status }))
}
