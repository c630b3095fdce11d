import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createSecretBox, type SecretBox } from '../../store/accounts/secret-box.ts'
import type { StoredChannel } from '../../store/alerts/alert-channels.ts'
import {
  type ClaimedMessage,
  channelsDue,
  claimMessages,
  claimOldest,
  forgetDone,
  giveUpOlder,
} from '../../store/alerts/alert-messages.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import type { Delivery } from './delivery.ts'
import {
  createDeliverySlots,
  type DeliverySlotLimits,
  type DeliverySlots,
  type Place,
} from './delivery-slots.ts'
import { formMessages } from './form-messages.ts'
import { gatherSent, type RecordSent } from './gather-sent.ts'
import { interruptibleSleep } from './interruptible-sleep.ts'
import { failed } from './outcome.ts'
import { RETRY_FOR_MS, type RecordOptions, recordOutcome } from './record-outcome.ts'
import type { Senders } from './senders.ts'

/** What a deliverer needs, and how patient it is. */
export interface DelivererOptions {
  db: Database
  senders: Senders
  /** Opens targets and secrets. @default none: they are stored as they are */
  box?: SecretBox
  /** @default 8 to a channel, 64 to a host or service, 256 in all */
  limits?: Partial<DeliverySlotLimits>
  /** Milliseconds between two looks at the outbox while nothing happens. @default 250 */
  pollMs?: number
  /** Milliseconds after which what a process had taken on is another's; longer than any attempt. @default 60000 */
  leaseMs?: number
  /** How failures are answered. */
  retry?: Partial<RecordOptions>
  /** Called with failures of the store; the deliverer continues. @default ignored */
  onError?(error: unknown): void
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
}

/** Delivers what is in the outbox. */
export interface Deliverer {
  /**
   * Works until the signal is given, then finishes what is on the way, each for as long as its timeout lets it.
   * Several processes may do so on one store. Never rejects.
   */
  start(signal: AbortSignal): Promise<void>
}

const LIMITS: DeliverySlotLimits = { channel: 8, lane: 64, total: 256 }
/** Milliseconds between two rounds at least, so that each finds room for many messages. */
const BETWEEN_MS = 10
const LONGEST_BETWEEN_MS = 100
/** Channels of which each is given what it has room for; of more, each is given one message a round. */
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
  /** What is on the way. */
  running: Set<Promise<void>>
  /** The channel that had the last turn. */
  last: string
  wake(): void
}

/** Makes a deliverer; nothing happens before its start. */
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
        const formed = await formMessages(options.db, { now: clock() })
        if (formed === 0) return false
        sleeper.wake()
        // Whoever else writes has as much time: SQLite lets nobody wait in line.
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
      // Beside each other: what is formed already is sent while the rest is formed.
      await Promise.all([again(form, interruptibleSleep(signal)), again(send, sleeper)])
      await Promise.all(work.running)
    },
  }
}

/** Waits until a quarter of what is on the way has arrived, and no longer than a slow target may hold others up. */
async function untilRoom(running: ReadonlySet<unknown>): Promise<void> {
  const few = (running.size * 3) / 4
  for (let ms = 0; ms < LONGEST_BETWEEN_MS && (ms === 0 || running.size > few); ms += BETWEEN_MS)
    await pause(BETWEEN_MS)
}

/** Sends off what there is room for; answers how many messages. */
async function sendRound(work: Work): Promise<number> {
  const { options, slots, clock } = work
  if (slots.free() <= 0) return 0
  const nowMs = clock()
  const turn = { nowMs, after: work.last, limit: slots.free(), ...slots.full(nowMs) }
  const due = await channelsDue(options.db, work.box, turn)
  if (due.length === 0) return 0
  const claimed = await claim(work, due)
  // Those behind the last one that there was room for keep their turn.
  const served = new Set(claimed.map(({ channel }) => channel.id))
  work.last = (due.findLast(({ id }) => served.has(id)) ?? due.at(-1))?.id ?? ''
  for (const { channel, message } of claimed) launch(work, channel, message)
  return claimed.length
}

interface Claim {
  channel: StoredChannel
  message: ClaimedMessage
}

/** Leases what there is room for; the room is taken at once, and given back where the lease does not come about. */
async function claim({ options, slots, clock, leaseMs }: Work, due: readonly StoredChannel[]) {
  const lease = { name: randomUUID(), nowMs: clock(), untilMs: clock() + leaseMs }
  const claimed: Claim[] = []
  try {
    await options.db.transaction(async (tx) => {
      const many = due.length > FEW_CHANNELS ? due.filter(({ state }) => state === 'ACTIVE') : []
      claimed.push(...(await claimOneEach(tx, slots, many, lease)))
      for (const channel of due.filter((one) => !many.includes(one))) {
        const room = slots.room(placeOf(channel))
        // One that failed is tried with one message, not with all that piled up.
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

/** Leases the oldest message of each channel that has room; where another process was there first, the room is given back. */
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
    // The lease ends by itself, and the message is sent again under its id.
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
  await giveUpOlder(db, now - RETRY_FOR_MS, now)
  await forgetDone(db, now - KEPT_FOR_MS)
}

/** What a sender is given of a stored message; a secret that was replaced signs as well while it still holds. */
function deliveryOf(channel: StoredChannel, message: ClaimedMessage, nowMs: number): Delivery {
  const { id, kind, target, secret, oldSecret: old, oldSecretUntil: until } = channel
  const oldHolds = old !== null && until !== null && until * 1_000 > nowMs
  const secrets = [...(secret === null ? [] : [secret]), ...(oldHolds ? [old] : [])]
  return { id: message.id, kind: message.kind, body: message.body, channel: { id, kind, target, secrets } }
}
