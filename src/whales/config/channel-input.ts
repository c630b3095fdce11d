import { z } from 'zod'
import { webhookUrlProblem } from './webhook-url-problem.ts'

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

/** No spaces, quotes or lists: one plain address, which cannot grow into another header. */
const email = z.email('must be one plain e-mail address').max(254, 'must have at most 254 characters')

/** One channel as its owner writes it; a webhook's address comes back in the spelling in which it is called. */
export function channelInput({ allowPrivate = false }: { allowPrivate?: boolean } = {}) {
  const webhook = z.string().transform((text, context) => {
    const problem = webhookUrlProblem(text, { allowPrivate })
    if (problem === null) return new URL(text).href
    context.addIssue(problem)
    return z.NEVER
  })
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('WEBHOOK'), target: webhook }),
    z.strictObject({ kind: z.literal('TELEGRAM'), target: telegram }),
    z.strictObject({ kind: z.literal('DISCORD'), target: discord }),
    z.strictObject({ kind: z.literal('SLACK'), target: slack }),
    z.strictObject({ kind: z.literal('EMAIL'), target: email }),
  ])
}
