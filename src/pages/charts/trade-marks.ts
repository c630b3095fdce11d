import { html, type Part } from '../kit/html.ts'
import { place } from './plot.ts'

export interface PriceMark {
  time: string
  /** On the scale of the chart's outcome. */
  price: number
  /** True: a purchase of the outcome, or a sale of the other one. */
  isUp: boolean
  isSkilled: boolean
  usd: number
  /** The trader's name and the amount, as a label. */
  name: string
  /** Its place in the list of trades, as a label where names have no room. @default no label there */
  place?: number
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
const DISTANCES = [-5, 5, -10, 10, -15, 15, -20, 20, -26, 26, -32, 32]
/** A label this far from its trade has a line to it. */
const FAR = 8

/** A box of the chart by its left edge and middle, in hundredths. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Label extends Box {
  mark: PlacedMark
}

/**
 * Draws trades as triangles that point up or down: the larger and darker ones are of skilled traders.
 * @param line the line of prices, which labels leave free where they can
 */
export function tradeMarks(marks: readonly PlacedMark[], line: readonly Box[] = []): Part {
  const labels = labelled(marks, line)
  return [
    labels.map(({ mark, top, height }) => {
      if (Math.abs(top - mark.top) < FAR) return null
      const end = top + (top < mark.top ? height / 2 : -height / 2)
      return html`<line class="wide pointer" x1="${place(mark.left)}" x2="${place(mark.left)}" y1="${place(mark.top)}" y2="${place(end)}"/>`
    }),
    marks.map(
      ({ left, top, isUp, isSkilled, words }) =>
        html`<svg class="trade${isSkilled ? ' skilled' : ''}" x="${place(left)}" y="${place(top)}" overflow="visible"><path d="${triangle(isUp, isSkilled ? 7 : 5)}"/><title>${words}</title></svg>`,
    ),
    labels.map(
      ({ mark, left, top }) =>
        html`<text class="wide label" x="${place(left)}" y="${place(top)}" dy="4">${mark.name}</text><text class="narrow label" x="${place(mark.left)}" y="${place(mark.top)}" dy="${mark.isUp ? 19 : -10}" text-anchor="middle">${mark.place}</text>`,
    ),
  ]
}

/**
 * Places the labels of the largest trades where they cover neither each other nor the bars of volume, and do not leave the chart; one
 * without a place has none. Places off the line of prices and other trades come first.
 */
export function labelled(marks: readonly PlacedMark[], line: readonly Box[] = []): Label[] {
  const placed: Label[] = []
  const trades = marks.map(({ left, top }) => ({ left: left - 1, top, width: 2, height: LABEL_HEIGHT }))
  const busy = [...line, ...trades]
  for (const mark of marks.toSorted((a, b) => b.usd - a.usd).slice(0, MOST_LABELS)) {
    const width = [...mark.name].length * LETTER_WIDTH
    const left = Math.min(Math.max(mark.left - width / 2, 0), 100 - width)
    const free = DISTANCES.map((distance) => {
      return { mark, left, top: mark.top + distance, width, height: LABEL_HEIGHT }
    }).filter(
      (label) =>
        label.top >= LABEL_HEIGHT && label.top <= LOWEST && placed.every((one) => !covers(one, label)),
    )
    // A label's line crosses no other label, and its own label no other line.
    const apart = free.filter((label) => {
      const pointer = pointerOf(label)
      return placed.every((one) => !covers(one, pointer) && !covers(pointerOf(one), label))
    })
    const found = apart.find((label) => busy.every((one) => !covers(one, label))) ?? apart[0]
    if (found !== undefined && left >= 0) placed.push(found)
  }
  return placed
}

/** The line from a label to its trade. */
function pointerOf({ mark, top }: Label): Box {
  const isFar = Math.abs(top - mark.top) >= FAR
  return {
    left: mark.left - 0.3,
    top: (top + mark.top) / 2,
    width: isFar ? 0.6 : 0,
    height: isFar ? Math.abs(top - mark.top) : 0,
  }
}

function covers(one: Box, other: Box): boolean {
  return (
    Math.abs(one.top - other.top) < (one.height + other.height) / 2 &&
    one.left < other.left + other.width &&
    other.left < one.left + one.width
  )
}

function triangle(isUp: boolean, size: number): string {
  const [tip, base] = isUp ? [-size, size * 0.8] : [size, -size * 0.8]
  return `M0,${tip}L${size},${base}H${-size}Z`
}
