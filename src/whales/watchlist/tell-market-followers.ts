import { DAY_SECONDS, dayOf, type Seconds } from '../../ledger/quantities.ts'
import { isOptedOut } from '../../store/accounts/opted-out.ts'
import { addToOutbox, type OutboxEntry } from '../../store/alerts/alert-outbox.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import {
  hasPendingFact,
  MARKET_CHANNEL_PAGE,
  marketChannels,
  nextPendingFact,
  notePendingFact,
} from '../../store/watchlist/market-notices.ts'
import { FOLLOW_LIMITS } from './follow.ts'
import type { MarketNotice } from './market-notice.ts'
import { readyAt, type TellOptions } from './tell-followers.ts'

/**
 * Puts what is the same for all followers of a market into their outbox, a bounded number of channels in a transaction: whoever
 * else writes waits for no more.
 * @returns how many channels will be told
 */
export async function tellMarketFollowers(db: Database, options: Required<TellOptions>): Promise<number> {
  let told = 0
  // Most looks find nothing, and should keep nobody from writing.
  while (await hasPendingFact(db)) {
    const some = await db.transaction((tx) => tellSome(tx, options))
    if (some === null) return told
    told += some
  }
  return told
}

/** Null where nobody is to be told of anything. */
async function tellSome(tx: Sql, options: Required<TellOptions>): Promise<number | null> {
  const pending = await nextPendingFact(tx)
  if (pending === undefined) return null
  const { notice } = pending
  if (notice.kind === 'HOLDS' && (await isOptedOut(tx, notice.trader.address))) {
    await notePendingFact(tx, pending, null)
    return 0
  }
  const channels = await marketChannels(tx, pending, FOLLOW_LIMITS.FREE.markets)
  // The last account of a full page may have channels on the next one; they are put in again, which changes nothing.
  const next = channels.length < MARKET_CHANNEL_PAGE ? null : (channels.at(-1)?.accountId ?? null)
  await notePendingFact(tx, pending, next)
  const entries = channels.map(({ channelId, tier, quietHours }): OutboxEntry => {
    const ready = readyAt(tier, quietHours, publicTime(notice), options)
    return { channelId, group: `market ${notice.condition}`, alert: notice, ...ready }
  })
  return entries.length === 0 ? 0 : addToOutbox(tx, entries)
}

/** Of when everybody may know it, the delay apart: who holds what is told to everybody as of the end of a day. */
function publicTime({ kind, time }: MarketNotice): Seconds {
  return kind === 'HOLDS' ? (dayOf(time) + 1) * DAY_SECONDS : time
}
