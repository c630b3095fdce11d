import {
  type FoundFill,
  findFills,
  type PublicDecision,
  type UndecidedAlert,
} from '../store/alerts/public-alerts.ts'
import type { Sql } from '../store/database.ts'
import { COARSE_LEVELS, type CoarseLevel, coarseRange, looksAlike } from './coarsen.ts'

/**
 * Wallets of whose fills a public alert must fit one, its own among them, so that it cannot be told whose it is. Five
 * fills of one wallet, as one order that is filled in parts leaves them, would hide nobody.
 */
export const MIN_WALLETS = 5

/** The finest level at which an alert fits fills of enough wallets; none where no level does. */
export async function decideLevel(sql: Sql, alert: UndecidedAlert): Promise<PublicDecision> {
  const { seq, category } = alert
  const read = new Map<CoarseLevel['market'], Promise<FoundFill[]>>()
  let fits = 0
  for (const [place, level] of COARSE_LEVELS.entries()) {
    if (level.market === 'CATEGORY' && category === null) continue
    const found = read.get(level.market) ?? candidates(sql, alert, level.market)
    read.set(level.market, found)
    const alike = (await found).filter((fill) => looksAlike(fill, alert, level))
    fits = new Set(alike.map(({ owner }) => owner)).size
    if (fits >= MIN_WALLETS) return { seq, level: place, category, fits }
  }
  return { seq, level: null, category, fits }
}

/** Every fill that can look like the alert at any level that tells as much of the market: one read serves them all. */
function candidates(sql: Sql, alert: UndecidedAlert, market: CoarseLevel['market']): Promise<FoundFill[]> {
  const { side, token, category } = alert
  const timeUnit = market === 'MARKET' ? 'DAY' : 'WEEK'
  const range = coarseRange(alert, { digits: 1, timeUnit, market, cents: null })
  if (market === 'MARKET') return findFills(sql, { side, ...range, of: { token } })
  const of = market === 'CATEGORY' && category !== null ? { category } : null
  return findFills(sql, { side, ...range, of })
}
