import { scaleLinear, scaleUtc } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { centsText } from '../../text.ts'
import { type Html, html } from '../kit/html.ts'
import { day } from '../kit/times.ts'
import { cents, money } from '../parts/amounts.ts'
import { dayTicks, type PlotOptions, place, plot, type Size, SQUARE, stretched } from './plot.ts'

/** A day of an outcome's prices. */
interface PricePoint {
  time: string
  /** Null before the first trade. */
  close: number | null
  volume: number | null
}

/** An event at a time and price, with its label. */
interface PriceMark {
  time: string
  price: number
  words: string
}

const DAY_MILLISECONDS = 86_400_000

/**
 * Draws an outcome's price as a line, with the dollars traded each day as bars beneath.
 * @param points oldest first
 * @param marks events shown on it
 */
export function priceChart(
  points: readonly PricePoint[],
  outcome: string,
  marks: readonly PriceMark[] = [],
): Html {
  const options = pricePlot(points, outcome, { marks })
  return options === null ? html`<p class="tiny">No trades yet.</p>` : plot(options)
}

/** Draws the chart in a size; null without a trade. */
export function pricePlot(
  points: readonly PricePoint[],
  outcome: string,
  { size = SQUARE, marks = [] }: { size?: Size; marks?: readonly PriceMark[] } = {},
): PlotOptions | null {
  const traded = points.flatMap(({ time, close, volume }) =>
    close === null ? [] : [{ time, close, volume: volume ?? 0 }],
  )
  const [first, last] = [traded[0], traded.at(-1)]
  if (first === undefined || last === undefined) return null
  const { width, height } = size
  const end = new Date(Date.parse(last.time) + DAY_MILLISECONDS)
  const x = scaleUtc([new Date(first.time), end], [0, width])
  const days = (end.getTime() - Date.parse(first.time)) / DAY_MILLISECONDS
  const y = scaleLinear([0, 1], [height * 0.72, 0])
  const most = Math.max(1, ...traded.map(({ volume }) => volume))
  const barWidth = Math.max(0.3, 80 / days)
  const at = (time: string) => x(new Date(time))
  const across = (time: string) => (at(time) / width) * 100
  const drawn = line<(typeof traded)[number]>(
    (point) => at(point.time),
    (point) => y(point.close),
  ).curve(curveStepAfter)
  return {
    label: `Price of ${outcome} by day: from ${centsText(first.close)} to ${centsText(last.close)}.`,
    size: 'tall',
    x: dayTicks(x.ticks(5), { at: (tick) => (x(tick) / width) * 100, days }),
    y: [0, 0.25, 0.5, 0.75, 1].map((tick) => ({ at: 100 - (y(tick) / height) * 100, text: centsText(tick) })),
    body: [
      traded.map(({ time, volume }) => {
        const share = (volume / most) * 22
        return html`<rect class="bar-plain dim" x="${place(across(time))}" width="${place(barWidth)}" y="${place(100 - share)}" height="${place(share)}"/>`
      }),
      stretched(html`<path class="line" d="${drawn(traded)}H${width}"/>`, size),
      marks
        .filter(({ time }) => across(time) >= 0 && across(time) <= 100)
        .map(
          ({ time, price, words }) =>
            html`<circle class="mark" cx="${place(across(time))}" cy="${place((y(price) / height) * 100)}" r="5"><title>${words}</title></circle>`,
        ),
    ],
    table: {
      heads: ['Day', 'Close', 'Volume'],
      rows: traded.map(({ time, close, volume }) => ({
        at: across(time),
        cells: [day(time.slice(0, 10)), cents(close), money(volume)],
      })),
    },
  }
}

/** Shows the prices of two outcomes as the two parts of one bar. @param first the first one's price */
export function outcomeBar(first: number): Html {
  return html`<svg class="share-bar" aria-hidden="true"><rect class="bar-back" width="100%" height="12" rx="6"/><rect class="bar-plain" width="${place(first * 100)}" height="12" rx="6"/></svg>`
}
