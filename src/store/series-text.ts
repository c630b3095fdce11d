import { createNumberPacker, unpackNumbers } from './pack-numbers.ts'
import type { SeriesPoint } from './snapshot-reader.ts'

/** Which changes of a point follow its first number, and which of them are falls; the days since the last lie above. */
const FLAGS = { pnl: 1, pnlFalls: 2, realized: 4, realizedFalls: 8, volume: 16 } as const
const DAY_UNIT = 32
/** Two amounts up to this differ by a safe integer. */
const EXACT = Math.floor(Number.MAX_SAFE_INTEGER / 2)
const NOTHING = { day: 0, pnl: 0, realized: 0, volume: 0 }
/** One for all: it holds nothing between two texts but the rest of its memory. */
const packer = createNumberPacker()

/**
 * A daily series as `trader_series` holds it: each point by its changes since the one before, as packed numbers
 * (pack-numbers.ts) in base64. On most days the price alone moves, which takes five bytes; a row that outgrows a quarter
 * of its page takes a page of its own. A series with profits above four billion dollars, whose changes need not be exact, is JSON.
 */
export function seriesText(points: readonly SeriesPoint[]): string {
  if (!points.every(hasExactChanges)) return jsonOf(points)
  let last: SeriesPoint = NOTHING
  for (const point of points) {
    const pnl = point.pnl - last.pnl
    const realized = point.realized - last.realized
    packer.add(DAY_UNIT * (point.day - last.day) + flagsOf(pnl, realized, point.volume))
    if (pnl !== 0) packer.add(Math.abs(pnl))
    if (realized !== 0) packer.add(Math.abs(realized))
    if (point.volume > 0) packer.add(point.volume)
    last = point
  }
  return packer.take().toString('base64')
}

/** The series of {@link seriesText}; older versions wrote all of them as JSON. */
export function seriesFrom(text: string): SeriesPoint[] {
  if (text.startsWith('[')) {
    const rows = JSON.parse(text) as [number, number, number, number][]
    return rows.map(([day, pnl, realized, volume]) => ({ day, pnl, realized, volume }))
  }
  const numbers = unpackNumbers(Buffer.from(text, 'base64'))
  const points: SeriesPoint[] = []
  let last: SeriesPoint = NOTHING
  for (let at = 0; at < numbers.length; ) {
    const head = numbers[at++] ?? 0
    const next = (flag: number) => ((head & flag) === 0 ? 0 : (numbers[at++] ?? 0))
    const signed = (flag: number, falls: number) => ((head & falls) === 0 ? next(flag) : -next(flag))
    last = {
      day: last.day + Math.floor(head / DAY_UNIT),
      pnl: last.pnl + signed(FLAGS.pnl, FLAGS.pnlFalls),
      realized: last.realized + signed(FLAGS.realized, FLAGS.realizedFalls),
      volume: next(FLAGS.volume),
    }
    points.push(last)
  }
  return points
}

function hasExactChanges({ pnl, realized }: SeriesPoint): boolean {
  return Math.abs(pnl) <= EXACT && Math.abs(realized) <= EXACT
}

function flagsOf(pnl: number, realized: number, volume: number): number {
  return (
    (pnl === 0 ? 0 : FLAGS.pnl) +
    (pnl < 0 ? FLAGS.pnlFalls : 0) +
    (realized === 0 ? 0 : FLAGS.realized) +
    (realized < 0 ? FLAGS.realizedFalls : 0) +
    (volume === 0 ? 0 : FLAGS.volume)
  )
}

function jsonOf(points: readonly SeriesPoint[]): string {
  return JSON.stringify(points.map(({ day, pnl, realized, volume }) => [day, pnl, realized, volume]))
}
