import { dateText, momentText } from '../../formats.ts'
import { type Html, html } from './html.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', hourCycle: 'h23', ...options })
const SHORT_DAY = format({ day: 'numeric', month: 'short' })
const MONTH = format({ month: 'short', year: 'numeric' })

/** A moment in UTC: the browser's script says how long ago where that is recent. */
export function moment(time: string): Html {
  const text = momentText(time)
  return html`<time datetime="${time}" title="${fullText(time)}">${text}</time>`
}

function fullText(time: string): string {
  return time.replace('T', ' ').replace('Z', ' UTC')
}

/** The minute of a moment, `23:59` UTC, which stays as it is: the page says the hour and day elsewhere. */
export function minuteOf(time: string): Html {
  return html`<time data-exact datetime="${time}" title="${fullText(time)}">${time.slice(11, 16)}</time>`
}

/**
 * The moment of a row, as short as its page allows: the minute of the page's own day, a day of its own year without the year.
 * @param page the time of the page's last event
 */
export function rowMoment(time: string, page: string): Html {
  const [clock, shown] = [time.slice(11, 16), dayText(time)]
  const day = time.slice(0, 4) === page.slice(0, 4) ? shortDay(time) : shown
  const text = time.slice(0, 10) === page.slice(0, 10) ? clock : `${day}, ${clock}`
  return html`<time datetime="${time}" title="${fullText(time)}">${text}</time>`
}

/** A day of a row: without the year where it is the page's. @param page a time of the page's year */
export function rowDay(text: string, page: string): Html {
  return html`<time datetime="${text}">${text.slice(0, 4) === page.slice(0, 4) ? shortDay(text) : dayText(text)}</time>`
}

/** Formats the hour that a moment begins: `Mar 1, 22:00–23:00`. */
export function hourText(time: string): string {
  const start = new Date(time)
  const clock = (hours: number) => `${String(hours).padStart(2, '0')}:00`
  return `${SHORT_DAY.format(start)}, ${clock(start.getUTCHours())}–${clock(start.getUTCHours() + 1)}`
}

/** A UTC day: `Mar 1, 2026`. */
export function day(text: string): Html {
  return html`<time datetime="${text}">${dayText(text)}</time>`
}

/** Formats a day as text. */
export function dayText(text: string): string {
  return dateText(new Date(text))
}

/** Formats a day without its year: `Feb 26`. */
export function shortDay(text: string): string {
  return SHORT_DAY.format(new Date(text))
}

/** The day at whose close a table's rows are, where it is not the page's own. @param page a time on the page's day */
export function closeOf(rows: string, page: string): Html | null {
  return rows === page.slice(0, 10) ? null : html`as of the close of ${day(rows)}`
}

/** Formats a day on an axis of some days. */
export function tickText(date: Date, days: number): string {
  return (days > 120 ? MONTH : SHORT_DAY).format(date)
}

/** Formats the time between two moments in its largest unit: `12 days`. */
export function spanText(seconds: number): string {
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? [1, 'second']
  const amount = Math.floor(seconds / size)
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const
