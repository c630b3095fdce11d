import { z } from 'zod'
import { pushTarget } from './senders/send-push.ts'
import { webhookUrlProblem } from './webhook.ts'

/** The most channels that one config may have. */
export const MAX_CHANNELS = 5

const telegram = z
  .string()
  .regex(
    /^(-?[1-9]\d{0,18}|@[A-Za-z]\w{4,31})$/,
    'must be a chat’s number, or a channel’s name such as @pequod_alerts',
  )

/** An incoming webhook of Discord, in one spelling. */
const discord = z
  .string()
  .regex(
    /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/[\w-]{20,120}$/,
    'must be the address of a Discord webhook: https://discord.com/api/webhooks/…',
  )
  .transform((text) => `https://discord.com/api/webhooks/${text.split('/').slice(-2).join('/')}`)

/** An incoming webhook of Slack. */
const slack = z
  .string()
  .regex(
    /^https:\/\/hooks\.slack\.com\/services\/T\w{5,20}\/B\w{5,20}\/\w{10,60}$/,
    'must be the address of a Slack webhook: https://hooks.slack.com/services/…',
  )

/** No spaces, quotes or lists: one plain address, which cannot inject another header. */
const email = z.email('must be one plain e-mail address').max(254, 'must have at most 254 characters')

/** One channel as its owner writes it; a webhook's address is normalized to the one spelling that is called. */
export function channelInput({ allowPrivate = false }: { allowPrivate?: boolean } = {}) {
  const webhook = z.string().transform((text, context) => {
    const problem = webhookUrlProblem(text, { allowPrivate })
    if (problem === null) return new URL(text).href
    context.addIssue(problem)
    return z.NEVER
  })
  const push = z.string().transform((text, context) => {
    const read = pushTarget(text, { allowPrivate })
    if ('target' in read) return read.target
    context.addIssue(read.problem)
    return z.NEVER
  })
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('WEBHOOK'), target: webhook }),
    z.strictObject({ kind: z.literal('TELEGRAM'), target: telegram }),
    z.strictObject({ kind: z.literal('DISCORD'), target: discord }),
    z.strictObject({ kind: z.literal('SLACK'), target: slack }),
    z.strictObject({ kind: z.literal('EMAIL'), target: email }),
    z.strictObject({ kind: z.literal('PUSH'), target: push }),
  ])
}

/** Only channels as their owner writes them, by the rules of a config's. */
export function alertChannelsInput({ allowPrivate = false }: { allowPrivate?: boolean } = {}) {
  return z.strictObject({ channels: channelsOf(allowPrivate) })
}

export function channelsOf(allowPrivate: boolean) {
  return z
    .array(channelInput({ allowPrivate }))
    .max(MAX_CHANNELS, `must have at most ${MAX_CHANNELS} entries`)
    .refine(
      (list) => new Set(list.map(({ kind, target }) => `${kind} ${target}`)).size === list.length,
      'must name each channel once',
    )
}
