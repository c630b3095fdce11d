import { DAY_SECONDS, dayOf, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { marksAt } from '../../store/markets/last-prices.ts'
import { CONDITIONS, MARKETS, TOKENS, WHOLE_TRADES } from '../../store/tables.ts'
import { pricesAround, type WholeTrade } from '../../store/trades/whole-trades.ts'
import { impactOf, ROUND_TRIP_SECONDS, signBit } from './sign.ts'

/*
 * Facts about a whole trade that only later events show. They are no signs: nothing is chosen, sent or followed by them, and they
 * have no track record, since their definitions look at what came.
 */

/** Facts that later events show, in the order in which they are listed. */
export const TRADE_HINDSIGHTS = ['BEFORE_A_MOVE', 'BEFORE_RESOLUTION', 'ROUND_TRIP_OPENED'] as const

export type TradeHindsight = (typeof TRADE_HINDSIGHTS)[number]

/** Each one's definition. */
export const HINDSIGHT_DEFINITIONS: Readonly<Record<TradeHindsight, string>> = {
  BEFORE_A_MOVE:
    "The outcome's mark 24 hours later was at least 10 cents further in the trade's direction than the price after the trade.",
  BEFORE_RESOLUTION:
    'At most 24 hours before a resolution that came at least 48 hours before the scheduled end.',
  ROUND_TRIP_OPENED: 'The trade that a later one with the sign ROUND_TRIP takes back.',
}

const MOVE: MicroPrice = 100_000
const SOON: Seconds = DAY_SECONDS
const EARLY: Seconds = 48 * 3_600

/**
 * The facts of whole trades that the events up to a time show, by the key of each. A fixed number of statements.
 * @param until the time of the last event that counts
 */
export async function hindsightsOf(
  sql: Sql,
  trades: readonly WholeTrade[],
  until: Seconds,
): Promise<Map<number, TradeHindsight[]>> {
  if (trades.length === 0) return new Map()
  const tokens = [...new Set(trades.map(({ tokenId }) => tokenId))]
  const known = new Map((await ENDS.all(sql, { tokens })).map((row) => [row.id, row]))
  const after = await pricesAround(sql, trades)
  const marks = await marksAt(
    sql,
    trades.map(({ tokenId, time }) => ({ token: tokenId, time: time + SOON })),
  )
  const opened = await openedRoundTrips(sql, trades, until)
  return new Map(
    trades.map(({ key, time, side, tokenId }, i) => {
      const { resolvedTime = null, endsAt = null } = known.get(tokenId) ?? {}
      const moved = impactOf({
        side: side === 0 ? 'BUY' : 'SELL',
        before: after.get(key)?.after ?? null,
        after: marks[i] ?? null,
      })
      const isSoon = resolvedTime !== null && resolvedTime <= until && time <= resolvedTime
      const isEarly = endsAt !== null && endsAt - (resolvedTime ?? 0) >= EARLY
      const holds: Record<TradeHindsight, boolean> = {
        BEFORE_A_MOVE: time + SOON <= until && moved !== null && moved >= MOVE,
        BEFORE_RESOLUTION: isSoon && isEarly && (resolvedTime ?? 0) - time <= SOON,
        ROUND_TRIP_OPENED: opened.has(key),
      }
      return [key, TRADE_HINDSIGHTS.filter((one) => holds[one])]
    }),
  )
}

const ENDS = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(as(TOKENS, 't'))
    .join(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .select('t.id', 'c.resolved_time', 'm.ends_at')
    .whereAnyOf('t.id', 'int', tokens),
)
/** The first trade of a position and side from a time on with the sign ROUND_TRIP. Relies on whole_trades (trader_id, time, key). */
const CLOSER = statement(
  (from, given: { trader: number; token: number; side: number; since: Seconds; until: Seconds }) =>
    from(WHOLE_TRADES)
      .select('key', 'time', 'side')
      .where('trader_id', given.trader)
      .where('token_id', given.token)
      .where('side', given.side)
      .where('time', '>=', given.since)
      .where('time', '<=', given.until)
      .where(from.raw(`signs & ${signBit('ROUND_TRIP')} <> 0`))
      .orderBy('time')
      .orderBy('key')
      .limit(1),
)

/**
 * The keys of the trades that are the last opposite one before a trade with the sign ROUND_TRIP. The first such trade after one
 * decides: of a later one, the last opposite trade is no earlier.
 */
async function openedRoundTrips(
  sql: Sql,
  trades: readonly WholeTrade[],
  until: Seconds,
): Promise<ReadonlySet<number>> {
  const found = await CLOSER.each(
    sql,
    { trader: 'int', token: 'int', side: 'int', since: 'int', until: 'int' },
    {
      trader: trades.map(({ traderId }) => traderId),
      token: trades.map(({ tokenId }) => tokenId),
      side: trades.map(({ side }) => 1 - side),
      since: trades.map(({ time }) => time),
      until: trades.map(({ time }) => Math.min(time + ROUND_TRIP_SECONDS, until)),
    },
    trades.length,
  )
  const pairs = trades.flatMap((opener, i) => (found[i] === undefined ? [] : { opener, closer: found[i] }))
  if (pairs.length === 0) return new Set()
  const fills = await ledgerOf(sql).fills(['key', 'time', 'owner_id', 'token_id', 'side'], {
    owners: [...new Set(pairs.map(({ opener }) => opener.traderId))],
    tokens: [...new Set(pairs.map(({ opener }) => opener.tokenId))],
    days: [...new Set(pairs.flatMap(({ opener, closer }) => [dayOf(opener.time), dayOf(closer.time)]))],
  })
  const placed = fills.sort((a, b) => a.time - b.time || a.key - b.key)
  const hashes = await ledgerOf(sql).fillHashes(placed.map(({ key }) => key))
  const txOf = (key: number) => Buffer.from(hashes.get(key)?.tx ?? []).toString('latin1') || `${key}`
  const isOpened = ({ opener, closer }: (typeof pairs)[number]) => {
    const last = placed.findLast(
      (fill) =>
        fill.owner_id === opener.traderId &&
        fill.token_id === opener.tokenId &&
        fill.side === opener.side &&
        (fill.time < closer.time || (fill.time === closer.time && fill.key < closer.key)) &&
        txOf(fill.key) !== txOf(closer.key),
    )
    return last !== undefined && (last.key === opener.lastKey || txOf(last.key) === txOf(opener.key))
  }
  return new Set(pairs.filter(isOpened).map(({ opener }) => opener.key))
}
