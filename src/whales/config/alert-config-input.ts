import { z } from 'zod'
import { isAddress } from '../../ledger/address.ts'
import { FILL_USD } from '../../ledger/bounds.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { MICRO, type MicroUsd } from '../../ledger/quantities.ts'
import { limitWords } from '../../value-limits.ts'
import { QUALIFYING_BOARDS } from './qualifying-board.ts'
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
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('WEBHOOK'), target: webhook }),
    z.strictObject({ kind: z.literal('TELEGRAM'), target: telegram }),
    z.strictObject({ kind: z.literal('DISCORD'), target: discord }),
    z.strictObject({ kind: z.literal('SLACK'), target: slack }),
    z.strictObject({ kind: z.literal('EMAIL'), target: email }),
  ])
}

/** The most traders that one config may name. */
export const MAX_TRADERS = 100
/** The most channels that one config may have. */
export const MAX_CHANNELS = 5

const AMOUNT = `must be from ${limitWords(FILL_USD)}`

/** Dollars with up to 6 decimals, as the exact amount. */
const dollars = z
  .number()
  .min(FILL_USD.minimum, AMOUNT)
  .max(FILL_USD.maximum, AMOUNT)
  .transform((amount): MicroUsd => Math.round(amount * MICRO))

const trader = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i, 'must be an address: 0x and 40 hex digits, in any case')
  .transform((text) => text.toLowerCase())
  .refine(isAddress)

/** A list without duplicates. */
function setOf<Value>(value: z.ZodType<Value>, most: number) {
  return z
    .array(value)
    .max(most, `must have at most ${most} entries`)
    .transform((list) => [...new Set(list)])
}

/** The lists of a config; an omitted one matches everything. */
const lists = {
  categories: setOf(
    z.enum(MARKET_CATEGORIES, `must be one of ${MARKET_CATEGORIES.join(', ')}`),
    MARKET_CATEGORIES.length,
  ),
  qualifying: setOf(
    z.enum(QUALIFYING_BOARDS, `must be one of ${QUALIFYING_BOARDS.join(', ')}`),
    QUALIFYING_BOARDS.length,
  ),
  traders: setOf(trader, MAX_TRADERS),
}

/**
 * A notification config as its owner writes it, the only place of its limits: arguments in GraphQL and REST derive from
 * it. Amounts become exact, wallets lower case, and duplicates in a list go.
 * @param allowPrivate whether webhooks may be plain http: for tests and closed networks
 */
export function alertConfigInput({ allowPrivate = false }: { allowPrivate?: boolean } = {}) {
  return z.strictObject({
    minUsd: dollars.default(0),
    side: z.enum(['BUY', 'SELL'], 'must be BUY or SELL').nullable().default(null),
    categories: lists.categories.default([]),
    qualifying: lists.qualifying.default([]),
    traders: lists.traders.default([]),
    channels: channelsOf(allowPrivate),
  })
}

/** Only channels as their owner writes them, by the rules of a config's. */
export function alertChannelsInput({ allowPrivate = false }: { allowPrivate?: boolean } = {}) {
  return z.strictObject({ channels: channelsOf(allowPrivate) })
}

function channelsOf(allowPrivate: boolean) {
  return z
    .array(channelInput({ allowPrivate }))
    .max(MAX_CHANNELS, `must have at most ${MAX_CHANNELS} entries`)
    .refine(
      (list) => new Set(list.map(({ kind, target }) => `${kind} ${target}`)).size === list.length,
      'must name each channel once',
    )
}

export type AlertConfigInput = z.output<ReturnType<typeof alertConfigInput>>
