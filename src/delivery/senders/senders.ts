import http from 'node:http'
import https from 'node:https'
import type { ChannelKind } from '../channel.ts'
import {
  type Delivery,
  failed,
  type Outcome,
  type PostAgents,
  publicLookup,
  type ResolveAll,
  SENT,
} from './delivery.ts'
import { createDiscordSender, createSlackSender } from './send-chat-webhook.ts'
import { createEmailSender } from './send-email.ts'
import { createPushSender, type PushKeys } from './send-push.ts'
import { createTelegramSender } from './send-telegram.ts'
import { createWebhookSender } from './send-webhook.ts'

export interface WebhookAgentsOptions {
  /** Reach private addresses too: for tests and closed networks. @default false */
  allowPrivate?: boolean
  /** Resolves names. @default the system's resolver */
  resolve?: ResolveAll
}

/** Connections stay open briefly: a subscriber's next alert often follows soon. */
const KEPT = { keepAlive: true, keepAliveMsecs: 5_000, maxFreeSockets: 64, scheduling: 'lifo' } as const

/**
 * Connections to addresses that subscribers name. The lookup of the connecting socket checks a name's addresses;
 * webhookUrlProblem checks literal addresses before each message.
 */
export function webhookAgents({ allowPrivate = false, resolve }: WebhookAgentsOptions = {}): PostAgents {
  const options = allowPrivate ? KEPT : { ...KEPT, lookup: publicLookup(resolve) }
  return { http: new http.Agent(options), https: new https.Agent(options) }
}

/** Sends one message; never rejects. */
export type Send = (delivery: Delivery) => Promise<Outcome>

export interface Senders {
  send: Readonly<Record<ChannelKind, Send>>
  close(): void
}

export interface SendersOptions {
  /** True: nothing leaves the service, and each message counts as sent. @default false */
  keepsAll?: boolean
  /** Whether webhooks may be plain http and at private addresses. @default false */
  allowPrivate?: boolean
  /** The origins of Discord's and Slack's incoming webhooks. @default their own */
  origins?: { discord: string; slack: string }
  /** The origin of links to the explorer; null: no links. @default null */
  publicUrl?: string | null
  /** Null: no Telegram. */
  telegram: { token: string; apiUrl?: string } | null
  /** Null: no mail. */
  email: { smtpUrl: string; from: string } | null
  /** Null: no push messages to browsers. @default null */
  push?: PushKeys | null
  /** Milliseconds for an attempt. @default 10000 */
  timeoutMs?: number
}

export const CHAT_ORIGINS = { discord: 'https://discord.com', slack: 'https://hooks.slack.com' }

/** The senders of all kinds. An attempt through an unconfigured service fails without blaming the channel. */
export function createSenders({
  keepsAll = false,
  allowPrivate = false,
  origins = CHAT_ORIGINS,
  publicUrl = null,
  telegram,
  email,
  push = null,
  ...timeout
}: SendersOptions): Senders {
  const text = { publicUrl, ...timeout }
  const mail = email && createEmailSender({ ...email, ...text })
  const agents = webhookAgents({ allowPrivate })
  const send: Senders['send'] = {
    WEBHOOK: createWebhookSender({ agents, allowPrivate, ...timeout }),
    TELEGRAM: telegram ? createTelegramSender({ ...telegram, ...text }) : notConfigured('Telegram'),
    DISCORD: createDiscordSender({ origin: origins.discord, ...text }),
    SLACK: createSlackSender({ origin: origins.slack, ...text }),
    EMAIL: mail?.send ?? notConfigured('E-mail'),
    PUSH: push ? createPushSender({ keys: push, agents, allowPrivate, ...text }) : notConfigured('Web push'),
    OUTBOX: keep,
  }
  return {
    send: keepsAll ? KEPT_ALL : send,
    close() {
      mail?.close()
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** The message stays on the account's outbox page, which reads what was sent. */
const keep: Send = async () => SENT
const KEPT_ALL = {
  WEBHOOK: keep,
  TELEGRAM: keep,
  DISCORD: keep,
  SLACK: keep,
  EMAIL: keep,
  PUSH: keep,
  OUTBOX: keep,
}

function notConfigured(name: string): Send {
  return async () => failed('OURS', `${name} is not set up on this service.`)
}
