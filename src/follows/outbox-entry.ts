import type { AccountTier } from '../accounts/account-store.ts'
import { type OutboxEntry, WAITING } from '../delivery/outbox.ts'
import type { Seconds } from '../ledger/quantities.ts'
import { publicFrom } from '../store/snapshot/kept-heads.ts'
import type { AnyKind, FollowMessage, TellOptions } from './follow.ts'
import { keyOf } from './notices.ts'
import { type QuietHours, quietUntil } from './quiet-hours.ts'

/** Milliseconds that a notice waits for others of its topic, so that they can become one message. */
export const GATHER_MS = 500

/** A message to a channel of a follower. */
export interface Told {
  channelId: string
  tier: AccountTier
  quietHours: QuietHours | null
  message: FollowMessage
}

/** Returns the outbox row that sends a message to a channel. */
export function entryOf(
  kind: Pick<AnyKind, 'group' | 'isOfSnapshot'>,
  topic: string,
  { channelId, tier, quietHours, message }: Told,
  options: Required<TellOptions>,
): OutboxEntry {
  const delay = 60 * options.delayMinutes
  const isOfSnapshot = kind.isOfSnapshot?.(message) ?? false
  const publicTime = isOfSnapshot ? publicFrom(message.time, delay) : message.time + delay
  return {
    channelId,
    group: kind.group(keyOf(topic)),
    alert: message,
    ...readyAt(tier, quietHours, publicTime, options),
  }
}

/**
 * Returns the time at which a channel is notified: free accounts after the delay of public alerts, and all
 * accounts outside their quiet hours.
 */
function readyAt(
  tier: AccountTier,
  quietHours: QuietHours | null,
  publicTime: Seconds,
  { now, nowMs }: Required<TellOptions>,
): Pick<OutboxEntry, 'readyMs' | 'waiting'> {
  const delay = tier === 'PRO' ? 0 : Math.max(0, publicTime - now + 1)
  const at = nowMs + Math.max(GATHER_MS, delay * 1_000)
  const end = quietHours && quietUntil(quietHours, at)
  return end === null ? { readyMs: at, waiting: WAITING.fresh } : { readyMs: end, waiting: WAITING.digest }
}
