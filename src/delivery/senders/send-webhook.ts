import { createHmac } from 'node:crypto'
import { parseJson } from '../../checks.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import { readMessage } from '../message.ts'
import { webhookKey, webhookUrlProblem } from '../webhook.ts'
import {
  type Delivery,
  failed,
  type Outcome,
  type PostAgents,
  type PostAnswer,
  postFailure,
  postText,
  SENT,
} from './delivery.ts'

/** The signed parts: the message's id, the attempt's time, and the body as sent. */
export interface SignedParts {
  id: string
  timestamp: Seconds
  body: string
}

/**
 * The headers that prove a message's origin and freshness, by the Standard Webhooks scheme
 * (https://www.standardwebhooks.com). During a rotation both secrets sign.
 * @param secrets `whsec_…`, at least one
 */
export function signWebhook({ id, timestamp, body }: SignedParts, secrets: readonly string[]) {
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', webhookKey(secret)).update(signed).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

export interface SendWebhookOptions {
  agents: PostAgents
  /** Whether plain http and private addresses are allowed. @default false */
  allowPrivate?: boolean
  /** Milliseconds until the complete answer. @default 10000 */
  timeoutMs?: number
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
}

/** Sends signed messages to webhooks; a verification succeeds only if the answer holds the challenge. */
export function createWebhookSender(options: SendWebhookOptions): (delivery: Delivery) => Promise<Outcome> {
  const { agents, allowPrivate = false, timeoutMs = 10_000, clock = Date.now } = options
  return async ({ id, body, channel }) => {
    // The rules may have become stricter since this address was stored.
    const problem = webhookUrlProblem(channel.target, { allowPrivate })
    if (problem !== null) return failed('GONE', `The webhook’s URL ${problem}.`)
    const timestamp = Math.floor(clock() / 1_000)
    const signature = signWebhook({ id, timestamp, body }, channel.secrets)
    const headers = { 'content-type': 'application/json', 'user-agent': 'Pequod-Webhooks', ...signature }
    try {
      const answer = await postText({ url: new URL(channel.target), headers, body, timeoutMs, agents })
      return outcomeOf(answer, body)
    } catch (error) {
      return failed('FAILED', `The webhook did not answer: ${postFailure(error)}.`)
    }
  }
}

function outcomeOf({ status, text, retryAfterMs }: PostAnswer, body: string): Outcome {
  if (status === 410) return failed('GONE', 'The webhook answered 410 Gone.')
  if (status >= 300 && status < 400)
    return failed('FAILED', `The webhook answered ${status}: redirects are not followed, use the final URL.`)
  if (status < 200 || status >= 300) return failed('FAILED', `The webhook answered ${status}.`, retryAfterMs)
  const message = readMessage(body)
  if (message.type !== 'channel.verification') return SENT
  return echoes(text, message.data.challenge)
    ? SENT
    : failed('FAILED', 'The webhook did not return the challenge.')
}

/** The bare challenge, or a member `challenge` of a JSON object. */
function echoes(text: string, challenge: string): boolean {
  return text.trim() === challenge || Object(parseJson(text)).challenge === challenge
}
