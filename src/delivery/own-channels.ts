import { timingSafeEqual } from 'node:crypto'
import { lockAccount } from '../accounts/accounts.ts'
import { createSecretBox, type SecretBox } from '../accounts/secret-box.ts'
import { PequodError } from '../errors.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import type { AlertChannel, ChannelPace, ChannelTarget } from './channel.ts'
import { paceColumns } from './channel-pace.ts'
import {
  channelOf,
  deleteChannels,
  holdChannel,
  listChannels,
  PLACE_CHANNEL,
  type StoredChannel,
  writeChannels,
} from './channels.ts'
import { addMessages, confirmChannel, countAsked } from './message-queue.ts'
import { askForProof, newChannel, testOf } from './new-channel.ts'
import { WAKE_CHANNEL } from './outbox.ts'
import { type OutboxMessage, outboxMessages } from './outbox-messages.ts'
import { createWebhookSecret } from './webhook.ts'

/** A secret that signs a webhook's messages, shown once, when it is made. */
export interface ChannelSecret {
  channelId: string
  /** `whsec_…` */
  secret: string
}

/** Written channels, with the secrets of new webhooks. */
export interface WrittenChannels {
  channels: readonly AlertChannel[]
  secrets: readonly ChannelSecret[]
}

export interface Channels {
  /** The account's channels, in the order given. */
  readChannels(accountId: number): Promise<AlertChannel[]>
  /**
   * Replaces the account's channels. Channels whose target stays keep their state and secret; new ones are asked for
   * proof. Throws a PequodError FORBIDDEN for more than 20 new channels in a day.
   */
  writeChannels(accountId: number, targets: readonly ChannelTarget[]): Promise<WrittenChannels>
  /**
   * Activates a chat or mail channel by the code that it was sent. Null for an unknown channel, or a wrong or expired
   * code.
   */
  confirmChannel(accountId: number, channelId: string, code: string): Promise<AlertChannel | null>
  /**
   * Resumes a paused channel: a webhook once it answers its challenge again, others immediately. Null for an unknown
   * one.
   */
  resumeChannel(accountId: number, channelId: string): Promise<AlertChannel | null>
  /** Sets when and how often a channel gets messages, and what it holds back waits by that. Null for an unknown one. */
  setPace(accountId: number, channelId: string, pace: ChannelPace): Promise<AlertChannel | null>
  /** Sends a test message to an active channel. Null for an unknown one. */
  testChannel(accountId: number, channelId: string): Promise<AlertChannel | null>
  /**
   * Makes a new secret for a webhook; until the overlap, in seconds, ends, the old one signs too. Null for an unknown
   * webhook.
   */
  rotateSecret(accountId: number, channelId: string, overlap: Seconds): Promise<ChannelSecret | null>
  /** The newest messages to the account's channels, the newest first. */
  readMessages(accountId: number): Promise<OutboxMessage[]>
}

/** Proofs and tests that an account may request in a day: each goes to a person who may not have requested it. */
export const ASKED_A_DAY = 20
const DAY_MS = 86_400_000
/** Attempts at entering a code. */
const TRIES = 5

export interface ChannelsOptions {
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
  /** Encrypts targets and secrets. @default none: they are stored as they are */
  box?: SecretBox
}

/** The channels in the store. */
export function createChannels(
  db: Database,
  { clock = Date.now, box = createSecretBox([]) }: ChannelsOptions = {},
): Channels {
  /** Locks one of an account's channels for some work; null for an unknown one. */
  const withChannel = <Of>(
    accountId: number,
    id: string,
    work: (tx: Sql, channel: StoredChannel, nowMs: number) => Promise<Of | null>,
  ): Promise<Of | null> =>
    db.transaction(async (tx) => {
      const channel = await holdChannel(tx, box, accountId, id)
      return channel === undefined ? null : work(tx, channel, clock())
    })
  const changed = async (tx: Sql, channel: StoredChannel, change: Partial<StoredChannel>) => {
    const next = { ...channel, ...change }
    await writeChannels(tx, box, [next])
    return channelOf(next)
  }
  return {
    readMessages: (accountId) => outboxMessages(db, accountId),
    readChannels: async (accountId) => (await listChannels(db, box, accountId)).map(channelOf),
    writeChannels: (accountId, targets) =>
      db.transaction((tx) => replaceChannels(tx, box, accountId, targets, clock())),
    confirmChannel: (accountId, id, code) =>
      withChannel(accountId, id, (tx, channel, nowMs) => confirm(tx, box, channel, code, nowMs)),
    resumeChannel: (accountId, id) =>
      withChannel(accountId, id, async (tx, channel, nowMs) => {
        if (channel.state !== 'PAUSED') return null
        if (channel.kind !== 'WEBHOOK')
          return changed(tx, channel, { state: 'ACTIVE', failures: 0, reason: null, resumeMs: 0 })
        const [waiting] = await ask(tx, box, accountId, [channel], nowMs)
        return waiting === undefined ? null : channelOf(waiting)
      }),
    setPace: (accountId, id, pace) =>
      withChannel(accountId, id, async (tx, channel, nowMs) => {
        if (channel.kind === 'OUTBOX') return null
        const paced = await changed(tx, channel, paceColumns(pace))
        await WAKE_CHANNEL.run(tx, { channelId: id, nowMs })
        return paced
      }),
    testChannel: (accountId, id) =>
      withChannel(accountId, id, async (tx, channel, nowMs) => {
        if (channel.state !== 'ACTIVE') return null
        await requireFew(tx, accountId, 1, nowMs)
        await addMessages(tx, [testOf(channel, nowMs)], nowMs)
        return channelOf(channel)
      }),
    rotateSecret: (accountId, id, overlap) =>
      withChannel(accountId, id, async (tx, channel, nowMs) => {
        if (channel.kind !== 'WEBHOOK') return null
        const [secret, oldSecretUntil] = [createWebhookSecret(), Math.floor(nowMs / 1_000) + overlap]
        await changed(tx, channel, { secret, oldSecret: channel.secret, oldSecretUntil })
        return { channelId: id, secret }
      }),
  }
}

export async function replaceChannels(
  tx: Sql,
  box: SecretBox,
  accountId: number,
  targets: readonly ChannelTarget[],
  nowMs: number,
): Promise<WrittenChannels> {
  await lockAccount(tx, accountId)
  const before = await listChannels(tx, box, accountId)
  const gone = before.filter((old) => !targets.some((target) => isFor(old, target)))
  const ids = gone.map(({ id }) => id)
  await deleteChannels(tx, ids, nowMs)
  const places = targets.map((target, place) => ({
    target,
    place,
    old: before.find((one) => isFor(one, target)),
  }))
  for (const { old, place } of places)
    if (old !== undefined) await PLACE_CHANNEL.run(tx, { id: old.id, place })
  const fresh = places
    .filter(({ old }) => old === undefined)
    .map(({ target, place }) => newChannel(accountId, target, place))
  await ask(tx, box, accountId, fresh, nowMs)
  const channels = (await listChannels(tx, box, accountId)).map(channelOf)
  return { channels, secrets: fresh.flatMap(secretOf) }
}

function isFor(channel: StoredChannel, { kind, target }: ChannelTarget): boolean {
  return channel.kind === kind && channel.target === target
}

function secretOf({ id, secret }: StoredChannel): ChannelSecret[] {
  return secret === null ? [] : [{ channelId: id, secret }]
}

/** Writes channels as PENDING, with the messages that ask for confirmation. */
async function ask(
  tx: Sql,
  box: SecretBox,
  accountId: number,
  channels: readonly StoredChannel[],
  nowMs: number,
): Promise<StoredChannel[]> {
  if (channels.length === 0) return []
  await requireFew(tx, accountId, channels.length, nowMs)
  const asking = channels.map((channel) => askForProof(channel, nowMs))
  const waiting = asking.map(({ channel }) => channel)
  const messages = asking.map(({ message }) => message)
  await writeChannels(tx, box, waiting)
  await addMessages(tx, messages, nowMs)
  return waiting
}

/** @throws PequodError FORBIDDEN above an account's daily limit of proofs and tests */
async function requireFew(tx: Sql, accountId: number, more: number, nowMs: number): Promise<void> {
  const asked = await countAsked(tx, accountId, nowMs - DAY_MS)
  if (asked + more <= ASKED_A_DAY) return
  throw new PequodError(
    'FORBIDDEN',
    `The limit is ${ASKED_A_DAY} new channels and tests a day: try again tomorrow.`,
  )
}

async function confirm(
  tx: Sql,
  box: SecretBox,
  channel: StoredChannel,
  code: string,
  nowMs: number,
): Promise<AlertChannel | null> {
  const { challenge, challengeTries: tries } = channel
  // Only a webhook's own answer confirms it: a code read from a log must not activate it.
  if (channel.kind === 'WEBHOOK' || challenge === null || (tries ?? 0) >= TRIES) return null
  if (!isSame(challenge, code)) {
    await writeChannels(tx, box, [{ ...channel, challengeTries: (tries ?? 0) + 1 }])
    return null
  }
  if (!(await confirmChannel(tx, channel.id, challenge, Math.floor(nowMs / 1_000)))) return null
  const confirmed = await holdChannel(tx, box, channel.accountId, channel.id)
  return confirmed === undefined ? null : channelOf(confirmed)
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
