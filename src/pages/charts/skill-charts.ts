import { scaleLinear } from 'd3-scale'
import { centsText, percentRange, percentText } from '../../formats.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { numberTicks, place, plot, stretched } from './plot.ts'

/** A value with its interval against what luck alone would give. */
interface Estimate {
  value: number
  interval: { low: number; high: number }
  /** The value by luck alone. */
  luck: number
  luckWords: string
  name: string
}

/** A dot with its interval against the line of luck. */
export function estimateChart({ value, interval, luck, luckWords, name }: Estimate): Html {
  const [low, high] = [Math.min(luck, interval.low, value), Math.max(luck, interval.high, value)]
  const margin = Math.max(high - low, 0.1) * 0.15
  const x = scaleLinear([low - margin, high + margin], [0, 100])
  const tone = interval.low > luck ? 'good' : interval.high < luck ? 'bad' : ''
  const [dot, from, to, line] = [value, interval.low, interval.high, luck].map((one) => place(x(one)))
  return plot({
    label: `${name} ${percentText(value)}, 95% interval ${percentRange(interval)}; ${luckWords} is ${percentText(luck)}.`,
    size: 'low',
    x: numberTicks(x.ticks(4), { at: x, text: (tick, digits) => percentText(tick, { digits }) }),
    body: html`${x.ticks(4).map((tick) => html`<line class="grid-line" x1="${place(x(tick))}" x2="${place(x(tick))}" y1="16" y2="100%"/>`)}
      <line class="zero" x1="${line}" x2="${line}" y1="16" y2="100%"/>
      <text x="${line}" y="10" text-anchor="${x(luck) < 20 ? 'start' : x(luck) > 80 ? 'end' : 'middle'}">${luckWords}</text>
      <line class="whisker ${tone}" x1="${from}" x2="${to}" y1="62%" y2="62%"/>
      <circle class="dot ${tone}" cx="${dot}" cy="62%" r="6"/>
      <text class="strong" x="${dot}" y="62%" dy="-12" text-anchor="middle">${percentText(value)}</text>`,
  })
}

/** A tenth of the prices paid, and how often such bets came true. */
interface CalibrationPoint {
  count: number
  meanPrice: number | null
  outcomeRate: number | null
  interval: { low: number; high: number } | null
}

/** Shows how often bets came true against the price paid, each tenth with its interval. */
export function calibrationChart(bins: readonly CalibrationPoint[]): Html {
  const filled = bins.flatMap(({ count, meanPrice, outcomeRate, interval }) =>
    meanPrice === null || outcomeRate === null ? [] : [{ count, meanPrice, outcomeRate, interval }],
  )
  if (filled.length === 0) return html`<p class="tiny">No bets decided yet.</p>`
  const most = Math.max(...filled.map(({ count }) => count))
  const ticks = [0, 0.25, 0.5, 0.75, 1]
  return plot({
    label: 'Share of bets won, by the price paid; on the diagonal, bets are priced right.',
    size: 'mid',
    x: ticks.map((tick) => ({ at: tick * 100, text: centsText(tick) })),
    y: ticks.map((tick) => ({ at: tick * 100, text: percentText(tick) })),
    body: [
      stretched(html`<path class="diagonal" d="M0,1000L1000,0"/>`),
      filled.map(({ meanPrice, outcomeRate, interval, count }): Part => {
        const [x, y] = [place(meanPrice * 100), place(100 - outcomeRate * 100)]
        return [
          interval &&
            html`<line class="whisker soft" x1="${x}" x2="${x}" y1="${place(100 - interval.high * 100)}" y2="${place(100 - interval.low * 100)}"/>`,
          html`<circle class="dot" cx="${x}" cy="${y}" r="${(3 + 3.5 * Math.sqrt(count / most)).toFixed(1)}"/>`,
        ]
      }),
    ],
    table: {
      heads: ['Price paid', 'Won', '95% interval', 'Bets'],
      rows: filled.map(({ meanPrice, outcomeRate, interval, count }) => ({
        at: null,
        cells: [centsText(meanPrice), percentText(outcomeRate), percentRange(interval) ?? '–', count],
      })),
    },
  })
}

/** Trades by the hour of the UTC day. */
export function hoursChart(hours: readonly number[]): Html {
  const most = Math.max(1, ...hours)
  const busiest = hours.indexOf(Math.max(...hours))
  return plot({
    label: `Trades by hour of the UTC day; most between ${busiest}:00 and ${busiest + 1}:00.`,
    size: 'low',
    x: [0, 6, 12, 18].map((hour) => ({
      at: ((hour + 0.5) / 24) * 100,
      text: String(hour).padStart(2, '0'),
    })),
    body: hours.map((count, hour) => {
      const height = (count / most) * 100
      return html`<rect class="bar-plain ${count === most ? '' : 'dim'}" x="${place((hour / 24) * 100 + 0.4)}" width="${place(100 / 24 - 0.8)}" y="${place(100 - height)}" height="${place(height)}" rx="2"><title>${String(hour).padStart(2, '0')}:00: ${count}</title></rect>`
    }),
  })
}

/** A bar within a cell of a table, to the largest size in its column; plain where it is neither gain nor loss. */
export function cellBar(value: number, largest: number, tone?: 'plain'): Html {
  const width = largest === 0 ? 0 : (Math.abs(value) / largest) * 100
  return html`<svg aria-hidden="true"><rect class="bar-${tone ?? (value < 0 ? 'bad' : 'good')}" width="${place(width)}" height="10" rx="2"/></svg>`
}

/** A bar of a fraction of the whole within a cell of a table, with a mark at another fraction. */
export function shareBar(share: number, mark: number | null): Html {
  return html`<svg aria-hidden="true"><rect class="bar-back" width="100%" height="10" rx="2"/><rect class="bar-plain" width="${place(share * 100)}" height="10" rx="2"/>${mark !== null && html`<rect class="bar-mark" x="${place(mark * 100)}" width="2" height="10"/>`}</svg>`
}
