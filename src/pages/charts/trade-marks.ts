import { html, type Part } from '../kit/html.ts'
import { place } from './plot.ts'

/** A trade shown on the chart. */
export interface PriceMark {
  time: string
  /** On the scale of the chart's outcome. */
  price: number
  /** True: a purchase of the outcome, or a sale of the other one. */
  isUp: boolean
  isSkilled: boolean
  usd: number
  /** The trader's name, as a label. */
  name: string
  words: string
}

/** A trade with its place in hundredths of the chart. */
export interface PlacedMark extends PriceMark {
  left: number
  top: number
}

/** The most trades that have a label; the others are named by a pointer, and in the list. */
export const MOST_LABELS = 6
/** The height of the bars of volume, which labels leave free, in hundredths of the chart's. */
export const VOLUME_HEIGHT = 20
/** A label's height, and the width of a letter, in hundredths of a chart of 600 by 380 pixels. */
const LABEL_HEIGHT = 4.5
const LETTER_WIDTH = 1.1
/** The lowest middle of a label. */
const LOWEST = 100 - VOLUME_HEIGHT - LABEL_HEIGHT / 2
/** Distances of a label's middle from its trade that are tried in turn, in hundredths of the height. */
const DISTANCES = [-5, 5, -10, 10, -15, 15, -20, 20]

/** A label with the box that it covers. */
interface Label {
  mark: PlacedMark
  left: number
  top: number
  width: number
}

/** Draws trades as triangles that point up or down: the larger and darker ones are of skilled traders. */
export function tradeMarks(marks: readonly PlacedMark[]): Part {
  return [
    marks.map(
      ({ left, top, isUp, isSkilled, words }) =>
        html`<svg class="trade${isSkilled ? ' skilled' : ''}" x="${place(left)}" y="${place(top)}" overflow="visible"><path d="${triangle(isUp, isSkilled ? 7 : 5)}"/><title>${words}</title></svg>`,
    ),
    labelled(marks).map(
      ({ mark, left, top }) =>
        html`<text class="wide label" x="${place(left)}" y="${place(top)}" dy="4">${mark.name}</text>`,
    ),
  ]
}

/** Places the labels of the largest trades where they cover neither each other nor the bars of volume, and do not leave the chart; one without a place has none. */
export function labelled(marks: readonly PlacedMark[]): Label[] {
  const placed: Label[] = []
  for (const mark of marks.toSorted((a, b) => b.usd - a.usd).slice(0, MOST_LABELS)) {
    const width = [...mark.name].length * LETTER_WIDTH
    const left = Math.min(Math.max(mark.left - width / 2, 0), 100 - width)
    const found = DISTANCES.map((distance) => ({ mark, left, top: mark.top + distance, width })).find(
      (label) =>
        label.top >= LABEL_HEIGHT && label.top <= LOWEST && placed.every((one) => !covers(one, label)),
    )
    if (found !== undefined && left >= 0) placed.push(found)
  }
  return placed
}

function covers(one: Label, other: Label): boolean {
  return (
    Math.abs(one.top - other.top) < LABEL_HEIGHT &&
    one.left < other.left + other.width &&
    other.left < one.left + one.width
  )
}

function triangle(isUp: boolean, size: number): string {
  const [tip, base] = isUp ? [-size, size * 0.8] : [size, -size * 0.8]
  return `M0,${tip}L${size},${base}H${-size}Z`
}
