import { z } from 'zod'
import { isAddress } from '../../ledger/address.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { FILL_USD } from '../config/alert-config-input.ts'
import { MOST_TOP } from './board-places.ts'
import { type BoardRules, type FollowRules, type MarketRules, NOTICE_KINDS } from './follow.ts'
import { LEAST_PART, SHARE_PARTS } from './known-share.ts'
import { isZone, type QuietHours } from './quiet-hours.ts'

/** A price in dollars per share. */
export const PRICE = { minimum: 0, maximum: 1 } as const satisfies ValueLimits
/** A level of a price: one that the price can leave again by two cents. */
export const LEVEL = { minimum: 0.02, maximum: 0.98 } as const satisfies ValueLimits
/** A change of a price within an hour. */
export const JUMP = { minimum: 0.05, maximum: 0.9 } as const satisfies ValueLimits
/** A part of an outcome's shares. */
export const HOLDER_SHARE = {
  minimum: LEAST_PART / SHARE_PARTS,
  maximum: 1,
} as const satisfies ValueLimits
/** Places of a leaderboard that are followed. */
export const TOP = { minimum: 1, maximum: MOST_TOP } as const satisfies ValueLimits
/** Unless more or fewer are asked for. */
export const DEFAULT_TOP = 10
/** A time of the day. */
export const CLOCK: ValueLimits = {
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  form: 'a time of the day such as 22:00',
}
/** A time zone. */
export const ZONE: ValueLimits = { minLength: 1, maxLength: 64 }

const price = z
  .number()
  .transform((dollars) => Math.round(dollars * MICRO))
  .nullable()
  .default(null)
const part = z
  .number()
  .transform((share) => Math.round(share * SHARE_PARTS))
  .nullable()
  .default(null)
const clock = z.string().nullable().default(null)
const quiet = { quietFrom: clock, quietTo: clock, timeZone: z.string().nullable().default(null) }
type Quiet = z.output<z.ZodObject<typeof quiet>>
type Refuse = (name: string, message: string) => void

/**
 * The rules of a follow as its owner writes them, which the schema has checked one by one: what they must be together.
 * Amounts become exact; what stands twice in a list counts once.
 */
export const followInput = z
  .object({
    address: z.string().refine(isAddress),
    minUsd: z
      .number()
      .max(FILL_USD.maximum)
      .default(0)
      .transform((dollars) => Math.round(dollars * MICRO)),
    categories: z.array(z.enum(MARKET_CATEGORIES)).default([]).transform(once),
    minPrice: price,
    maxPrice: price,
    side: z.enum(['BUY', 'SELL']).nullable().default(null),
    kinds: z.array(z.enum(NOTICE_KINDS)).default([]).transform(once),
    ...quiet,
  })
  .superRefine(({ minPrice, maxPrice, ...rules }, context) => {
    const refuse = refuseIn(context)
    if ((minPrice ?? 0) > (maxPrice ?? MICRO)) refuse('minPrice', 'must be at most maxPrice')
    checkQuiet(rules, refuse)
  })
  .transform(
    ({ address, quietFrom, quietTo, timeZone, ...rules }): FollowRules & { address: typeof address } => ({
      ...rules,
      address,
      quietHours: quietHoursOf({ quietFrom, quietTo, timeZone }),
    }),
  )

/** The rules of a market's follow likewise. */
export const marketFollowInput = z
  .object({
    outcome: z.number().default(0),
    above: price,
    below: price,
    jump: price,
    holderShare: part,
    stance: z.boolean().default(false),
    ...quiet,
  })
  .superRefine((rules, context) => checkQuiet(rules, refuseIn(context)))
  .transform(
    ({ quietFrom, quietTo, timeZone, ...rules }): MarketRules => ({
      ...rules,
      quietHours: quietHoursOf({ quietFrom, quietTo, timeZone }),
    }),
  )

/** The rules of a leaderboard's follow likewise. */
export const boardFollowInput = z
  .object({ board: z.string(), top: z.number().default(DEFAULT_TOP), ...quiet })
  .superRefine((rules, context) => checkQuiet(rules, refuseIn(context)))
  .transform(
    ({ quietFrom, quietTo, timeZone, ...rules }): BoardRules => ({
      ...rules,
      quietHours: quietHoursOf({ quietFrom, quietTo, timeZone }),
    }),
  )

function refuseIn(context: z.core.$RefinementCtx<unknown>): Refuse {
  return (name, message) => context.addIssue({ code: 'custom', path: [name], message })
}

function checkQuiet({ quietFrom, quietTo, timeZone }: Quiet, refuse: Refuse): void {
  const given = [quietFrom, quietTo, timeZone].filter((value) => value !== null)
  if (given.length === 0) return
  if (given.length < 3) refuse('quietFrom', 'needs quietTo and timeZone: set all three, or none')
  if (quietFrom === quietTo) refuse('quietTo', 'must differ from quietFrom')
  if (timeZone !== null && !isZone(timeZone))
    refuse('timeZone', 'must be the name of a time zone such as Europe/Berlin')
}

function quietHoursOf({ quietFrom, quietTo, timeZone }: Quiet): QuietHours | null {
  return quietFrom === null || quietTo === null || timeZone === null
    ? null
    : { from: minutesOf(quietFrom), to: minutesOf(quietTo), zone: timeZone }
}

function once<Value>(list: readonly Value[]): Value[] {
  return [...new Set(list)]
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes since midnight as a time of the day. */
export function clockText(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
