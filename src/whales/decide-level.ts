import { DAY_SECONDS } from '../ledger/quantities.ts'
import {
  type FoundFill,
  findFills,
  type PublicDecision,
  publishedOf,
  type UndecidedAlert,
} from '../store/alerts/public-alerts.ts'
import type { Sql } from '../store/database.ts'
import { COARSE_LEVELS, type CoarseLevel, coarseRange, looksAlike } from './coarsen.ts'

/**
 * Wallets of whose fills a public alert must fit one, its own among them, so that it cannot be told whose it is. Five
 * fills of one wallet, as one order that is filled in parts leaves them, would hide nobody.
 */
export const MIN_WALLETS = 5

/**
 * The finest level at which an alert fits fills of enough wallets; none where no level does. The alerts of a trader's
 * day share a label, so whoever joins looks for a wallet that fits them all: enough must fit this one and each that is
 * public already.
 */
export async function decideLevel(sql: Sql, alert: UndecidedAlert): Promise<PublicDecision> {
  const { seq, category } = alert
  const bound = await walletsOfLabel(sql, alert)
  const read = new Map<CoarseLevel['market'], Promise<FoundFill[]>>()
  let fits = 0
  for (const [place, level] of COARSE_LEVELS.entries()) {
    if (level.market === 'CATEGORY' && category === null) continue
    const found = read.get(level.market) ?? candidates(sql, alert, level.market)
    read.set(level.market, found)
    fits = common(bound, walletsAt(level, alert, await found)).size
    if (fits >= MIN_WALLETS) return { seq, level: place, category, fits }
  }
  return { seq, level: null, category, fits }
}

/** The wallets that fit every alert of the same label that is public already; null where there is none. */
async function walletsOfLabel(sql: Sql, { trader, time }: UndecidedAlert): Promise<Set<number> | null> {
  const day = time - (time % DAY_SECONDS)
  let wallets: Set<number> | null = null
  for (const alert of await publishedOf(sql, trader, day, day + DAY_SECONDS)) {
    const level = COARSE_LEVELS[alert.level]
    if (level === undefined) continue
    wallets = common(wallets, walletsAt(level, alert, await candidates(sql, alert, level.market)))
  }
  return wallets
}

function walletsAt(level: CoarseLevel, alert: UndecidedAlert, found: readonly FoundFill[]): Set<number> {
  return new Set(found.filter((fill) => looksAlike(fill, alert, level)).map(({ owner }) => owner))
}

function common(bound: ReadonlySet<number> | null, wallets: Set<number>): Set<number> {
  return bound === null ? wallets : new Set([...wallets].filter((wallet) => bound.has(wallet)))
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
