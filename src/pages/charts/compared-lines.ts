import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { type Html, html } from '../kit/html.ts'
import { day } from '../kit/times.ts'
import { endLabels, lineEnd, shortName } from './outcome-lines.ts'
import { dayTicks, numberTicks, type PlotOptions, place, plot, type Size, SQUARE, stretched } from './plot.ts'

/** A trader's number by day, oldest first; omitted days changed nothing. */
export interface ComparedLine {
  name: string
  points: readonly { day: string; value: number }[]
}

/** How the numbers of a chart are written. */
export interface ComparedMeasure {
  /** Begins the chart's sentence: `Return on money staked`. */
  title: string
  /** Text of a value with its sign. */
  text(value: number): string
  tick(value: number, digits: number): string
}

const DAY_MILLISECONDS = 86_400_000

/** One chart of a line a trader. */
export function comparedLines(lines: readonly ComparedLine[], measure: ComparedMeasure): Html {
  const options = comparedPlot(lines, measure)
  if (options === null) return html`<p class="tiny">None of them traded in this time.</p>`
  return plot(options)
}

/** Draws the chart in a size; null without a point. Every line begins at 0, on the day before the first of all points. */
export function comparedPlot(
  lines: readonly ComparedLine[],
  measure: ComparedMeasure,
  size: Size = SQUARE,
): PlotOptions | null {
  const days = [...new Set(lines.flatMap(({ points }) => points.map((point) => point.day)))].sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const { width, height } = size
  const [start, end] = [Date.parse(first) - DAY_MILLISECONDS, Date.parse(last)]
  const x = scaleUtc([new Date(start), new Date(end)], [0, lineEnd(size)])
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  // A line cannot show less than a hundredth of a percent.
  const y = scaleLinear([low, Math.max(high, low + 0.0001)], [height, 0]).nice(4)
  const drawn = line<{ at: number; value: number }>(
    ({ at }) => x(new Date(at)),
    ({ value }) => y(value),
  )
  const pathOf = ({ points }: ComparedLine) => {
    const known = points.map((point) => ({ at: Date.parse(point.day), value: point.value }))
    const flat = known.at(-1)
    return drawn([{ at: start, value: 0 }, ...known, ...(flat ? [{ ...flat, at: end }] : [])])
  }
  const ends = lines.flatMap(({ name, points }, i) => {
    const value = points.at(-1)?.value
    if (value === undefined) return []
    return [
      { name, i, value, at: (y(value) / height) * 100, text: `${measure.text(value)} ${shortName(name)}` },
    ]
  })
  const zero = place((y(0) / height) * 100)
  const across = (at: number) => (x(new Date(at)) / width) * 100
  return {
    label: `${measure.title}: ${ends.map(({ name, value }) => `${name} ${measure.text(value)}`).join(', ')}.`,
    size: 'tall',
    names: lines.map(({ name, points }, i) => ({
      key: `k${i + 1}`,
      text: html`<bdi>${name}</bdi> ${endText(points, measure)}`,
    })),
    x: dayTicks(x.ticks(5), {
      at: (tick) => across(tick.getTime()),
      days: (end - start) / DAY_MILLISECONDS,
    }),
    y: numberTicks(y.ticks(4), { at: (tick) => 100 - (y(tick) / height) * 100, text: measure.tick }),
    body: [
      html`<line class="zero" x1="0" x2="100%" y1="${zero}" y2="${zero}"/>`,
      stretched(
        html`${lines.map((one, i) => one.points.length > 0 && html`<path class="line k${i + 1}" d="${pathOf(one)}"/>`)}`,
        size,
      ),
      endLabels(ends, size),
    ],
    table: {
      heads: ['Day', ...lines.map(({ name }) => name)],
      rows: days.map((at) => ({
        at: across(Date.parse(at)),
        cells: [
          day(at),
          ...lines.map(({ points }) => {
            const value = points.findLast((point) => point.day <= at)?.value
            return value === undefined ? '–' : measure.text(value)
          }),
        ],
      })),
    },
  }
}

function endText(points: ComparedLine['points'], { text }: ComparedMeasure): string {
  const last = points.at(-1)
  return last === undefined ? '–' : text(last.value)
}

/** The intervals of several estimates over one axis, with the line of luck; a row each, from 0 to 100 hundredths. */
export function intervalScale(
  intervals: readonly { low: number; high: number }[],
): (estimate: { value: number; low: number; high: number }, told: { label: string; tone: string }) => Html {
  const x = scaleLinear(
    [Math.min(0, ...intervals.map(({ low }) => low)), Math.max(0, ...intervals.map(({ high }) => high))],
    [3, 97],
  )
  return ({ value, low, high }, { label, tone }) => {
    const luck = place(x(0))
    return html`<svg class="interval" role="img" aria-label="${label}"><line class="zero" x1="${luck}" x2="${luck}" y1="1" y2="19"/><line class="whisker ${tone}" x1="${place(x(low))}" x2="${place(x(high))}" y1="10" y2="10"/><circle class="dot ${tone}" cx="${place(x(value))}" cy="10" r="4"/></svg>`
  }
}
