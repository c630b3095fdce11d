/** Hours of each day in which nothing is to be sent; over midnight where they end before they begin. */
export interface QuietHours {
  /** Minutes since local midnight, 0 to 1439. */
  from: number
  /** Likewise; not `from`. */
  to: number
  /** A time zone's IANA name. */
  zone: string
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Minutes: no zone changes its clock by more in a night. */
const LARGEST_CHANGE = 180

/**
 * When the quiet hours around a moment end; null where it lies in none. The end is the first whole minute from which the
 * zone's clock shows a time outside them, so that a night in which clocks change is as long as it is.
 * @param ms milliseconds since 1970
 */
export function quietUntil({ from, to, zone }: QuietHours, ms: number): number | null {
  const clock = clockOf(zone)
  const isQuiet = (at: number) => (clock(at) - from + DAY_MINUTES) % DAY_MINUTES < length
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES
  if (!isQuiet(ms)) return null
  // Without a change of the clock they end so many minutes from now; a change may skip that minute.
  const left = (to - clock(ms) + DAY_MINUTES) % DAY_MINUTES
  let end = (Math.floor(ms / MINUTE_MS) + Math.max(0, left - LARGEST_CHANGE)) * MINUTE_MS
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

const formats = new Map<string, Intl.DateTimeFormat>()

/** Reads a zone's clock: minutes since midnight. */
function clockOf(zone: string): (ms: number) => number {
  const known = formats.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  // There are some 600 zones.
  if (!known) formats.set(zone, format)
  return (ms) => {
    const [hour = 0, minute = 0] = format.format(ms).split(':').map(Number)
    return hour * 60 + minute
  }
}
