import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import type { ValueLimits } from '../value-limits.ts'
import type { ChannelPace, QuietHours } from './channel.ts'
import { ALERT_CHANNELS, ALERT_MESSAGES } from './delivery-tables.ts'

const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/
/** The limits of a time of the day, and of a time zone's name. */
export const CLOCK: ValueLimits = {
  pattern: TIME.source,
  form: 'a time of the day such as 22:00',
}
export const ZONE: ValueLimits = { minLength: 1, maxLength: 64 }
/** True for a text in the form of {@link CLOCK}. */
export function isClock(text: string): boolean {
  return TIME.test(text)
}

export const DAILY_LIMIT = { minimum: 1, maximum: 1_000 } as const

export interface ShownPace {
  quietFrom: string | null
  quietTo: string | null
  timeZone: string | null
  dailyLimit: number | null
}

const text = z.string().nullable().default(null)

/** Reads a pace after the schema has checked the form of each field; a problem names its field. */
export const PACE_INPUT: z.ZodType<ChannelPace> = z
  .object({
    quietFrom: text,
    quietTo: text,
    timeZone: text,
    dailyLimit: z.number().nullable().default(null),
  })
  .superRefine((pace, context) => {
    for (const { name, message } of quietProblems(pace))
      context.addIssue({ code: 'custom', path: [name], message })
  })
  .transform((pace) => ({ quietHours: quietHoursOf(pace), dailyLimit: pace.dailyLimit }))

function quietProblems({ quietFrom, quietTo, timeZone }: ShownPace): { name: string; message: string }[] {
  // A time zone alone is of no hours.
  if (quietFrom === null && quietTo === null) return []
  return [
    quietFrom === null || quietTo === null || timeZone === null
      ? { name: 'quietFrom', message: 'needs quietTo and timeZone: set all three, or none' }
      : [],
    quietFrom === quietTo ? { name: 'quietTo', message: 'must differ from quietFrom' } : [],
    timeZone !== null && !isZone(timeZone)
      ? { name: 'timeZone', message: 'must be the name of a time zone such as Europe/Berlin' }
      : [],
  ].flat()
}

function quietHoursOf({ quietFrom, quietTo, timeZone }: ShownPace): QuietHours | null {
  return quietFrom === null || quietTo === null || timeZone === null
    ? null
    : { from: minutesOf(quietFrom), to: minutesOf(quietTo), zone: timeZone }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns a pace as its owner writes it. */
export function shownPace({ quietHours, dailyLimit }: ChannelPace): ShownPace {
  return {
    quietFrom: quietHours && clockText(quietHours.from),
    quietTo: quietHours && clockText(quietHours.to),
    timeZone: quietHours?.zone ?? null,
    dailyLimit,
  }
}

/** A channel's pace as its row has it. */
interface StoredPace {
  quietHours: string | null
  dailyLimit: number | null
}

/** Reads the pace of a stored channel. Only checked hours are stored. */
export function paceOf({ quietHours, dailyLimit }: StoredPace): ChannelPace {
  return { quietHours: quietHours === null ? null : JSON.parse(quietHours), dailyLimit }
}

/** Returns the columns that keep a pace. */
export function paceColumns({ quietHours, dailyLimit }: ChannelPace): StoredPace {
  return { quietHours: quietHours === null ? null : JSON.stringify(quietHours), dailyLimit }
}

const DAY_MS = 86_400_000

const PACED = statement((from, { ids }: { ids: readonly string[] }) =>
  from(ALERT_CHANNELS)
    .select('id', 'account_id', 'quiet_hours', 'daily_limit')
    .whereAnyOf('id', 'text', ids)
    .where(from.raw('(quiet_hours IS NOT NULL OR daily_limit IS NOT NULL)'))
    .orderBy('id'),
)
interface Lately {
  accountId: number
  channelId: string
  sinceMs: number
  limit: number
}
/** Uses the index on (account, time). */
const LATELY = statement((from, { accountId, channelId, sinceMs, limit }: Lately) =>
  from(ALERT_MESSAGES)
    .select('created_ms')
    .where('account_id', accountId)
    .where('created_ms', '>', sinceMs)
    .where('channel_id', channelId)
    .whereNotIn('kind', ['VERIFY', 'TEST'])
    .orderBy('created_ms', 'desc')
    .limit(limit),
)

/** The channels that take less than everything now. */
export interface Paces {
  /** Channels that take nothing now, each with when they do again, in milliseconds since 1970. */
  asleep: ReadonlyMap<string, number>
  /** The messages that a channel with a limit still takes; one without has no entry. */
  room: ReadonlyMap<string, number>
}

/** Reads what some channels take now: nothing in their quiet hours, and at most their daily limit in 24 hours. */
export async function readPaces(tx: Sql, ids: readonly string[], nowMs: number): Promise<Paces> {
  const asleep = new Map<string, number>()
  const room = new Map<string, number>()
  for (const { id, accountId, ...stored } of await PACED.all(tx, { ids })) {
    const { quietHours, dailyLimit } = paceOf(stored)
    const end = quietHours && quietUntil(quietHours, nowMs)
    if (end !== null) asleep.set(id, end)
    else if (dailyLimit !== null) {
      const asked = { accountId, channelId: id, sinceMs: nowMs - DAY_MS, limit: dailyLimit }
      const lately = await LATELY.all(tx, asked)
      const oldest = lately.at(-1)
      // Messages beyond the limit can only be of before it was set.
      if (oldest !== undefined && lately.length >= dailyLimit) asleep.set(id, oldest.createdMs + DAY_MS)
      else room.set(id, dailyLimit - lately.length)
    }
  }
  return { asleep, room }
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Minutes: no zone changes its clock by more in a night. */
const LARGEST_CHANGE = 180

/**
 * Returns the end of the quiet hours around a moment; null outside them. The end is the first whole minute at
 * which the zone's clock is outside them, so a change of clocks does not lengthen or shorten the night
 * wrongly.
 * @param ms milliseconds since 1970
 */
export function quietUntil({ from, to, zone }: QuietHours, ms: number): number | null {
  const clock = clockOf(zone)
  const isQuiet = (at: number) => (clock(at) - from + DAY_MINUTES) % DAY_MINUTES < length
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES
  if (!isQuiet(ms)) return null
  const minute = Math.floor(ms / MINUTE_MS)
  const left = (to - clock(ms) + DAY_MINUTES) % DAY_MINUTES
  let end = (minute + left) * MINUTE_MS
  if (clock(end) === to) return end
  // The clock changes before then, perhaps over their end.
  end = (minute + Math.max(0, left - LARGEST_CHANGE)) * MINUTE_MS
  while (isQuiet(end)) end += MINUTE_MS
  return end
}

/** True for the name of a time zone that this system knows. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** There are some 600 zones, but each may be written in any case. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 })

/** Reads a zone's clock: minutes since midnight. */
function clockOf(zone: string): (ms: number) => number {
  const known = formats.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (!known) formats.set(zone, format)
  return (ms) => {
    const [hour = 0, minute = 0] = format.format(ms).split(':').map(Number)
    return hour * 60 + minute
  }
}

/** Minutes since midnight as a time of the day. */
export function clockText(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
