import type { Seconds } from '../../ledger/quantities.ts'
import { addToOutbox, type OutboxEntry, WAITING } from '../../store/alerts/alert-outbox.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import {
  CHANNEL_PAGE,
  type FollowerChannel,
  followerChannels,
  nextPending,
  notePending,
  type PendingNotice,
} from '../../store/watchlist/wallet-notices.ts'
import { FOLLOW_LIMITS, type FollowRules } from './follow.ts'
import { type QuietHours, quietUntil } from './quiet-hours.ts'
import type { WalletNotice } from './wallet-notice.ts'

/** When followers are told. */
export interface TellOptions {
  /** The time by which events become public and old. */
  now: Seconds
  /** How late everybody hears what Pro callers hear at once. */
  delayMinutes: number
  /** Milliseconds since 1970, by which messages are sent and quiet hours pass. @default Date.now() */
  nowMs?: number
}

/** Milliseconds that a decision waits for others of its wallet, so that they can become one message. */
export const GATHER_MS = 500

/**
 * Puts decisions into the outbox of those who follow the wallets, a bounded number of channels in a transaction: whoever
 * else writes waits for no more.
 * @returns how many channels will be told
 */
export async function tellFollowers(db: Database, options: TellOptions): Promise<number> {
  let told = 0
  // One time for all: what was found together is ready together.
  const { nowMs = Date.now() } = options
  for (;;) {
    const some = await db.transaction((tx) => tellSome(tx, { ...options, nowMs }))
    if (some === null) return told
    told += some
  }
}

/** Null where nobody is to be told of anything. */
async function tellSome(tx: Sql, options: Required<TellOptions>): Promise<number | null> {
  const pending = await nextPending(tx)
  if (pending === undefined) return null
  const channels = await followerChannels(tx, pending, FOLLOW_LIMITS.FREE.wallets)
  // The last account of a full page may have channels on the next one; they are put in again, which changes nothing.
  await notePending(tx, pending, channels.length < CHANNEL_PAGE ? null : (channels.at(-1)?.accountId ?? null))
  const entries = channels
    .filter(({ rules }) => isWanted(rules, pending.notice))
    .map((channel) => entryOf(channel, pending, options))
  return entries.length === 0 ? 0 : addToOutbox(tx, entries)
}

/** Whether a follower's rules ask for a decision, its size apart. */
export function isWanted(rules: FollowRules, notice: WalletNotice): boolean {
  const { categories, minPrice, maxPrice, side, kinds } = rules
  const { price, category, kind } = notice
  const way = kind === 'OPENED' || kind === 'ADDED' ? 'BUY' : 'SELL'
  return (
    (side === null || side === way) &&
    (kinds.length === 0 || kinds.includes(kind)) &&
    (categories.length === 0 || categories.some((one) => one === category)) &&
    (minPrice === null || (price !== null && price >= minPrice)) &&
    (maxPrice === null || (price !== null && price <= maxPrice))
  )
}

function entryOf(
  { channelId, tier, rules }: FollowerChannel,
  { notice }: PendingNotice,
  options: Required<TellOptions>,
): OutboxEntry {
  const ready = readyAt(tier, rules.quietHours, notice.time, options)
  return { channelId, group: `follow ${notice.trader.address}`, alert: notice, ...ready }
}

/**
 * When a channel is told of news of a time: free accounts once the delay has passed, by the rule of public alerts, and
 * nobody in quiet hours.
 */
export function readyAt(
  tier: FollowerChannel['tier'],
  quietHours: QuietHours | null,
  time: Seconds,
  { now, delayMinutes, nowMs }: Required<TellOptions>,
): Pick<OutboxEntry, 'readyMs' | 'waiting'> {
  const delay = tier === 'PRO' ? 0 : Math.max(0, time + 60 * delayMinutes - now + 1)
  const at = nowMs + Math.max(GATHER_MS, delay * 1_000)
  const end = quietHours && quietUntil(quietHours, at)
  return end === null ? { readyMs: at, waiting: WAITING.fresh } : { readyMs: end, waiting: WAITING.digest }
}
