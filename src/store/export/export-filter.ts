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
  traders?: readonly Address[]
  /** Conditions' ids, or markets' slugs. */
  markets?: readonly string[]
  /** The source's ids of events, or their slugs. */
  events?: readonly string[]
  /** Trades of at least this size, and of at most that. */
  minUsd?: MicroUsd
  maxUsd?: MicroUsd
  side?: 'BUY' | 'SELL'
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
  { traders, markets, events, maxUsd, side, ...plain }: ExportQuestion,
): Promise<ExportFilter> {
  const ofMarkets = markets && (await idsOf(markets, (market) => marketTokens(db, market)))
  const ofEvents = events && (await idsOf(events, (event) => eventTokens(db, event)))
  const inEvents = new Set(ofEvents)
  const tokens = ofMarkets && ofEvents ? ofMarkets.filter((id) => inEvents.has(id)) : (ofMarkets ?? ofEvents)
  return {
    ...plain,
    ...(maxUsd !== undefined && { usdBefore: maxUsd + 1 }),
    ...(side !== undefined && { side: side === 'BUY' ? 0 : 1 }),
    ...(traders !== undefined && { traders: await idsOf(traders, (address) => traderIds(db, address)) }),
    ...(tokens !== undefined && { tokens }),
  }
}

/** The ids of names, ascending, as readers of days take them. */
async function idsOf<Name>(
  names: readonly Name[],
  find: (name: Name) => Promise<number[]>,
): Promise<number[]> {
  const ids = new Set<number>()
  for (const name of names) for (const id of await find(name)) ids.add(id)
  return [...ids].sort((a, b) => a - b)
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
