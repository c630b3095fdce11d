import http from 'node:http'
import https from 'node:https'
import { z } from 'zod'
import { parseJson } from '../../checks.ts'
import { readMessage } from '../message.ts'
import {
  type Delivery,
  failed,
  type Outcome,
  type PostAnswer,
  postFailure,
  postText,
  SENT,
} from './delivery.ts'
import { renderMessage } from './render-message.ts'

export interface SendTelegramOptions {
  /** The bot's token. It is part of every address, so addresses are never shown. */
  token: string
  /** The API's address. @default 'https://api.telegram.org' */
  apiUrl?: string
  /** The origin of links to the explorer; null: no links. */
  publicUrl: string | null
  /** Milliseconds until the complete answer. @default 10000 */
  timeoutMs?: number
}

/** An answer of the Bot API (https://core.telegram.org/bots/api#making-requests). */
const botAnswer = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().min(0).optional() }).optional(),
})

/** Sends messages to Telegram chats as plain text. */
export function createTelegramSender(options: SendTelegramOptions): (delivery: Delivery) => Promise<Outcome> {
  const { token, apiUrl = 'https://api.telegram.org', publicUrl, timeoutMs = 10_000 } = options
  const url = new URL(`${apiUrl.replace(/(?<!\/)\/+$/, '')}/bot${token}/sendMessage`)
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
  const headers = { 'content-type': 'application/json' }
  return async ({ body, channel }) => {
    const { text } = renderMessage(readMessage(body), publicUrl)
    const request = { chat_id: channel.target, text, link_preview_options: { is_disabled: true } }
    try {
      return outcomeOf(await postText({ url, headers, body: JSON.stringify(request), timeoutMs, agents }))
    } catch (error) {
      return failed('OURS', `Telegram did not answer: ${postFailure(error)}.`)
    }
  }
}

function outcomeOf({ status, text, retryAfterMs }: PostAnswer): Outcome {
  const answer = botAnswer.safeParse(parseJson(text)).data
  if (status === 200 && answer?.ok) return SENT
  if (status === 429) {
    const seconds = answer?.parameters?.retry_after
    const wait = seconds === undefined ? retryAfterMs : seconds * 1_000
    return failed('FAILED', 'Telegram is limiting the rate of messages.', wait)
  }
  // The description is Telegram's own sentence, such as "Forbidden: bot was blocked by the user".
  if (status === 403) return failed('GONE', `Telegram refuses this chat: ${said(answer?.description)}.`)
  if (status === 400 && /chat|peer|user/i.test(answer?.description ?? ''))
    return failed('GONE', `Telegram does not know this chat: ${said(answer?.description)}.`)
  if (status === 400) return failed('REFUSED', `Telegram refuses this message: ${said(answer?.description)}.`)
  return failed('OURS', `Telegram answered ${status}.`, retryAfterMs)
}

function said(description: string | undefined): string {
  return (description ?? 'no reason given').slice(0, 120)
}
