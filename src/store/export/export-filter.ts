import { CommandError } from '../../errors.ts'
import { type Address, DAY_SECONDS, type Day } from '../../ledger/quantities.ts'
import type { Database } from '../engine/database.ts'
import type { ExportFilter } from './exported-table.ts'

/** The requested rows: those that match every given field. */
export interface ExportQuestion {
  from?: Day
  to?: Day
  trader?: Address
  /** A condition's id, or a market's slug. */
  market?: string
}

/** The filter by the store's ids. Throws a CommandError where the ledger knows no such trader or market. */
export async function exportFilter(
  db: Database,
  { from, to, trader, market }: ExportQuestion,
): Promise<ExportFilter> {
  return {
    ...(from !== undefined && { since: from * DAY_SECONDS }),
    ...(to !== undefined && { before: (to + 1) * DAY_SECONDS }),
    ...(trader !== undefined && { traders: await traderIds(db, trader) }),
    ...(market !== undefined && { tokens: await tokenIds(db, market) }),
  }
}

async function traderIds(db: Database, address: Address): Promise<number[]> {
  const row = await db.get<{ id: number }>('SELECT id FROM traders WHERE address = ?', [address])
  if (row === undefined) throw new CommandError(`The ledger has no trader ${address}.`)
  return [row.id]
}

/** The tokens of a market, which has some as soon as there is an event of it. */
async function tokenIds(db: Database, market: string): Promise<number[]> {
  const rows = await db.all<{ id: number }>(
    'SELECT t.id FROM conditions c JOIN tokens t ON t.condition_id = c.id ' +
      'WHERE c.condition = ? OR c.id IN (SELECT condition_id FROM markets WHERE slug = ?)',
    [market.toLowerCase(), market],
  )
  if (rows.length === 0)
    throw new CommandError(
      `The ledger has no tokens of the market ${JSON.stringify(market)}: use its condition (0x…) or its slug.`,
    )
  return rows.map(({ id }) => id)
}
