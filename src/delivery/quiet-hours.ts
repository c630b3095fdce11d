import { LRUCache } from 'lru-cache'

/** The hours of each day without notifications; over midnight if they end before they begin. */
export interface QuietHours {
  /** Minutes since local midnight, 0 to 1439. */
  from: number
  /** The end, like `from` in minutes of the day; it is not equal to `from`. */
  to: number
  zone: string
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
