import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'
import { moneyRange, moneyText, percentText } from '../../formats.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { day, shortDay } from '../kit/times.ts'
import { money, percent } from '../parts/amounts.ts'
import { dayTicks, numberTicks, place, plot, SQUARE, stretched } from './plot.ts'
import { moneyTicks } from './series.ts'

/** The net result of a rule at a day's close. */
interface ResultPoint {
  day: string
  net: number
  low: number
  high: number
  randomTraders: number
}

const { width, height } = SQUARE
/** The least distance of two labels at the right end, in hundredths of the height. */
const APART = 9

/** Draws the net result of a rule with its 95% band, and the mean of random traders. */
export function resultChart(points: readonly ResultPoint[]): Html {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return html`<p class="tiny">No day is over.</p>`
  const x = scaleUtc([new Date(first.day), new Date(last.day)], [0, width])
  const values = points.flatMap(({ net, low, high, randomTraders }) => [net, low, high, randomTraders])
  const least = Math.min(0, ...values)
  const y = scaleLinear([least, Math.max(...values, least + 0.01)], [height, 0]).nice(5)
  const at = ({ day: text }: ResultPoint) => x(new Date(text))
  const drawn = (value: (point: ResultPoint) => number) =>
    line<ResultPoint>(at, (one) => y(value(one)))(points)
  const band = area<ResultPoint>(
    at,
    ({ low }) => y(low),
    ({ high }) => y(high),
  )(points)
  const up = (value: number) => (y(value) / height) * 100
  const zero = place(up(0))
  const days = (Date.parse(last.day) - Date.parse(first.day)) / 86_400_000
  const [own, others] = spread(up(last.net), up(last.randomTraders))
  const [net, random] = [last.net, last.randomTraders].map((value) => moneyText(value, { isSigned: true }))
  return plot({
    names: [
      { key: 'k1', text: html`This rule ${money(last.net, { isSigned: true })}` },
      { key: 'k6', text: html`Random traders ${money(last.randomTraders, { isSigned: true })}` },
    ],
    label: `Net result from ${shortDay(first.day)} to ${shortDay(last.day)}: ${net}, 95% band ${moneyRange(last)}; random traders ${random}.`,
    size: 'tall',
    x: dayTicks(x.ticks(5), { at: (tick) => (x(tick) / width) * 100, days }),
    y: moneyTicks(y.ticks(5), (tick) => 100 - (y(tick) / height) * 100),
    body: [
      stretched(
        html`<path class="band k1" d="${band}"/><path class="line second" d="${drawn((one) => one.randomTraders)}"/><path class="line k1" d="${drawn((one) => one.net)}"/>`,
      ),
      html`<line class="zero" x1="0" x2="100%" y1="${zero}" y2="${zero}"/>`,
      html`<text class="wide end k1" x="100%" dx="8" y="${place(own)}" dy="4">${net} this rule</text>`,
      html`<text class="wide" x="100%" dx="8" y="${place(others)}" dy="4">${random} random traders</text>`,
    ],
    table: {
      heads: ['Day', 'This rule', '95% from', 'to', 'Random traders'],
      rows: points.map((point) => ({
        at: (at(point) / width) * 100,
        cells: [
          day(point.day),
          ...[point.net, point.low, point.high, point.randomTraders].map((value) =>
            money(value, { isSigned: true }),
          ),
        ],
      })),
    },
  })
}

/** Moves two labels apart that would cover each other. */
function spread(one: number, other: number): [number, number] {
  const gap = APART - Math.abs(one - other)
  if (gap <= 0) return [one, other]
  const [up, down] = one <= other ? [one, other] : [other, one]
  const moved = [Math.max(0, up - gap / 2), Math.min(100, Math.max(0, up - gap / 2) + APART)] as const
  return one <= other ? [moved[0], moved[1]] : [moved[1], down === one ? moved[1] : moved[0]]
}

/** A return of a rule by what was changed of it. */
interface ReturnPoint {
  /** Dollars a copy, or seconds of delay. */
  size: number
  words: string
  value: number | null
  /** Cells of the numbers beneath, behind the words and the return. */
  cells: readonly Part[]
}

/** Draws the return on stake against dollars a copy or seconds of delay, over their logarithm. */
export function returnChart(
  points: readonly ReturnPoint[],
  { label, heads }: { label: string; heads: readonly string[] },
): Html {
  const known = points.flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]))
  if (known.length === 0) return html`<p class="tiny">Nothing was bought.</p>`
  const sizes = points.map(({ size }) => Math.max(1, size))
  const x = scaleLog([Math.min(...sizes), Math.max(...sizes, Math.min(...sizes) * 2)], [10, 90])
  const across = (size: number) => x(Math.max(1, size))
  const values = known.map(({ value }) => value)
  const least = Math.min(0, ...values)
  const y = scaleLinear([least, Math.max(0, ...values, least + 0.01)], [100, 14]).nice(4)
  const zero = place(y(0))
  const path = known.map(
    ({ size, value }, i) => `${i === 0 ? 'M' : 'L'}${across(size) * 10},${y(value) * 10}`,
  )
  return plot({
    label: `${label}: ${known.map(({ words, value }) => `${words} ${percentText(value, { digits: 1, isSigned: true })}`).join(', ')}.`,
    size: 'mid',
    x: points.map(({ size, words }) => ({ at: across(size), text: words })),
    y: numberTicks(y.ticks(4), {
      at: (tick) => 100 - y(tick),
      text: (tick, digits) => percentText(tick, { digits }),
    }),
    body: [
      html`<line class="zero" x1="0" x2="100%" y1="${zero}" y2="${zero}"/>`,
      stretched(html`<path class="line" d="${path.join('')}"/>`),
      known.map(
        ({ size, value }) =>
          html`<circle class="dot" cx="${place(across(size))}" cy="${place(y(value))}" r="4.5"/><text class="strong label" x="${place(across(size))}" y="${place(y(value))}" dy="-11" text-anchor="middle">${percentText(value, { digits: 1, isSigned: true })}</text>`,
      ),
    ],
    table: {
      heads,
      rows: points.map(({ words, value, cells }) => ({
        at: null,
        cells: [words, percent(value, { digits: 1, isSigned: true }), ...cells],
      })),
    },
  })
}

/** Draws a step from one sum to another as a bar of a row, on the scale of all rows. */
export function stepBar(from: number, to: number, ends: readonly [low: number, high: number]): Html {
  const x = scaleLinear(ends, [0, 100])
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  const zero = place(x(0))
  return html`<svg aria-hidden="true"><rect class="bar-${to < from ? 'bad' : 'good'}" x="${place(x(low))}" width="${place(Math.max(0.4, x(high) - x(low)))}" height="10" rx="2"/><line x1="${zero}" x2="${zero}" y1="0" y2="10" class="zero"/></svg>`
}
