import { setTimeout as sleep } from 'node:timers/promises'
import { pauseAfter } from '../net/failures.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import type { StoredChannel } from './channels.ts'
import { readMessage } from './message.ts'
import {
  type ClaimedMessage,
  confirmChannel,
  giveUp,
  NOTE_WELL,
  recordChannelFailure,
  recordFailed,
  recordSent,
} from './message-queue.ts'
import type { Failure, Outcome } from './senders/delivery.ts'

export interface RecordOptions {
  /** Milliseconds before a message's second attempt; doubled for each after it. @default 5000 */
  baseMs: number
  /** The longest pause between two attempts, in milliseconds. @default 3600000 (an hour) */
  maxMs: number
  /** A channel is paused after this number of consecutive failures. @default 20 (about half a day) */
  pauseAt: number
  /** Draws from 0 to 1. @default Math.random */
  random(): number
  /** Records that a message arrived. @default immediately */
  recordSent?: RecordSent
  /** Called with each attempt's effect, once it is stored. @default ignored */
  onRecorded(effect: DeliveryEffect): void
}

/** The effects of an attempt: the message arrived, waits for another attempt, or is lost; the channel was paused. */
export type DeliveryEffect = 'SENT' | 'RETRIED' | 'GIVEN_UP' | 'PAUSED'

/** Milliseconds during which a message is retried. */
export const RETRY_FOR_MS = 86_400_000
/** Milliseconds during which an owner can confirm a channel. */
export const VERIFY_FOR_MS = 3_600_000
/** The longest pause of an unavailable service of ours. */
const LANE_MAX_MS = 60_000

const DEFAULTS: RecordOptions = {
  baseMs: 5_000,
  maxMs: 3_600_000,
  pauseAt: 20,
  random: Math.random,
  onRecorded: () => undefined,
}

export interface Attempted {
  channel: StoredChannel
  message: ClaimedMessage
  outcome: Outcome
  startedMs: number
  nowMs: number
}

/**
 * Records an attempt's outcome. The message is finished, or retried for a day after pauses that double up to an hour,
 * with random jitter; the channel waits likewise, and is paused after too many failures.
 * @returns the time until which the channel's lane must stay closed because its service is unavailable, or null
 */
export async function recordOutcome(
  db: Database,
  attempted: Attempted,
  options: Partial<RecordOptions> = {},
): Promise<number | null> {
  const settings = { ...DEFAULTS, ...options }
  const { outcome } = attempted
  if (outcome.kind === 'SENT') {
    await recordSuccess(db, attempted, settings.recordSent)
    settings.onRecorded('SENT')
    return null
  }
  const effects = await db.transaction((tx) => recordFailure(tx, attempted, outcome, settings))
  for (const effect of effects) settings.onRecorded(effect)
  if (outcome.kind !== 'OURS') return null
  return attempted.nowMs + pause(1, outcome, { ...settings, maxMs: LANE_MAX_MS })
}

async function recordSuccess(
  db: Database,
  { channel, message, nowMs }: Attempted,
  record: RecordSent = (one, ms) => recordSent(db, [one], ms),
): Promise<void> {
  await record(message, nowMs)
  if (channel.failures > 0) await NOTE_WELL.run(db, { channelId: channel.id })
  if (message.kind !== 'VERIFY' || channel.kind !== 'WEBHOOK') return
  const verification = readMessage(message.body)
  if (verification.type !== 'channel.verification') return
  await confirmChannel(db, channel.id, verification.data.challenge, Math.floor(nowMs / 1_000))
}

async function recordFailure(
  tx: Sql,
  { channel, message, startedMs, nowMs }: Attempted,
  failure: Failure,
  settings: RecordOptions,
): Promise<DeliveryEffect[]> {
  const { kind, reason } = failure
  const dueMs = nowMs + pause(message.attempts + 1, failure, settings)
  const lifetime = message.kind === 'VERIFY' || message.kind === 'TEST' ? VERIFY_FOR_MS : RETRY_FOR_MS
  const isLost = kind === 'REFUSED' || dueMs >= message.createdMs + lifetime
  if (isLost) await giveUp(tx, message, reason, nowMs)
  else await recordFailed(tx, message, reason, dueMs)
  const effect: DeliveryEffect = isLost ? 'GIVEN_UP' : 'RETRIED'
  if (kind === 'OURS') return [effect]
  const resumeMs = nowMs + pause(channel.failures + 1, failure, settings)
  const pauseAt = kind === 'GONE' ? 1 : settings.pauseAt
  const isPaused = await recordChannelFailure(tx, {
    channelId: channel.id,
    reason,
    startedMs,
    resumeMs,
    pauseAt,
  })
  return isPaused ? [effect, 'PAUSED'] : [effect]
}

/** Milliseconds until the next attempt after a number of failures: at least the requested delay, up to an hour. */
function pause(failures: number, { retryAfterMs }: Failure, settings: RecordOptions): number {
  const policy = { attempts: Infinity, ...settings, maxRetryAfterMs: 3_600_000 }
  return Math.ceil(pauseAfter(failures, retryAfterMs, policy, settings.random()))
}

/** Records that a message arrived; resolves once that is stored. */
export type RecordSent = (message: ClaimedMessage, nowMs: number) => Promise<void>

/** Milliseconds for gathering arrivals; a crash within them sends those messages again under their ids. */
const GATHER_MS = 5

interface Waiting {
  message: ClaimedMessage
  nowMs: number
  done(): void
  fail(error: unknown): void
}

/** Records arrivals in batches: a statement for each would cost more than the sending. */
export function gatherSent(db: Database): RecordSent {
  let waiting: Waiting[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      await sleep(GATHER_MS)
      const batch = waiting
      waiting = []
      const messages = batch.map(({ message }) => message)
      await recordSent(db, messages, Math.max(...batch.map(({ nowMs }) => nowMs))).then(
        () => batch.forEach((one) => void one.done()),
        (error: unknown) => batch.forEach((one) => void one.fail(error)),
      )
    }
    isRunning = false
  }
  return (message, nowMs) =>
    new Promise((done, fail) => {
      waiting.push({ message, nowMs, done, fail })
      if (!isRunning) void run()
    })
}
