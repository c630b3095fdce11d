import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createSecretBox, type SecretBox } from '../accounts/secret-box.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import type { StoredChannel } from './channels.ts'
import {
  createDeliverySlots,
  type DeliverySlotLimits,
  type DeliverySlots,
  type Place,
} from './delivery-slots.ts'
import { formMessages } from './form-messages.ts'
import { interruptibleSleep } from './interruptible-sleep.ts'
import {
  type ClaimedMessage,
  channelsDue,
  claimMessages,
  claimOldest,
  forgetDone,
  GIVE_UP_OLDER,
} from './message-queue.ts'
import {
  gatherSent,
  RETRY_FOR_MS,
  type RecordOptions,
  type RecordSent,
  recordOutcome,
} from './record-outcome.ts'
import type { Delivery } from './senders/delivery.ts'
import { failed } from './senders/delivery.ts'
import type { Senders } from './senders/senders.ts'
import type { StandingReads } from './standings.ts'

export interface DelivererOptions {
  db: Database
  senders: Senders
  /** Decrypts targets and secrets. @default none: they are stored in the clear */
  box?: SecretBox
  /** @default 8 to a channel, 64 to a host or service, 256 in all */
  limits?: Partial<DeliverySlotLimits>
  /** Milliseconds between two polls of the outbox while nothing happens. @default 250 */
  pollMs?: number
  /** Milliseconds of a lease, longer than any attempt; another process then takes over. @default 60000 */
  leaseMs?: number
  /** Reads what notices say beside their events. @default they say nothing more */
  standings?: StandingReads
  retry?: Partial<RecordOptions>
  /** Called with failures of the store; the deliverer continues. @default ignored */
  onError?(error: unknown): void
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
}

export interface Deliverer {
  /**
   * Delivers until the signal aborts, then finishes the deliveries in progress, each within its timeout. Several
   * processes may run on one store. Never rejects.
   */
  start(signal: AbortSignal): Promise<void>
}

const LIMITS: DeliverySlotLimits = { channel: 8, lane: 64, total: 256 }
/** Minimum milliseconds between two rounds, so that each finds slots for many messages. */
const BETWEEN_MS = 10
const LONGEST_BETWEEN_MS = 100
/** Up to this number of channels, each gets messages for all of its free slots; above, one message a round. */
const FEW_CHANNELS = 16
const CLEAN_EVERY_MS = 60_000
const KEPT_FOR_MS = 7 * 86_400_000

interface Work {
  options: DelivererOptions
  slots: DeliverySlots
  box: SecretBox
  clock: () => number
  leaseMs: number
  recordSent: RecordSent
  running: Set<Promise<void>>
  /** The channel that last had a turn. */
  last: string
  wake(): void
}

/** Makes a deliverer; nothing happens before `start`. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { pollMs = 250, leaseMs = 60_000, onError = () => undefined, clock = Date.now } = options
  return {
    async start(signal) {
      const sleeper = interruptibleSleep(signal)
      const slots = createDeliverySlots({ ...LIMITS, ...options.limits })
      const box = options.box ?? createSecretBox([])
      const running = new Set<Promise<void>>()
      const recordSent = gatherSent(options.db)
      const { wake } = sleeper
      const work: Work = { options, slots, box, clock, leaseMs, recordSent, running, last: '', wake }
      let cleanAt = clock()
      const form = async () => {
        if (clock() >= cleanAt) {
          await clean(options.db, clock())
          cleanAt = clock() + CLEAN_EVERY_MS
        }
        const began = performance.now()
        const formed = await formMessages(options.db, { now: clock(), standings: options.standings })
        if (formed === 0) return false
        sleeper.wake()
        // Leaves other writers equal time: SQLite has no fair queue.
        await pause(Math.min(performance.now() - began, LONGEST_BETWEEN_MS))
        return true
      }
      const send = async () => {
        const sent = await sendRound(work)
        if (sent > 0) await untilRoom(running)
        return sent > 0
      }
      const again = async (round: () => Promise<boolean>, { sleep }: typeof sleeper) => {
        while (!signal.aborted) {
          try {
            if (await round()) continue
          } catch (error) {
            onError(error)
          }
          await sleep(pollMs)
        }
      }
      // In parallel: formed messages are sent while the rest is formed.
      await Promise.all([again(form, interruptibleSleep(signal)), again(send, sleeper)])
      await Promise.all(work.running)
    },
  }
}

/**
 * Waits until a quarter of the deliveries in progress has finished, but no longer than a slow target may delay others.
 */
async function untilRoom(running: ReadonlySet<unknown>): Promise<void> {
  const few = (running.size * 3) / 4
  for (let ms = 0; ms < LONGEST_BETWEEN_MS && (ms === 0 || running.size > few); ms += BETWEEN_MS)
    await pause(BETWEEN_MS)
}

/** Sends messages into the free slots; returns their number. */
async function sendRound(work: Work): Promise<number> {
  const { options, slots, clock } = work
  if (slots.free() <= 0) return 0
  const nowMs = clock()
  const turn = { nowMs, after: work.last, limit: slots.free(), ...slots.full(nowMs) }
  const due = await channelsDue(options.db, work.box, turn)
  if (due.length === 0) return 0
  const claimed = await claim(work, due)
  // Channels after the last one that got a slot keep their turn.
  const served = new Set(claimed.map(({ channel }) => channel.id))
  work.last = (due.findLast(({ id }) => served.has(id)) ?? due.at(-1))?.id ?? ''
  for (const { channel, message } of claimed) launch(work, channel, message)
  return claimed.length
}

interface Claim {
  channel: StoredChannel
  message: ClaimedMessage
}

/** Leases messages for free slots; takes the slots first, and returns them if the lease fails. */
async function claim({ options, slots, clock, leaseMs }: Work, due: readonly StoredChannel[]) {
  const lease = { name: randomUUID(), nowMs: clock(), untilMs: clock() + leaseMs }
  const claimed: Claim[] = []
  try {
    await options.db.transaction(async (tx) => {
      const many = due.length > FEW_CHANNELS ? due.filter(({ state }) => state === 'ACTIVE') : []
      claimed.push(...(await claimOneEach(tx, slots, many, lease)))
      for (const channel of due.filter((one) => !many.includes(one))) {
        const room = slots.room(placeOf(channel))
        // A channel that failed is tried with one message rather than its whole backlog.
        const limit = channel.failures > 0 ? Math.min(room, 1) : room
        if (limit <= 0) continue
        for (const message of await claimMessages(tx, channel, { ...lease, limit })) {
          slots.enter(placeOf(channel))
          claimed.push({ channel, message })
        }
      }
    })
  } catch (error) {
    for (const { channel } of claimed) slots.leave(placeOf(channel))
    throw error
  }
  return claimed
}

/** Leases the oldest message of each channel with a free slot; returns the slot if another process was first. */
async function claimOneEach(
  tx: Sql,
  slots: DeliverySlots,
  channels: readonly StoredChannel[],
  lease: Parameters<typeof claimOldest>[2],
): Promise<Claim[]> {
  const entered = new Map<string, StoredChannel>()
  for (const channel of channels) {
    if (slots.room(placeOf(channel)) <= 0) continue
    slots.enter(placeOf(channel))
    entered.set(channel.id, channel)
  }
  const claims: Claim[] = []
  try {
    const messages = entered.size === 0 ? [] : await claimOldest(tx, [...entered.keys()], lease)
    for (const { channelId: id, ...message } of messages) {
      const channel = entered.get(id)
      if (channel && entered.delete(id)) claims.push({ channel, message })
    }
    return claims
  } finally {
    for (const channel of entered.values()) slots.leave(placeOf(channel))
  }
}

function placeOf({ id, lane }: StoredChannel): Place {
  return { channel: id, lane }
}

function launch(work: Work, channel: StoredChannel, message: ClaimedMessage): void {
  const running = attempt(work, channel, message)
    // The lease expires, and the message is sent again under the same id.
    .catch((error: unknown) => work.options.onError?.(error))
    .then(() => {
      work.running.delete(running)
      work.slots.leave(placeOf(channel))
      work.wake()
    })
  work.running.add(running)
}

async function attempt(work: Work, channel: StoredChannel, message: ClaimedMessage): Promise<void> {
  const { options, clock, slots } = work
  const startedMs = clock()
  const send = options.senders.send[channel.kind]
  const outcome = await send(deliveryOf(channel, message, startedMs)).catch(() =>
    failed('OURS', 'The message could not be sent.'),
  )
  const nowMs = clock()
  const attempted = { channel, message, outcome, startedMs, nowMs }
  const closedUntil = await recordOutcome(options.db, attempted, {
    ...options.retry,
    recordSent: work.recordSent,
  })
  if (closedUntil !== null) slots.closeLane(channel.lane, closedUntil)
}

async function clean(db: Database, now: number): Promise<void> {
  await GIVE_UP_OLDER.run(db, { createdBeforeMs: now - RETRY_FOR_MS, nowMs: now })
  await forgetDone(db, now - KEPT_FOR_MS)
}

/** The sender's view of a stored message; a replaced secret also signs until it expires. */
function deliveryOf(channel: StoredChannel, message: ClaimedMessage, nowMs: number): Delivery {
  const { id, kind, target, secret, oldSecret: old, oldSecretUntil: until } = channel
  const oldHolds = old !== null && until !== null && until * 1_000 > nowMs
  const secrets = [...(secret === null ? [] : [secret]), ...(oldHolds ? [old] : [])]
  return { id: message.id, kind: message.kind, body: message.body, channel: { id, kind, target, secrets } }
}
