import { scaleLinear, scaleUtc } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { centsText } from '../../formats.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { day, minuteOf, moment } from '../kit/times.ts'
import { cents, money } from '../parts/amounts.ts'
import { dayTicks, type PlotOptions, place, plot, type Size, SQUARE, stretched } from './plot.ts'
import { moneyTicks } from './series.ts'
import { type Box, type PriceMark, tradeMarks, VOLUME_HEIGHT } from './trade-marks.ts'

interface PricePoint {
  time: string
  /** Null before the first trade. */
  close: number | null
  volume: number | null
}

const DAY_MILLISECONDS = 86_400_000

/** The lengths of candles: milliseconds, and the word for one. */
export const STEPS = {
  MINUTES_5: { length: 300_000, word: 'Five minutes', by: '5 minutes' },
  MINUTES_15: { length: 900_000, word: 'Quarter of an hour', by: '15 minutes' },
  HOUR: { length: 3_600_000, word: 'Hour', by: 'hour' },
  HOURS_12: { length: 43_200_000, word: 'Half a day', by: '12 hours' },
  DAY: { length: DAY_MILLISECONDS, word: 'Day', by: 'day' },
} as const

export type Step = keyof typeof STEPS

interface PriceOptions {
  size?: Size
  /** Trades shown on it as triangles. @default none */
  marks?: readonly PriceMark[]
  /** The length of a candle. @default DAY */
  step?: Step
}

/**
 * Draws an outcome's price as a line, with the dollars traded in each candle as bars beneath.
 * @param points oldest first
 */
export function priceChart(
  points: readonly PricePoint[],
  outcome: string,
  given: Omit<PriceOptions, 'size'> = {},
): Html {
  const options = pricePlot(points, outcome, given)
  return options === null ? html`<p class="tiny">No trades yet.</p>` : plot(options)
}

/** Draws the chart in a size; null without a trade. */
export function pricePlot(
  points: readonly PricePoint[],
  outcome: string,
  { size = SQUARE, marks = [], step = 'DAY' }: PriceOptions = {},
): PlotOptions | null {
  const traded = points.flatMap(({ time, close, volume }) =>
    close === null ? [] : [{ time, close, volume: volume ?? 0 }],
  )
  const [first, last] = [traded[0], traded.at(-1)]
  if (first === undefined || last === undefined) return null
  const { width, height } = size
  const { length, word, by } = STEPS[step]
  const end = new Date(Date.parse(last.time) + length)
  const x = scaleUtc([new Date(first.time), end], [0, width])
  const days = (end.getTime() - Date.parse(first.time)) / DAY_MILLISECONDS
  const shown = [
    ...traded.map(({ close }) => close),
    ...marks.filter(({ time }) => time >= first.time).map(({ price }) => price),
  ]
  const ends = closeUp(shown, step === 'DAY' ? 10 : 1)
  const y = scaleLinear(ends, [height * 0.72, 0])
  const levels = y.ticks(4)
  const most = Math.max(1, ...traded.map(({ volume }) => volume))
  const barWidth = Math.max(0.3, (80 * length) / (days * DAY_MILLISECONDS))
  const at = (time: string) => x(new Date(time))
  const across = (time: string) => (at(time) / width) * 100
  const drawn = line<(typeof traded)[number]>(
    (point) => at(point.time),
    (point) => y(point.close),
  ).curve(curveStepAfter)
  return {
    label: `Price of ${outcome} by ${by}: from ${centsText(first.close)} to ${centsText(last.close)}.`,
    size: 'tall',
    x:
      days > 2 || step === 'DAY'
        ? dayTicks(x.ticks(5), { at: (tick) => (x(tick) / width) * 100, days })
        : x.ticks(5).map((tick) => ({ at: (x(tick) / width) * 100, text: tick.toISOString().slice(11, 16) })),
    y: [
      ...levels.map((tick) => ({ at: 100 - (y(tick) / height) * 100, text: centsText(tick) })),
      ...moneyTicks(
        [0, scaleLinear([0, most], [0, 1]).ticks(2).at(-1) ?? most],
        (tick) => (tick / most) * VOLUME_HEIGHT,
      ),
    ],
    body: [
      traded.map(({ time, volume }) => {
        const share = (volume / most) * VOLUME_HEIGHT
        return html`<rect class="bar-plain dim" x="${place(across(time))}" width="${place(barWidth)}" y="${place(100 - share)}" height="${place(share)}"/>`
      }),
      stretched(html`<path class="line" d="${drawn(traded)}H${width}"/>`, size),
      html`<text class="strong last" x="100%" y="${place((y(last.close) / height) * 100)}" dy="${y(last.close) < height * 0.1 ? 16 : -7}" text-anchor="end">${centsText(last.close)}</text>`,
      tradeMarks(
        marks.flatMap((mark) => {
          const [low = 0, high = 1] = ends
          const [left, top] = [across(mark.time), (y(mark.price) / height) * 100]
          const isOn = left >= 0 && left <= 100 && mark.price >= low && mark.price <= high
          return isOn ? [{ ...mark, left, top }] : []
        }),
        [
          ...stepsOf(
            traded.map(({ time, close }) => ({ left: across(time), top: (y(close) / height) * 100 })),
          ),
          { left: 92, top: (y(last.close) / height) * 100, width: 8, height: 10 },
        ],
      ),
    ],
    table: {
      heads: [word, 'Close', 'Volume'],
      rows: traded.map(({ time, close, volume }) => ({
        at: across(time),
        cells: [candleName(time, step), cents(close), money(volume)],
      })),
    },
  }
}

/** The start of a candle in words. */
export function candleName(time: string, step: Step): Part {
  if (step === 'DAY') return day(time.slice(0, 10))
  return step === 'HOURS_12' ? moment(time) : minuteOf(time)
}

/** The boxes that the steps of a line cover, each with the rise to the next one. */
function stepsOf(points: readonly { left: number; top: number }[]): Box[] {
  return points.map(({ left, top }, i) => {
    const next = points[i + 1] ?? { left: 100, top }
    return { left, top: (top + next.top) / 2, width: next.left - left, height: Math.abs(next.top - top) + 1 }
  })
}

/** The ends of an axis around prices, in whole grains of some cents, at least four of them. */
function closeUp(prices: readonly number[], grain: number): [number, number] {
  const unit = grain / 100
  const [low, high] = [Math.floor(Math.min(...prices) / unit), Math.ceil(Math.max(...prices) / unit)]
  const most = 100 / grain
  const middle = high - low < 4 ? Math.round((low + high) / 2) - 2 : low
  const bottom = Math.max(0, Math.min(middle, most - 4))
  return [bottom * unit, Math.min(most, Math.max(high, bottom + 4)) * unit]
}
