import { DAY_SECONDS, dayOf, type Seconds } from '../../ledger/quantities.ts'
import { isOptedOut } from '../../store/accounts/opted-out.ts'
import { addToOutbox, type OutboxEntry } from '../../store/alerts/alert-outbox.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { nextAccountOf } from '../../store/watchlist/follower-channels.ts'
import {
  hasPendingFact,
  marketFollowers,
  nextPendingFact,
  notePendingFact,
} from '../../store/watchlist/market-notices.ts'
import { FOLLOW_LIMITS } from './follow.ts'
import type { MarketNotice } from './market-notice.ts'
import { readyAt, type TellOptions, tellPages } from './tell-followers.ts'

/**
 * Puts what is the same for all followers of a market into their outbox, a bounded number of channels in a transaction: whoever
 * else writes waits for no more.
 * @returns how many channels will be told
 */
export async function tellMarketFollowers(db: Database, options: Required<TellOptions>): Promise<number> {
  // Most looks find nothing, and should keep nobody from writing.
  if (!(await hasPendingFact(db))) return 0
  return tellPages(db, (tx) => tellSome(tx, options))
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
  const followers = await marketFollowers(tx, pending, FOLLOW_LIMITS.FREE.markets)
  await notePendingFact(tx, pending, nextAccountOf(followers))
  const entries = followers.map(({ channelId, tier, quietHours }): OutboxEntry => {
    const ready = readyAt(tier, quietHours, publicTime(notice), options)
    return { channelId, group: `market ${notice.condition}`, alert: notice, ...ready }
  })
  return addToOutbox(tx, entries)
}

/** Of when everybody may know it, the delay apart: who holds what is told to everybody as of the end of a day. */
function publicTime({ kind, time }: MarketNotice): Seconds {
  return kind === 'HOLDS' ? (dayOf(time) + 1) * DAY_SECONDS : time
}
