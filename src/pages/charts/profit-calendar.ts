import { moneyText, plural } from '../../formats.ts'
import { dayOf, dayOfText, dayText as isoDay, weekStart } from '../../ledger/quantities.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { day, dayText, tickText } from '../kit/times.ts'
import { money } from '../parts/amounts.ts'

/** A day of a record: profit up to its close. */
interface ClosedDay {
  day: string
  pnl: number
}

interface DayChange {
  day: string
  change: number
}

/** Weeks in the calendar: as many as fit a wide and a narrow page. */
const WEEKS = [
  { most: 46, className: 'wide' },
  { most: 18, className: 'narrow' },
] as const
/** Pixels from a day to the next; of a short record on a wide screen more. */
const STEP = 16
const MOST_STEP = 24
/** Pixels between two days. */
const BETWEEN = 3
/** Room for the names of weekdays and months. */
const LEFT = 32
const TOP = 18
const WEEKDAYS = ['Mon', '', 'Wed', '', 'Fri', '', ''] as const
/** The shades of a day, from small to large. */
const SHADES = 4

/**
 * Profit and loss by day, a week a column: gains filled, losses outlined, darker where larger.
 * @param closes the record, oldest first; a day without one had no change
 * @param last the last day of the calendar
 */
export function profitCalendar(closes: readonly ClosedDay[], last: string): Html {
  const moved = changesOf(closes)
  const days = daysBetween(closes[0]?.day ?? last, last)
  const drawn = ({ most }: (typeof WEEKS)[number]) => {
    const count = Math.min(most, Math.ceil(days / 7) + 1)
    return weeks(moved, last, { count, step: Math.min(MOST_STEP, Math.floor((most * STEP) / count)) })
  }
  return html`${WEEKS.map((one) => html`<div class="${one.className}">${drawn(one)}</div>`)}`
}

/** The best and the worst day of a record, and how many were up. */
export function dayFacts(closes: readonly ClosedDay[]): Html {
  const sorted = changesOf(closes).toSorted((a, b) => a.change - b.change)
  const [worst, best] = [sorted[0], sorted.at(-1)]
  const fact = (words: string, one: DayChange | undefined) =>
    one &&
    html`<dt>${words}</dt><dd>${money(one.change, { isSigned: true })} <span class="tiny">${day(one.day)}</span></dd>`
  const up = sorted.filter(({ change }) => change > 0).length
  return html`<dl class="facts">${fact('Best', best)}${fact('Worst', worst)}<dt>Up</dt><dd>${up} of ${plural(sorted.length, 'day')}</dd></dl>`
}

function changesOf(closes: readonly ClosedDay[]): DayChange[] {
  return closes
    .map(({ day: of, pnl }, i) => ({ day: of, change: pnl - (closes[i - 1]?.pnl ?? 0) }))
    .filter(({ change }) => change !== 0)
}

function daysBetween(first: string, last: string): number {
  return (dayOfText(last) ?? 0) - (dayOfText(first) ?? 0)
}

/** Weeks that are drawn, and the pixels of each. */
interface Drawn {
  count: number
  step: number
}

function weeks(moved: readonly DayChange[], last: string, drawn: Drawn): Html {
  const { count, step } = drawn
  const end = dayOfText(last) ?? dayOf(0)
  const start = weekStart(end) - 7 * (count - 1)
  const shown = moved.filter(({ day: of }) => of >= isoDay(start) && of <= last)
  const largest = Math.max(...shown.map(({ change }) => Math.abs(change)), 0.01)
  const byDay = new Map(shown.map(({ day: of, change }) => [of, change]))
  const cells = Array.from({ length: end - start + 1 }, (_none, i) => {
    const of = isoDay(start + i)
    return cell({ day: of, change: byDay.get(of) ?? 0 }, { index: i, largest, step })
  })
  const width = LEFT + count * step
  const total = shown.reduce((sum, { change }) => sum + change, 0)
  const label = `Profit by day from ${dayText(isoDay(start))} to ${dayText(last)}: ${moneyText(total, { isSigned: true })} over ${shown.length} days with a change.`
  return html`<svg class="calendar" viewBox="0 0 ${width} ${TOP + 7 * step}" width="${width}" role="img" aria-label="${label}">${WEEKDAYS.map(
    (words, i) => words && html`<text x="0" y="${TOP + (i + 0.5) * step + 3}">${words}</text>`,
  )}${months(start, drawn)}${cells}</svg>`
}

interface Cell {
  /** Days since the first one. */
  index: number
  largest: number
  step: number
}

function cell({ day: of, change }: DayChange, { index, largest, step }: Cell): Html {
  const [x, y] = [LEFT + Math.floor(index / 7) * step, TOP + (index % 7) * step]
  const size = step - BETWEEN
  const place = html`x="${x}" y="${y}" width="${size}" height="${size}" rx="2.5"`
  if (change === 0) return html`<rect ${place}/>`
  const shade = Math.ceil(SHADES * Math.sqrt(Math.abs(change) / largest)) / SHADES
  return html`<rect ${place} class="${change > 0 ? 'up' : 'down'}" ${change > 0 ? 'fill' : 'stroke'}-opacity="${shade}"><title>${dayText(of)}: ${moneyText(change, { isSigned: true })}</title></rect>`
}

/** The months that begin in the weeks shown, where there is room for their names. */
function months(start: number, { count, step }: Drawn): Part {
  return Array.from({ length: count }, (_none, week) => {
    const first = new Date(`${isoDay(start + 7 * week)}T00:00:00Z`)
    const isNew = first.getUTCDate() <= 7 && week < count - 1
    return isNew && html`<text x="${LEFT + week * step}" y="11">${tickText(first, 31).split(' ')[0]}</text>`
  })
}
