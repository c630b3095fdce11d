import type { AccountTier } from '../accounts/account-store.ts'
import { addToOutbox, type OutboxEntry } from '../delivery/outbox.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { hiddenAmong } from '../store/opted-out.ts'
import { publicFrom } from '../store/snapshot/snapshot-tables.ts'
import type { AnyKind, Follower, FollowMessage, Notice, TellOptions } from './follow.ts'
import { workingChannels } from './followers.ts'
import { addNotices, keyOf } from './notices.ts'

/** Milliseconds that a notice waits for others of its topic, so that they can become one message. */
export const GATHER_MS = 500

/** A message to a channel of a follower. */
export interface Told {
  channelId: string
  tier: AccountTier
  message: FollowMessage
}

/** Returns the outbox row that sends a message to a channel. */
export function entryOf(
  kind: Pick<AnyKind, 'group' | 'market' | 'isOfSnapshot'>,
  topic: string,
  { channelId, tier, message }: Told,
  options: Required<TellOptions>,
): OutboxEntry {
  const delay = 60 * options.delayMinutes
  const isOfSnapshot = kind.isOfSnapshot?.(message) ?? false
  const publicTime = isOfSnapshot ? publicFrom(message.time, delay) : message.time + delay
  return {
    channelId,
    group: kind.group(keyOf(topic)),
    market: kind.market?.(message) ?? null,
    alert: message,
    readyMs: readyAt(tier, publicTime, options),
  }
}

/**
 * Returns the time at which a channel is notified: free accounts after the delay of public alerts.
 */
function readyAt(tier: AccountTier, publicTime: Seconds, { now, nowMs }: Required<TellOptions>): number {
  const delay = tier === 'PRO' ? 0 : Math.max(0, publicTime - now + 1)
  return nowMs + Math.max(GATHER_MS, delay * 1_000)
}

/** News for a follower who has just begun to follow its topic. */
export interface RecentNews {
  topic: string
  follower: Follower<object, unknown>
  notices: readonly Notice[]
}

/**
 * Queues news for one follower, in the transaction that writes its follow. Other followers get the same as always: a notice that is there
 * already is unchanged.
 */
export async function tellOne(
  tx: Sql,
  kind: AnyKind,
  { topic, follower, notices }: RecentNews,
  { nowMs = Date.now(), ...options }: TellOptions,
): Promise<void> {
  const about = notices.flatMap(({ news }) => kind.about?.(news) ?? [])
  const hidden = await hiddenAmong(tx, about)
  const [channel] = await workingChannels(tx, [follower.accountId])
  if (channel === undefined || hidden.size > 0) return
  await addNotices(tx, notices)
  const entries = notices.flatMap((notice): OutboxEntry[] => {
    const message = kind.wants(follower, notice)
    const told = message && { ...follower, channelId: channel.channelId, message }
    return told === null ? [] : [entryOf(kind, topic, told, { nowMs, ...options })]
  })
  await addToOutbox(tx, entries)
}
