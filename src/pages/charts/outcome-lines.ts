import { scaleLinear, scaleUtc } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { centsText } from '../../formats.ts'
import { type Html, html } from '../kit/html.ts'
import { cents } from '../parts/amounts.ts'
import { dayTicks, type PlotOptions, place, plot, type Size, SQUARE, stretched } from './plot.ts'
import { candleName, STEPS, type Step } from './price-chart.ts'

/** An outcome's prices, oldest first. */
export interface OutcomeLine {
  name: string
  points: readonly { time: string; close: number | null }[]
  /** Said in place of the last price once the outcome is decided. */
  result?: string | undefined
}

/** The most lines of a chart: each has a color of its own. */
export const MOST_LINES = 6
const DAY_MILLISECONDS = 86_400_000
/** The least distance of two labels at the ends of lines, in hundredths of the height. */
const LABEL_STEP = 6
/** On a card, whose chart has a fixed size: the same in its units, and the room for labels beside the lines. */
const CARD_STEP = 24
const CARD_ROOM = 290

/** Where lines end across a chart of a size: on a page its labels are beside it, on a card within it. */
export function lineEnd(size: Size): number {
  return size === SQUARE ? size.width : size.width - CARD_ROOM
}

/** The labels at the ends of lines, moved so that they do not cover each other. */
export function endLabels(ends: readonly { i: number; at: number; text: string }[], size: Size): Html {
  const step = size === SQUARE ? LABEL_STEP : (CARD_STEP / size.height) * 100
  const x = place((lineEnd(size) / size.width) * 100)
  return html`${apart(ends, step).map(({ i, at, text }) => html`<text class="wide end k${i + 1}" x="${x}" dx="8" y="${place(at)}" dy="4">${text}</text>`)}`
}

/** Draws the prices of up to six outcomes as lines. */
export function outcomeLines(lines: readonly OutcomeLine[], step: Step): Html {
  const options = outcomePlot(lines, { step })
  if (options === null) return html`<p class="tiny">No trades yet.</p>`
  return plot(options)
}

/** Draws the chart in a size; null without a trade. */
export function outcomePlot(
  given: readonly OutcomeLine[],
  { size = SQUARE, step }: { size?: Size; step: Step },
): PlotOptions | null {
  const lines = given.slice(0, MOST_LINES).map(({ name, points, result }) => ({
    name,
    result,
    points: points.flatMap(({ time, close }) => (close === null ? [] : [{ time, close }])),
  }))
  const times = lines.flatMap(({ points }) => points.map(({ time }) => Date.parse(time)))
  if (times.length === 0) return null
  const { length, word, by } = STEPS[step]
  const [start, end] = [Math.min(...times), Math.max(...times) + length]
  const { width, height } = size
  const x = scaleUtc([new Date(start), new Date(end)], [0, lineEnd(size)])
  const most = Math.max(...lines.flatMap(({ points }) => points.map(({ close }) => close)))
  const y = scaleLinear([0, Math.min(1, most + 0.05)], [height, 0])
  const across = (time: string | number) => (x(new Date(time)) / width) * 100
  const up = (price: number) => (y(price) / height) * 100
  const drawn = line<{ time: string; close: number }>(
    ({ time }) => x(new Date(time)),
    ({ close }) => y(close),
  ).curve(curveStepAfter)
  const ends = lines.flatMap(({ name, points, result }, i) => {
    const last = points.at(-1)
    if (last === undefined) return []
    const { close } = last
    const words = result ?? centsText(close)
    return [{ name, i, words, at: up(close), text: `${shortName(name)} ${words}` }]
  })
  const days = (end - start) / DAY_MILLISECONDS
  const ticks = x.ticks(5)
  const moments = [...new Set(lines.flatMap(({ points }) => points.map(({ time }) => time)))].sort()
  return {
    label: `Prices by ${by}: ${ends.map(({ name, words }) => `${name} ${words}`).join(', ')}.`,
    size: 'tall',
    names: given.slice(0, MOST_LINES).map(({ name, points, result }, i) => ({
      key: `k${i + 1}`,
      text: html`<bdi>${name}</bdi> ${result ?? cents(lastOf(points))}`,
    })),
    x:
      days > 2 || step === 'DAY'
        ? dayTicks(ticks, { at: (tick) => across(tick.getTime()), days })
        : ticks.map((tick) => ({ at: across(tick.getTime()), text: tick.toISOString().slice(11, 16) })),
    y: y.ticks(5).map((tick) => ({ at: 100 - up(tick), text: centsText(tick) })),
    body: [
      stretched(
        html`${lines.map(({ points }, i) => points.length > 0 && html`<path class="line k${i + 1}" d="${drawn(points)}H${x(new Date(Date.parse(points.at(-1)?.time ?? '') + length))}"/>`)}`,
        size,
      ),
      endLabels(ends, size),
    ],
    table: {
      heads: [word, ...lines.map(({ name }) => name)],
      rows: moments.map((time) => ({
        at: across(time),
        cells: [
          candleName(time, step),
          ...lines.map(({ points }) => cents(points.find((point) => point.time === time)?.close)),
        ],
      })),
    },
  }
}

/** Moves labels down, and up where that leads out of the chart, until none covers another. */
function apart<Label extends { at: number }>(labels: readonly Label[], step: number): Label[] {
  const sorted = labels.toSorted((a, b) => a.at - b.at)
  let next = 0
  const down = sorted.map((label) => {
    const at = Math.max(label.at, next)
    next = at + step
    return { ...label, at }
  })
  let last = 100
  return down.toReversed().map((label) => {
    const at = Math.min(label.at, last)
    last = at - step
    return { ...label, at }
  })
}

/** A name that fits beside the chart. */
export function shortName(name: string): string {
  const letters = [...name]
  return letters.length > 16 ? `${letters.slice(0, 15).join('')}…` : name
}

function lastOf(points: OutcomeLine['points']): number | null {
  return points.findLast(({ close }) => close !== null)?.close ?? null
}
