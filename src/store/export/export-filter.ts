import { PequodError } from '../../errors.ts'
import type { Address, Day, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { ExportFilter } from './exported-table.ts'

/** The requested rows: those that match every given field. */
export interface ExportQuestion {
  /** Trades at or after this second. */
  since?: Seconds
  /** Trades before this second. */
  before?: Seconds
  trader?: Address
  /** A condition's id, or a market's slug. */
  market?: string
  /** The source's id of an event, or its slug. */
  event?: string
  /** Trades of at least this size. */
  minUsd?: MicroUsd
  /** Positions at this day's close. @default now */
  asOf?: Day
  /** Positions of this status. @default every */
  status?: 'OPEN' | 'CLOSED'
}

/**
 * Returns the filter by the store's ids.
 * @throws PequodError NOT_FOUND for a trader, market or event that the ledger does not know
 */
export async function exportFilter(
  db: Sql,
  { trader, market, event, ...plain }: ExportQuestion,
): Promise<ExportFilter> {
  const ofMarket = market === undefined ? undefined : await marketTokens(db, market)
  const ofEvent = event === undefined ? undefined : await eventTokens(db, event)
  const inEvent = new Set(ofEvent)
  const tokens = ofMarket && ofEvent ? ofMarket.filter((id) => inEvent.has(id)) : (ofMarket ?? ofEvent)
  return {
    ...plain,
    ...(trader !== undefined && { traders: await traderIds(db, trader) }),
    ...(tokens !== undefined && { tokens }),
  }
}

async function traderIds(db: Sql, address: Address): Promise<number[]> {
  const row = await db.get<{ id: number }>('SELECT id FROM traders WHERE address = ?', [address])
  if (row === undefined) throw new PequodError('NOT_FOUND', `The ledger has no trader ${address}.`)
  return [row.id]
}

/** The tokens of a market, which has some as soon as there is an event of it. */
async function marketTokens(db: Sql, market: string): Promise<number[]> {
  const rows = await db.all<{ id: number }>(
    'SELECT t.id FROM conditions c JOIN tokens t ON t.condition_id = c.id ' +
      'WHERE c.condition = ? OR c.id IN (SELECT condition_id FROM markets WHERE slug = ?)',
    [market.toLowerCase(), market],
  )
  if (rows.length === 0)
    throw new PequodError(
      'NOT_FOUND',
      `The ledger has no tokens of the market ${JSON.stringify(market)}: use its condition (0x…) or its slug.`,
    )
  return rows.map(({ id }) => id)
}

async function eventTokens(db: Sql, event: string): Promise<number[]> {
  const rows = await db.all<{ id: number }>(
    'SELECT t.id FROM market_events e JOIN markets m ON m.event_id = e.id JOIN tokens t ON t.condition_id = m.condition_id ' +
      'WHERE e.source_id = ? OR e.slug = ?',
    [event, event],
  )
  if (rows.length === 0)
    throw new PequodError(
      'NOT_FOUND',
      `The ledger has no tokens of the event ${JSON.stringify(event)}: use its id or its slug.`,
    )
  return rows.map(({ id }) => id)
}
