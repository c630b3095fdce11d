import type { Database } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { infrastructureIds } from '../ledger/infrastructure-ids.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { INCOME_DAYS, TRADERS } from '../tables.ts'
import { gapTraders } from './gap-traders.ts'

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
