import type { Seconds } from '../../ledger/quantities.ts'
import { addToOutbox, type OutboxEntry, WAITING } from '../../store/alerts/alert-outbox.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { type FollowerChannel, nextAccountOf } from '../../store/watchlist/follower-channels.ts'
import {
  hasPending,
  nextPending,
  notePending,
  type PendingNotice,
  type WalletFollower,
  walletFollowers,
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
  // Most looks find nothing, and should keep nobody from writing.
  if (!(await hasPending(db))) return 0
  // One time for all: what was found together is ready together.
  const { nowMs = Date.now() } = options
  return tellPages(db, (tx) => tellSome(tx, { ...options, nowMs }))
}

/**
 * Tells followers page by page, each in a transaction of its own.
 * @param tellPage answers how many channels it told; null where nobody is to be told of anything
 * @returns how many channels were told
 */
export async function tellPages(
  db: Database,
  tellPage: (tx: Sql) => Promise<number | null>,
): Promise<number> {
  let told = 0
  for (;;) {
    const some = await db.transaction(tellPage)
    if (some === null) return told
    told += some
  }
}

/** Null where nobody is to be told of anything. */
async function tellSome(tx: Sql, options: Required<TellOptions>): Promise<number | null> {
  const pending = await nextPending(tx)
  if (pending === undefined) return null
  const followers = await walletFollowers(tx, pending, FOLLOW_LIMITS.FREE.wallets)
  await notePending(tx, pending, nextAccountOf(followers))
  const entries = followers
    .filter(({ rules }) => isWanted(rules, pending.notice))
    .map((follower) => entryOf(follower, pending, options))
  return addToOutbox(tx, entries)
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
  { channelId, tier, rules }: WalletFollower,
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
