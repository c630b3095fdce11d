import webPush from 'web-push'
import { z } from 'zod'
import { parseJson } from '../../checks.ts'
import { readMessage } from '../message.ts'
import { webhookUrlProblem } from '../webhook.ts'
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
import { messageLink } from './message-link.ts'
import { renderMessage } from './render-message.ts'

/** The keys by which push services know this service (RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
  /** The operator's address, `mailto:` or `https:`, for push services that have a complaint. */
  subject: string
}

export interface SendPushOptions {
  keys: PushKeys
  agents: PostAgents
  /** Whether plain http and private addresses are allowed. @default false */
  allowPrivate?: boolean
  /** The origin of links to the explorer; null: no links. */
  publicUrl: string | null
  /** Milliseconds until the complete answer. @default 10000 */
  timeoutMs?: number
}

const base64url = (bytes: number) => z.base64url().length(Math.ceil((bytes * 4) / 3))

/** A browser's subscription: an address of its push service, and the keys by which it decrypts. */
const subscription = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})

/**
 * Returns the target of a push channel from the JSON of a browser's subscription, in one spelling.
 * @returns the problem in its place, as a phrase that follows its name, where it cannot be used
 */
export function pushTarget(
  text: string,
  rules: { allowPrivate: boolean },
): { target: string } | { problem: string } {
  const read = subscription.safeParse(parseJson(text))
  if (!read.success) return { problem: 'must be a browser’s push subscription, as JSON' }
  const problem = webhookUrlProblem(read.data.endpoint, rules)
  return problem === null ? { target: JSON.stringify(read.data) } : { problem }
}

/** Seconds for which a push service keeps a message for a browser that is away. */
const KEEP_SECONDS = 86_400
/** Characters of a text: in any script a message then has less than the 3,993 bytes that push services take. */
const LONGEST = 800

/** Sends messages to browsers by their push services, encrypted for the browser alone (RFC 8291). */
export function createPushSender(options: SendPushOptions): (delivery: Delivery) => Promise<Outcome> {
  const { keys, agents, allowPrivate = false, publicUrl, timeoutMs = 10_000 } = options
  return async ({ body, channel }) => {
    // The rules may have become stricter since this address was stored.
    const stored = pushTarget(channel.target, { allowPrivate })
    if ('problem' in stored) return failed('GONE', `The subscription ${stored.problem}.`)
    const message = readMessage(body)
    const { subject, text } = renderMessage(message, null)
    const shown = {
      title: subject,
      body: text.slice(0, LONGEST),
      url: messageLink(message, publicUrl),
      // The page that asked for the subscription confirms it.
      ...(message.type === 'channel.verification' && { code: message.data.challenge }),
    }
    try {
      const request = webPush.generateRequestDetails(JSON.parse(stored.target), JSON.stringify(shown), {
        vapidDetails: keys,
        TTL: KEEP_SECONDS,
        contentEncoding: 'aes128gcm',
      })
      const { 'Content-Length': _, ...headers } = request.headers
      return outcomeOf(
        await postText({ url: new URL(request.endpoint), headers, body: request.body, timeoutMs, agents }),
      )
    } catch (error) {
      return failed('FAILED', `The push service did not answer: ${postFailure(error)}.`)
    }
  }
}

function outcomeOf({ status, retryAfterMs }: PostAnswer): Outcome {
  if (status >= 200 && status < 300) return SENT
  if (status === 404 || status === 410) return failed('GONE', 'The browser has ended its subscription.')
  if (status === 401 || status === 403) return failed('OURS', 'The push service refuses this service’s keys.')
  const isFinal = status === 400 || status === 413
  return failed(isFinal ? 'REFUSED' : 'FAILED', `The push service answered ${status}.`, retryAfterMs)
}
