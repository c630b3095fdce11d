import { defined } from '../../checks.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { tickText } from '../kit/times.ts'

export interface Tick {
  /** Where: hundredths of the axis, from its start at the left or bottom. */
  at: number
  text: string
}

/** Width and height in the units that paths are drawn in. */
export interface Size {
  width: number
  height: number
}

/** The size in which charts of pages are drawn before they are stretched. */
export const SQUARE: Size = { width: 1000, height: 1000 }

/** A chart, and the numbers that it was drawn from. */
export interface PlotOptions {
  /** The chart's content, in a sentence. */
  label: string
  /** The shapes, placed by percentages, and {@link stretched} paths. */
  body: Part
  x?: readonly Tick[]
  y?: readonly Tick[]
  /** The height. @default 240 px */
  size?: 'low' | 'mid' | 'tall'
  /** Its lines, which are named at their ends, and above the chart on a phone. @default none */
  names?: readonly LineName[]
  /** Its numbers; each row may have a position on the x axis. */
  table?: PlotTable | null
}

/** A line's colour by its class, and its name with its last number. */
interface LineName {
  key: string
  text: Part
}

interface PlotTable {
  heads: readonly string[]
  rows: readonly { at: number | null; cells: readonly Part[] }[]
}

/**
 * Draws a chart as SVG of the width of its place: shapes are placed by percentages, so that text keeps its
 * size. Its numbers are in a table under "Show the numbers", which a script reads for the crosshair.
 */
export function plot(options: PlotOptions): Html {
  const { label, body, x = [], y = [], size, names = [], table = null } = options
  const classes = ['chart', x.length > 0 && 'with-x', y.length > 0 && 'with-y', size]
    .filter(Boolean)
    .join(' ')
  const hasCursor = table?.rows.some(({ at }) => at !== null) === true
  const chart = html`<figure class="${classes}"${hasCursor ? html` data-cursor` : null}>
    <svg class="plot" role="img" aria-label="${label}">
      ${axes(options)}
      ${body}
    </svg>
  </figure>${table === null ? null : numbers(label, table)}`
  if (names.length === 0) return chart
  return html`<p class="lines narrow">${names.map(({ key, text }) => html`<span><i class="key ${key}"></i>${text}</span>`)}</p><div class="named">${chart}</div>`
}

/**
 * Draws the lines and labels of a chart's axes.
 * @param drop distance of the labels of x below the chart, in pixels
 */
export function axes({ x = [], y = [] }: PlotOptions, drop = 19): Html {
  return html`${y.map(({ at }) => html`<line class="grid-line" x1="0" x2="100%" y1="${place(100 - at)}" y2="${place(100 - at)}"/>`)}
      ${y.map(({ at, text }) => html`<text x="0" dx="-8" y="${place(100 - at)}" dy="4" text-anchor="end">${text}</text>`)}
      ${x.map(({ at, text }, index) => html`<text${x.length > 4 && (x.length - index) % 2 === 0 && html` class="wide"`} x="${place(at)}" y="100%" dy="${drop}" text-anchor="${anchor(at)}">${text}</text>`)}`
}

/**
 * Returns the labels of an axis, with the fewest decimals that distinguish them all.
 * @param fewest decimals to begin with
 */
export function numberTicks(
  ticks: readonly number[],
  { at, text, fewest = 0 }: { at: (tick: number) => number; text: TickText; fewest?: number },
): Tick[] {
  let digits = fewest
  const textsOf = () => ticks.map((tick) => text(tick, digits))
  while (digits < MOST_DIGITS && new Set(textsOf()).size < ticks.length) digits++
  const texts = textsOf()
  return ticks.map((tick, index) => ({ at: at(tick), text: defined(texts[index]) }))
}

/** Formats a number on an axis with some decimals. */
type TickText = (tick: number, digits: number) => string

/** Those of a micro-dollar and of a percentage of one. */
const MOST_DIGITS = 6

/** Labels of an axis of days: of several times on a day or in a month, the first alone. */
export function dayTicks(
  ticks: readonly Date[],
  { at, days }: { at: (tick: Date) => number; days: number },
): Tick[] {
  const labels = ticks.map((tick) => ({ at: at(tick), text: tickText(tick, days) }))
  return labels.filter(({ text }, index) => text !== labels[index - 1]?.text)
}

/**
 * Draws paths stretched over the whole chart; y grows downwards.
 * @param size the size that they are drawn in
 */
export function stretched(body: Part, { width, height } = SQUARE): Html {
  return html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" width="100%" height="100%" overflow="visible">${body}</svg>`
}

/** A percentage for an attribute of SVG. */
export function place(percentage: number): string {
  return `${Math.round(percentage * 100) / 100}%`
}

function anchor(at: number): string {
  if (at < 4) return 'start'
  return at > 96 ? 'end' : 'middle'
}

function numbers(label: string, { heads, rows }: PlotTable): Html {
  return html`<details><summary>Show the numbers</summary>
    <div class="numbers" tabindex="0" role="region" aria-label="${label}">
      <table><thead><tr>${heads.map((head, index) => html`<th scope="col"${index === 0 ? html` class="l"` : null}>${head}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ({ at, cells }) =>
          html`<tr${at === null ? null : html` data-at="${Math.round(at * 100) / 100}"`}>${cells.map((cell, index) => html`<td${index === 0 ? html` class="l"` : null}>${cell}</td>`)}</tr>`,
      )}</tbody></table>
    </div>
  </details>`
}
