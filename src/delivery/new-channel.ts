import { randomBytes, randomInt } from 'node:crypto'
import type { ChannelTarget } from './channel.ts'
import type { StoredChannel } from './channels.ts'
import { messageId, testMessage, verificationMessage } from './message.ts'
import type { NewMessage } from './message-queue.ts'
import { VERIFY_FOR_MS } from './record-outcome.ts'
import { createWebhookSecret } from './webhook.ts'

/** A new channel, not confirmed yet; a webhook gets its secret. */
export function newChannel(accountId: number, { kind, target }: ChannelTarget, place: number): StoredChannel {
  return {
    id: `ch_${randomBytes(12).toString('hex')}`,
    accountId: accountId,
    place,
    kind,
    target,
    // `writeChannels` names the lane.
    lane: '',
    state: 'PENDING',
    reason: null,
    secret: kind === 'WEBHOOK' ? createWebhookSecret() : null,
    oldSecret: null,
    oldSecretUntil: null,
    challenge: null,
    challengeUntil: null,
    challengeTries: null,
    confirmedAt: null,
    failures: 0,
    resumeMs: 0,
    quietHours: null,
    dailyLimit: null,
  }
}

/** A test message to a channel. */
export function testOf({ id, accountId }: StoredChannel, nowMs: number): NewMessage {
  const body = JSON.stringify(testMessage(nowMs))
  return { id: messageId('TEST', String(nowMs), id), accountId, channelId: id, kind: 'TEST', body }
}

/**
 * A pending channel, and the message that asks for confirmation: a webhook must answer with the challenge, elsewhere a
 * person reads the code and enters it.
 */
export function askForProof(
  channel: StoredChannel,
  nowMs: number,
): { channel: StoredChannel; message: NewMessage } {
  const challenge =
    channel.kind === 'WEBHOOK'
      ? randomBytes(24).toString('base64url')
      : String(randomInt(10_000_000, 100_000_000))
  const { id, accountId } = channel
  const asked = {
    challenge,
    challengeUntil: Math.floor((nowMs + VERIFY_FOR_MS) / 1_000),
    challengeTries: 0,
  }
  const body = JSON.stringify(verificationMessage(challenge, nowMs))
  return {
    channel: { ...channel, ...asked, state: 'PENDING', failures: 0, reason: null, resumeMs: 0 },
    message: {
      id: messageId('VERIFY', `${nowMs} ${challenge}`, id),
      accountId,
      channelId: id,
      kind: 'VERIFY',
      body,
    },
  }
}
