import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { centsText, roundMove, signed } from '../../formats.ts'
import { type Html, html } from '../kit/html.ts'
import type { LargeBuyFieldsFragment } from '../operations.generated.ts'
import { centsMove } from '../parts/amounts.ts'
import { place, plot, SQUARE, stretched } from './plot.ts'

type Moves = NonNullable<LargeBuyFieldsFragment['skilled']['moves']>

/** A group's mean changes of price with its name; null moves are not drawn. */
export interface MoveBand {
  name: string
  moves: Moves | null
}

/** A buy itself changes nothing. */
const START = { hours: 0, change: 0, interval: { low: 0, high: 0 } }
/** The least distance of the names at the ends of two lines, in hundredths of the height. */
const LABEL_STEP = 9

/** Draws mean changes of price after buys, a line with its band a group; null if no group has moves. */
export function moveBands(given: readonly MoveBand[]): Html | null {
  const bands = given.flatMap(({ name, moves }, i) =>
    moves === null
      ? []
      : { name, key: i === 0 ? 'k1' : 'rest', moves: [START, ...moves], last: moves.at(-1) ?? START },
  )
  const [first] = bands
  if (first === undefined) return null
  const { width, height } = SQUARE
  const x = scaleLinear([0, first.last.hours], [0, width])
  const ends = bands.flatMap(({ moves }) => moves.flatMap(({ interval: { low, high } }) => [low, high]))
  const y = scaleLinear([Math.min(...ends), Math.max(...ends, 0.001)], [height, 0]).nice(5)
  const up = (change: number) => (y(change) / height) * 100
  const band = area<Moves[number]>(
    ({ hours }) => x(hours),
    ({ interval }) => y(interval.low),
    ({ interval }) => y(interval.high),
  )
  const path = line<Moves[number]>(
    ({ hours }) => x(hours),
    ({ change }) => y(change),
  )
  const texts = bands.map(({ name, last }) => `${name} ${changeText(last.change)}`)
  const [one = 0, other] = bands.map(({ last }) => up(last.change))
  const isClose = other !== undefined && Math.abs(one - other) < LABEL_STEP
  const labelAt = (i: number) => {
    const middle = (one + (other ?? one)) / 2
    const own = i === 0 ? one : (other ?? one)
    return isClose ? middle + ((i === 0) === one <= (other ?? one) ? -LABEL_STEP / 2 : LABEL_STEP / 2) : own
  }
  return plot({
    names: bands.map(({ key }, i) => ({ key, text: texts[i] })),
    size: 'tall',
    label: `Mean change of price in the ${first.last.hours} hours after a buy: ${texts.join(', ')}.`,
    x: [0, 24, 48, 72].map((hours) => ({
      at: (x(hours) / width) * 100,
      text: hours === 0 ? 'buy' : `${hours} h`,
    })),
    y: y.ticks(5).map((tick) => ({ at: 100 - up(tick), text: changeText(tick) })),
    body: [
      stretched(
        bands.map(
          ({ key, moves }) =>
            html`<path class="band ${key}" d="${band(moves)}"/><path class="line ${key}" d="${path(moves)}"/>`,
        ),
      ),
      html`<line class="zero" x1="0" x2="100%" y1="${place(up(0))}" y2="${place(up(0))}"/>`,
      bands.map(
        ({ key }, i) =>
          html`<text class="wide end ${key}" x="100%" dx="8" y="${place(labelAt(i))}" dy="4">${texts[i]}</text>`,
      ),
    ],
    table: {
      heads: ['Hours', ...bands.flatMap(({ name }) => [name, '95% interval'])],
      rows: first.moves.slice(1).map(({ hours }, i) => ({
        at: (x(hours) / width) * 100,
        cells: [
          hours,
          ...bands.flatMap(({ moves }) => {
            const { change, interval } = moves[i + 1] ?? START
            return [centsMove(change), `${changeText(interval.low)} to ${changeText(interval.high)}`]
          }),
        ],
      })),
    },
  })
}

function changeText(change: number): string {
  const rounded = roundMove(change)
  return signed(rounded, centsText(Math.abs(rounded)), true)
}
