import http from 'node:http'
import https from 'node:https'
import { z } from 'zod'
import { parseJson } from '../../checks.ts'
import { momentText } from '../../formats.ts'
import { type Message, readMessage } from '../message.ts'
import {
  type Delivery,
  failed,
  type Outcome,
  type PostAnswer,
  postFailure,
  postText,
  SENT,
} from './delivery.ts'
import { messageLink, stopLink } from './message-link.ts'
import { type MessageCard, messageCard } from './render-message.ts'

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
  const answer = discordAnswer.safeParse(parseJson(text)).data
  if (status === 429) {
    const wait = answer?.retry_after === undefined ? retryAfterMs : Math.ceil(answer.retry_after * 1_000)
    return failed(answer?.global ? 'OURS' : 'FAILED', 'Discord is limiting the rate of messages.', wait)
  }
  if (status === 401 || status === 403 || status === 404)
    return failed('GONE', `Discord does not know this webhook: ${said(answer?.message)}.`)
  if (status === 400) return failed('REFUSED', `Discord refuses this message: ${said(answer?.message)}.`)
  return failed('OURS', `Discord answered ${status}.`, retryAfterMs)
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

/** Green and red mean gain and loss: a trade of either side has the accent of pages, anything else gray. */
const [TRADE, NO_TRADE] = [0x0b6377, 0x6e7781]

/**
 * A message in Discord's format: one embed of at most 6,000 characters, in which all markup is escaped and no mention
 * notifies anyone (https://discord.com/developers/docs/resources/message#embed-object).
 * @param publicUrl the service's origin, linked from the title; null: no link
 */
export function discordBody(message: Message, publicUrl: string | null): object {
  const url = messageLink(message, publicUrl)
  const { title, lines, facts, side, time } = messageCard(message)
  const stop = stopLink(message, publicUrl)
  const description = [
    cut(lines.map(unmarked).join('\n'), 3_000),
    stop === null ? '' : `Change or stop: ${stop}`,
  ]
    .filter((line) => line !== '')
    .join('\n')
  return {
    embeds: [
      {
        title: cut(unmarked(title), 256),
        ...(url !== null && { url }),
        ...(description !== '' && { description }),
        color: side === null ? NO_TRADE : TRADE,
        fields: facts.map(({ name, value }) => ({
          name: cut(unmarked(name), 256),
          value: cut(unmarked(value), 200),
          inline: value.length < 30,
        })),
        ...(time !== null && { timestamp: time }),
      },
    ],
    allowed_mentions: { parse: [] },
  }
}

/**
 * A message in Slack's format: blocks of plain text without markup (https://docs.slack.dev/reference/block-kit).
 * @param publicUrl the service's origin, for the links at the end; null: no link
 */
export function slackBody(message: Message, publicUrl: string | null): object {
  const [url, stop] = [messageLink(message, publicUrl), stopLink(message, publicUrl)]
  const links = [
    ...(url === null || url === stop ? [] : [`<${url}|Open in the explorer>`]),
    ...(stop === null ? [] : [`<${stop}|Change or stop>`]),
  ]
  const { title, lines, facts, time } = messageCard(message)
  const text = cut(lines.join('\n'), 3_000)
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
  const fields = time === null ? facts : [...facts, { name: 'Time', value: momentText(time) }]
  return {
    // Slack's notifications show this text, and parse markup in it.
    text: escaped(title),
    blocks: [
      { type: 'header', text: plain(cut(title, 150)) },
      ...(text === '' ? [] : [{ type: 'section', text: plain(text) }]),
      ...(fields.length === 0
        ? []
        : [{ type: 'section', fields: fields.map((fact) => plain(cut(factLine(fact), 2_000))) }]),
      ...(links.length === 0
        ? []
        : [{ type: 'context', elements: links.map((text) => ({ type: 'mrkdwn', text })) }]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

function factLine({ name, value }: MessageCard['facts'][number]): string {
  return `${name}: ${value}`
}

/** Escapes Discord's markup with backslashes. */
function unmarked(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, (character) => `\\${character}`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
