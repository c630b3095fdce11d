import { createHash } from 'node:crypto'
import { z } from 'zod'
import { PequodError } from '../errors.ts'
import { plural } from '../formats.ts'
import { MARKET_CATEGORIES } from '../ledger/market-category.ts'
import { type Day, dayOfText } from '../ledger/quantities.ts'
import { LEADERBOARDS } from '../metrics/leaderboards.ts'

export const MOST_DAYS = 1_100
/** Days between two choices of traders, by name; a choice of a month falls on its first day. */
export const CHOSEN = ['DAY', 'WEEK', 'MONTH'] as const

const usd = z.number().min(1).max(1_000_000)
const share = z.number().min(0.0001).max(1)
const price = z.number().min(0).max(1)
const day = z.iso.date().refine((text) => dayOfText(text) !== null, 'must be a day such as 2026-02-17')
const seconds = z.int().min(0).max(604_800)
const BOARD_IDS = LEADERBOARDS.map(({ id }) => id)

const universe = z
  .strictObject({
    leaderboard: z
      .enum(BOARD_IDS, 'must be a leaderboard such as copyable-all')
      .optional()
      .describe('A leaderboard, such as copyable-all.'),
    traders: z
      .array(z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be addresses: 0x and 40 hex digits'))
      .min(1)
      .max(200)
      .optional()
      .describe('Addresses in place of a leaderboard: you choose them with what you know today.'),
    screen: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22}$/, 'must be the id of a saved screen: 22 characters')
      .optional()
      .describe('A saved screen in place of a leaderboard: its members as recorded after each close.'),
    top: z
      .int()
      .min(1)
      .max(100)
      .default(20)
      .describe('How many traders of the leaderboard or the screen, the best first.'),
    chosen: z
      .enum(CHOSEN)
      .default('WEEK')
      .describe('How often they are chosen: by the close of the day before.'),
  })
  .refine(
    ({ leaderboard, traders, screen }) =>
      [leaderboard, traders, screen].filter((one) => one !== undefined).length === 1,
    { message: 'must name one of leaderboard, traders and screen' },
  )

const record = z.strictObject({
  days: z.int().min(0).max(MOST_DAYS).default(30).describe('Days since their first trade, at least.'),
  trades: z.int().min(1).max(1_000_000).default(20).describe('Trades before the choice, at least.'),
})

const entry = z.strictObject({
  sides: z
    .enum(['BUYS', 'BOTH'])
    .default('BUYS')
    .describe('Whether their sales are copied as they are, too.'),
  minUsd: z.number().min(0).max(1_000_000_000).default(0).describe('Dollars of a copied trade, at least.'),
  categories: z
    .array(z.enum(MARKET_CATEGORIES))
    .max(8)
    .default([])
    .describe('Only these categories; none: all.'),
  minPrice: price.default(0).describe('Dollars a share, at least.'),
  maxPrice: price.default(1).describe('Dollars a share, at most.'),
  firstOnly: z.boolean().default(false).describe("Only a trader's first trade in a market."),
  agreeAtLeast: z.int().min(1).max(100).default(1).describe('How many of them bought the outcome, at least.'),
  agreeAtMost: z.int().min(1).max(100).default(100).describe('The same, at most.'),
  agreeDays: z.int().min(1).max(90).default(7).describe('Days within which they agree.'),
})

const size = z
  .strictObject({
    usd: usd.optional().describe('Dollars of each copy.'),
    shareOfTrade: share.optional().describe('Share of their dollars, instead.'),
    shareOfBankroll: share.optional().describe('Share of what the bankroll is worth at cost, instead.'),
    bankroll: z.number().min(1).max(100_000_000).default(5_000).describe('Dollars to begin with.'),
    perMarket: z
      .number()
      .min(1)
      .max(100_000_000)
      .nullable()
      .default(null)
      .describe('Dollars in one market, at most.'),
    perTrader: z
      .number()
      .min(1)
      .max(100_000_000)
      .nullable()
      .default(null)
      .describe('Dollars after one trader, at most.'),
    openAtOnce: z
      .number()
      .min(1)
      .max(100_000_000)
      .nullable()
      .default(null)
      .describe('Dollars in all, at most.'),
  })
  .refine(
    (one) => [one.usd, one.shareOfTrade, one.shareOfBankroll].filter((it) => it !== undefined).length === 1,
    {
      message: 'must have one of usd, shareOfTrade and shareOfBankroll',
    },
  )

const fill = z.strictObject({
  mode: z.enum(['TAKER', 'MAKER']).default('TAKER').describe('MAKER: an order that rests at their price.'),
  participation: z.number().min(0.001).max(1).default(0.2).describe('Share of each real trade, at most.'),
  window: z.int().min(1).max(604_800).default(3_600).describe('Seconds after which an order ends.'),
  maxSlippage: price.default(0.02).describe('Dollars a share beyond their price, at most.'),
})

const exit = z.strictObject({
  traderSells: z.boolean().default(true).describe('Sell when the trader first sells the outcome.'),
  days: z.int().min(1).max(MOST_DAYS).nullable().default(null).describe('Sell after this many days.'),
  price: z.number().gt(0).max(1).nullable().default(null).describe('Sell once the price is at least this.'),
})

const RULE = z
  .strictObject({
    universe,
    record: record.prefault({}),
    entry: entry.prefault({}),
    delay: z
      .union([seconds, z.array(seconds).min(1).max(6)])
      .default(30)
      .describe('Seconds after their block; of a list, the first decides and the others make a curve.'),
    size,
    fill: fill.prefault({}),
    exit: exit.prefault({}),
    from: day.describe('The first day.'),
    to: day.describe('The last day.'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
  .refine(({ from, to }) => (dayOfText(to) ?? 0) - (dayOfText(from) ?? 0) < MOST_DAYS, {
    path: ['from'],
    message: `must be less than ${MOST_DAYS} days before to`,
  })
  .refine(({ entry: { minPrice, maxPrice } }) => minPrice <= maxPrice, {
    path: ['entry', 'maxPrice'],
    message: 'must not be below minPrice',
  })

/** The parts of a rule that are objects, with their fields: every way of giving a rule is made from them. */
export const RULE_PARTS = { universe, record, entry, size, fill, exit }

/** A field's type without its default, and that default. */
export function ruleField(field: z.ZodType): { type: unknown; usual: unknown } {
  let usual: unknown
  let type: unknown = field
  for (;;) {
    if (type instanceof z.ZodDefault) {
      usual = type.def.defaultValue
      type = type.unwrap()
    } else if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) type = type.unwrap()
    else return { type, usual }
  }
}

/** A rule as it is written: dollars, shares of one, days as text. */
export type RuleText = z.input<typeof RULE>

type Parsed = z.output<typeof RULE>

/** A rule with every default filled in; the delays ascend behind the first. */
export interface Rule extends Omit<Parsed, 'from' | 'to' | 'delay'> {
  from: Day
  to: Day
  delays: readonly [number, ...number[]]
  /** Hex: the same for two rules that say the same. */
  hash: string
  /** The rule in its one spelling. */
  text: Parsed
}

/** The title of a rule that has none of its own. */
export function ruleTitle({ universe: { leaderboard, traders, screen, top } }: RuleText): string {
  if (screen !== undefined) return `Top ${top} of a screen`
  return leaderboard === undefined ? plural(traders?.length ?? 0, 'wallet') : `Top ${top} of ${leaderboard}`
}

/**
 * Reads a rule.
 * @throws PequodError BAD_USER_INPUT with a sentence that names the first wrong field
 */
export function readRule(value: unknown): Rule {
  const { success, data, error } = RULE.safeParse(value)
  if (!success) throw badRule(error)
  const [first = 0, ...others] = Array.isArray(data.delay) ? data.delay : [data.delay]
  const more = [...new Set(others)].filter((one) => one !== first).sort((a, b) => a - b)
  const text: Parsed = {
    ...data,
    universe: {
      ...data.universe,
      ...(data.universe.traders && { traders: lowerSorted(data.universe.traders) }),
    },
    entry: { ...data.entry, categories: [...new Set(data.entry.categories)].sort() },
    delay: [first, ...more],
  }
  const { from, to, delay: _, ...rest } = text
  return {
    ...rest,
    from: dayOfText(from) ?? 0,
    to: dayOfText(to) ?? 0,
    delays: [first, ...more],
    hash: createHash('sha256').update(JSON.stringify(text)).digest('hex'),
    text,
  }
}

function lowerSorted(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map((address) => address.toLowerCase()))].sort()
}

function badRule(error: z.ZodError): PequodError {
  const [issue] = error.issues
  const path = issue?.path.join('.') ?? ''
  const [part = 'rule', ...fields] = path === '' ? [] : path.split('.')
  const field = fields.join('.')
  const unknown = issue?.code === 'unrecognized_keys' ? `has no field ${issue.keys.join(', ')}` : null
  const what = unknown ?? (issue?.message ?? 'is wrong').replace(/^./, (letter) => letter.toLowerCase())
  const message = path === '' ? `The rule ${what}.` : `The rule's ${path}: ${what}.`
  return new PequodError('BAD_USER_INPUT', message, {
    problems: [
      { in: 'argument', name: part, message: field === '' ? what : `has a wrong ${field}: ${what}` },
    ],
  })
}
