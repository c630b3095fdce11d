import http from 'node:http'
import https from 'node:https'
import { z } from 'zod'
import { type Message, readMessage } from '../message.ts'
import { discordBody, slackBody } from './chat-cards.ts'
import type { Delivery } from './delivery.ts'
import { failed, type Outcome, postFailure, SENT } from './delivery.ts'
import { type PostAnswer, postText } from './post-text.ts'

export interface SendChatOptions {
  /** Replaces the origin that a target names. */
  origin: string
  /** The origin of links to the explorer; null: no links. */
  publicUrl: string | null
  /** Milliseconds until the complete answer. @default 10000 */
  timeoutMs?: number
}

/** A chat service with incoming webhooks. The address is enough to post, so it is never shown. */
interface ChatService {
  name: string
  bodyOf(message: Message, publicUrl: string | null): object
  /** Parameters that its address gets. */
  search: string
  outcomeOf(answer: PostAnswer): Outcome
}

function createChatSender(
  service: ChatService,
  { origin, publicUrl, timeoutMs = 10_000 }: SendChatOptions,
): (delivery: Delivery) => Promise<Outcome> {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
  const headers = { 'content-type': 'application/json', 'user-agent': 'Pequod-Webhooks' }
  return async ({ body, channel }) => {
    const url = new URL(`${new URL(channel.target).pathname}${service.search}`, origin)
    const text = JSON.stringify(service.bodyOf(readMessage(body), publicUrl))
    try {
      return service.outcomeOf(await postText({ url, headers, body: text, timeoutMs, agents }))
    } catch (error) {
      return failed('OURS', `${service.name} did not answer: ${postFailure(error)}.`)
    }
  }
}

/** A refusal of Discord (https://discord.com/developers/docs/topics/rate-limits). */
const discordAnswer = z.object({
  message: z.string().optional(),
  retry_after: z.number().min(0).optional(),
  global: z.boolean().optional(),
})

/** Sends messages to Discord channels by their incoming webhooks, as embeds. */
export function createDiscordSender(options: SendChatOptions): (delivery: Delivery) => Promise<Outcome> {
  return createChatSender(
    { name: 'Discord', bodyOf: discordBody, search: '?wait=true', outcomeOf: discordOutcome },
    options,
  )
}

function discordOutcome({ status, text, retryAfterMs }: PostAnswer): Outcome {
  if (status === 200 || status === 204) return SENT
  const answer = parsed(text)
  if (status === 429) {
    const wait = answer?.retry_after === undefined ? retryAfterMs : Math.ceil(answer.retry_after * 1_000)
    return failed(answer?.global ? 'OURS' : 'FAILED', 'Discord is limiting the rate of messages.', wait)
  }
  if (status === 401 || status === 403 || status === 404)
    return failed('GONE', `Discord does not know this webhook: ${said(answer?.message)}.`)
  if (status === 400) return failed('REFUSED', `Discord refuses this message: ${said(answer?.message)}.`)
  return failed('OURS', `Discord answered ${status}.`, retryAfterMs)
}

function parsed(text: string): z.output<typeof discordAnswer> | null {
  try {
    return discordAnswer.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Sends messages to Slack channels by their incoming webhooks, as blocks. */
export function createSlackSender(options: SendChatOptions): (delivery: Delivery) => Promise<Outcome> {
  return createChatSender({ name: 'Slack', bodyOf: slackBody, search: '', outcomeOf: slackOutcome }, options)
}

/** Slack's refusals are words such as `no_service`. */
function slackOutcome({ status, text, retryAfterMs }: PostAnswer): Outcome {
  if (status === 200) return SENT
  if (status === 429) return failed('FAILED', 'Slack is limiting the rate of messages.', retryAfterMs)
  if (status === 403 || status === 404 || status === 410 || /^(no_|invalid_token)/.test(text))
    return failed('GONE', `Slack does not accept messages here: ${said(text)}.`)
  if (status === 400) return failed('REFUSED', `Slack refuses this message: ${said(text)}.`)
  return failed('OURS', `Slack answered ${status}.`, retryAfterMs)
}

function said(reason: string | undefined): string {
  return (reason || 'no reason given').replaceAll(/[^\w .,:'-]/g, ' ').slice(0, 120)
}
