import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { axisMoneyText, centsText, exactMoneyText, moneyText } from '../../formats.ts'
import { type Html, html } from '../kit/html.ts'
import { day } from '../kit/times.ts'
import { money } from '../parts/amounts.ts'
import { dayTicks, numberTicks, type PlotOptions, place, plot, SQUARE, stretched, type Tick } from './plot.ts'

interface ProfitPoint {
  day: string
  /** Profit up to that day's close, marked at the last price. */
  pnl: number
  realizedPnl: number
}

const DAY_MILLISECONDS = 86_400_000

/** Profit over time: marked as a line over its area, realized dashed, and the largest fall from a peak shaded. */
export function profitChart(points: readonly ProfitPoint[]): Html {
  const options = profitPlot(points)
  return options === null ? html`<p class="tiny">No trades yet.</p>` : plot(options)
}

/** Draws the chart in a size; null without a day. */
export function profitPlot(points: readonly ProfitPoint[], size = SQUARE): PlotOptions | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const { width, height } = size
  // A record begins at 0, on the day before its first point.
  const start = new Date(Date.parse(first.day) - DAY_MILLISECONDS)
  const all = [{ day: start.toISOString().slice(0, 10), pnl: 0, realizedPnl: 0 }, ...points]
  const x = scaleUtc([start, new Date(last.day)], [0, width])
  const values = all.flatMap(({ pnl, realizedPnl }) => [pnl, realizedPnl])
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  // A curve cannot show less than a cent.
  const y = scaleLinear([low, Math.max(high, low + 0.01)], [height, 0]).nice(5)
  // A loss of a few dollars takes no fifth of the chart.
  const [, top = 0] = y.domain()
  if (-low < top / 50) y.domain([low, top])
  const at = (text: string) => x(new Date(text))
  const days = (Date.parse(last.day) - start.getTime()) / DAY_MILLISECONDS
  const marked = line<ProfitPoint>(
    (point) => at(point.day),
    (point) => y(point.pnl),
  )
  const realized = line<ProfitPoint>(
    (point) => at(point.day),
    (point) => y(point.realizedPnl),
  )
  const ground = area<ProfitPoint>(
    (point) => at(point.day),
    y(0),
    (point) => y(point.pnl),
  )
  const fall = largestFall(all)
  const across = (text: string) => (at(text) / width) * 100
  const zero = place((y(0) / height) * 100)
  return {
    label: `Profit from ${first.day} to ${last.day}: ${moneyText(last.pnl, { isSigned: true })} marked at the last price, ${moneyText(last.realizedPnl, { isSigned: true })} realized.`,
    x: dayTicks(x.ticks(5), { at: (tick) => (x(tick) / width) * 100, days }),
    y: moneyTicks(y.ticks(5), (tick) => 100 - (y(tick) / height) * 100),
    body: [
      fall &&
        html`<rect class="fall" x="${place(across(fall.from))}" width="${place(across(fall.to) - across(fall.from))}" y="0" height="100%"><title>Largest fall: ${exactMoneyText(fall.size)}</title></rect>`,
      stretched(
        html`<path class="area" d="${ground(all)}"/><path class="line second" d="${realized(all)}"/><path class="line" d="${marked(all)}"/>`,
        size,
      ),
      html`<line class="zero" x1="0" x2="100%" y1="${zero}" y2="${zero}"/>`,
    ],
    table: {
      heads: ['Day', 'Marked', 'Realized'],
      rows: points.map((point) => ({
        at: across(point.day),
        cells: [
          day(point.day),
          money(point.pnl, { isSigned: true }),
          money(point.realizedPnl, { isSigned: true }),
        ],
      })),
    },
  }
}

/** Labels of an axis of dollars: `$1.2M`, `$0.05`. */
export function moneyTicks(ticks: readonly number[], at: (tick: number) => number): Tick[] {
  // Parts of a dollar are cents, which have two digits.
  const fewest = ticks.every((tick) => Number.isInteger(tick)) ? 1 : 2
  return numberTicks(ticks, { at, text: axisMoneyText, fewest })
}

/** The largest fall from a peak to a later day; null where it never fell. */
function largestFall(points: readonly ProfitPoint[]): { from: string; to: string; size: number } | null {
  let peak = points[0]
  let largest: { from: string; to: string; size: number } | null = null
  for (const point of points) {
    if (peak === undefined || point.pnl >= peak.pnl) peak = point
    const size = peak.pnl - point.pnl
    if (size > (largest?.size ?? 0)) largest = { from: peak.day, to: point.day, size }
  }
  return largest
}

/** Draws a small line of a row from 0 to its last value, in the color of that one. */
export function sparkline(values: readonly number[], label: string): Html {
  if (values.length === 0) return html`<span class="none">–</span>`
  const all = [0, ...values]
  const x = scaleLinear([0, all.length - 1], [0, 96])
  const y = scaleLinear([Math.min(...all), Math.max(...all, Math.min(...all) + 0.01)], [26, 2])
  const path = line<number>(
    (_value, index) => x(index),
    (value) => y(value),
  ).digits(1)(all)
  const tone = (all.at(-1) ?? 0) < 0 ? 'loss' : 'gain'
  return html`<svg viewBox="0 0 96 28" role="img" aria-label="${label}"><line x1="0" x2="96" y1="${y(0).toFixed(1)}" y2="${y(0).toFixed(1)}"/><path class="${tone}" d="${path}"/></svg>`
}

/** Draws a small line of a row's prices in steps, in the color of the change from the first to the last. */
export function priceLine(prices: readonly number[], label: string): Html {
  const [first = 0, last = 0] = [prices[0], prices.at(-1)]
  const x = scaleLinear([0, Math.max(1, prices.length - 1)], [0, 96])
  const y = scaleLinear([Math.min(...prices), Math.max(...prices, Math.min(...prices) + 0.01)], [26, 2])
  const path = line<number>(
    (_price, index) => x(index),
    (price) => y(price),
  )
    .curve(curveStepAfter)
    .digits(1)(prices)
  const words = `${label}: from ${centsText(first)} to ${centsText(last)}`
  return html`<svg viewBox="0 0 96 28" role="img" aria-label="${words}"><path class="${last < first ? 'loss' : 'gain'}" d="${path}"/></svg>`
}
