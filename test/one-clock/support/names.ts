import type { MarketInfo } from '../../../src/ledger/event.ts'
import type { Address, ConditionId, Hash, Seconds, TokenId } from '../../../src/ledger/quantities.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { blockOf } from '../../../src/store/ledger/place.ts'
import { readAlertIds } from '../../../src/whales/alerts/alert-reader.ts'

/** A market that the common snapshot holds. */
export interface NamedMarket {
  condition: ConditionId
  slug: string | null
  tokens: TokenId[]
  isOpen: boolean
}

/** The names that a caller can use. */
export interface Names {
  cutoff: Seconds
  firstTime: Seconds
  /** Addresses with trades, those with the newest first; further events concern the first ones. */
  traders: Address[]
  usernames: string[]
  /** The open ones first, of those the ones with the newest trades. */
  markets: NamedMarket[]
  /** An open market that a cohort's highlight names, or null. */
  highlighted: NamedMarket | null
  events: { id: string; slug: string | null }[]
  /** Ids of trades. */
  trades: string[]
  /** Ids of alerts, oldest first. */
  alerts: string[]
}

/** A trader and a market that come after the common snapshot. */
export const NEWCOMER = `0x${'abc'.padStart(40, '0')}` as Address
export const NEWCOMER_NAME = 'latecomer'
export const NEW_MARKET = {
  condition: `0x${'def'.padStart(64, '0')}` as ConditionId,
  tokens: ['77001', '77002'] as TokenId[],
  slug: 'will-the-latecomer-win',
  question: 'Will the latecomer win?',
}

/** A market that comes after the common snapshot with its event. */
export const LATE_EVENT_MARKET = {
  condition: `0x${'fed'.padStart(64, '0')}` as ConditionId,
  tokens: ['77003', '77004'] as TokenId[],
  slug: 'will-the-late-event-be',
  question: 'Will the late event be?',
}
/** A market that the common snapshot has, without a trade. */
export const UNTRADED_MARKET = {
  condition: `0x${'fad'.padStart(64, '0')}` as ConditionId,
  tokens: ['77005', '77006'] as TokenId[],
  slug: 'will-anybody-trade-this',
  question: 'Will anybody trade this?',
}

/** The metadata of a market of two outcomes. */
export function marketLine(
  { condition, tokens, slug, question }: typeof NEW_MARKET,
  of: { event: NonNullable<MarketInfo['event']> | null; createdAt: Seconds },
): MarketInfo {
  const rest = { category: 'sports' as const, tags: [], negRisk: null }
  const outcomes = ['Yes', 'No', 'Neither'].slice(0, tokens.length)
  return { kind: 'MARKET', condition, tokens, outcomes, question, slug, ...rest, ...of }
}

/** Reads the names of a store that holds its common snapshot alone. */
export async function readNames(db: Database): Promise<Names> {
  const traders = await db.all<{ address: Address; username: string | null }>(
    'SELECT t.address, t.username FROM traders t JOIN fills f ON f.owner_id = t.id GROUP BY t.id, t.address, t.username ORDER BY MAX(f.time) DESC, t.id',
  )
  const rows = await db.all<{
    condition: ConditionId
    slug: string | null
    token: TokenId
    resolved: Hash | null
  }>(
    `SELECT c.condition, m.slug, t.token, c.payouts AS resolved FROM tokens t JOIN conditions c ON c.id = t.condition_id
     JOIN markets m ON m.condition_id = c.id LEFT JOIN fills f ON f.token_id = t.id
     GROUP BY c.id, c.condition, m.slug, t.token, t.outcome, c.payouts
     ORDER BY CASE WHEN c.payouts IS NULL THEN 0 ELSE 1 END, COALESCE(MAX(f.time), 0) DESC, c.id, t.outcome`,
  )
  const markets = [...Map.groupBy(rows, ({ condition }) => condition)].map(([condition, of]) => ({
    condition,
    slug: of[0]?.slug ?? null,
    tokens: of.map(({ token }) => token),
    isOpen: of[0]?.resolved === null,
  }))
  const highlights = await db.all<{ condition: ConditionId }>(
    `SELECT c.condition FROM smart_signals s JOIN conditions c ON c.id = s.condition_id WHERE s.kind = 'HIGHLIGHT' ORDER BY s.seq DESC`,
  )
  const isHighlighted = new Set(highlights.map(({ condition }) => condition))
  const events = await db.all<{ id: string; slug: string | null }>(
    'SELECT source_id AS id, slug FROM market_events ORDER BY id DESC',
  )
  const fills = await db.all<{ key: number }>('SELECT key FROM fills ORDER BY key DESC LIMIT 3')
  const ids = await readAlertIds(db)
  const alerts = await db.all<{ seq: number }>('SELECT seq FROM alerts WHERE kind = 0 ORDER BY seq')
  const [first] = await db.all<{ time: Seconds }>('SELECT MIN(time) AS time FROM fills')
  return {
    cutoff: 0,
    firstTime: first?.time ?? 0,
    traders: traders.map(({ address }) => address),
    usernames: traders.flatMap(({ username }) => username ?? []),
    markets,
    highlighted: markets.find(({ condition, isOpen }) => isOpen && isHighlighted.has(condition)) ?? null,
    events,
    trades: fills.map(({ key }) => blockOf(key)).map(({ block, logIndex }) => `${block}-${logIndex}`),
    alerts: alerts.map(({ seq }) => ids.of(seq)),
  }
}
