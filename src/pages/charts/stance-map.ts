import { scaleLinear, scaleLog, scaleSqrt } from 'd3-scale'
import { moneyText, plural, pointsText } from '../../formats.ts'
import { type Html, html } from '../kit/html.ts'
import { marketPath } from '../kit/links.ts'
import { shortened } from '../kit/words.ts'
import { numberTicks, place, plot } from './plot.ts'
import { moneyTicks } from './series.ts'

interface MappedStance {
  condition: string
  question: string | null
  /** Its share of YES less the price, from −1 to 1. */
  divergence: number
  /** Marked value of its shares, in USD. */
  value: number
  members: number | null
}

/** Characters of a name that have room on one side of the smallest map. */
const MOST_NAMED = 24

/** Stances as a map: how far from the price across, how much money up, and members as the size. */
export function stanceMap(stances: readonly MappedStance[]): Html {
  const farthest = Math.max(0.1, ...stances.map(({ divergence }) => Math.abs(divergence))) * 1.15
  const values = stances.map(({ value }) => Math.max(value, 1))
  const x = scaleLinear([-farthest, farthest], [0, 100])
  const y = scaleLog([Math.min(...values) * 0.6, Math.max(...values) * 1.6], [100, 0])
  const size = scaleSqrt([0, Math.max(1, ...stances.map(({ members }) => members ?? 1))], [3, 18])
  const ticks = y
    .ticks(4)
    .filter((tick) => /^[125]0*$/.test(String(Math.round(tick))))
    .slice(-5)
  return plot({
    label: `${plural(stances.length, 'market')} by the cohort’s distance from the price, and by the value of its shares.`,
    size: 'tall',
    x: numberTicks(x.ticks(5), { at: x, text: pointsText }),
    y: moneyTicks(ticks, (tick) => 100 - y(tick)),
    body: [
      html`<line class="zero" x1="50%" x2="50%" y1="0" y2="100%"/><text x="50%" dx="-8" y="12" text-anchor="end">more No than priced</text><text x="50%" dx="8" y="12">more Yes than priced</text>`,
      stances
        .toSorted((one, other) => (other.members ?? 0) - (one.members ?? 0))
        .map(
          ({ condition, question, divergence, value, members }) =>
            html`<a href="${marketPath(condition)}" aria-label="${question ?? condition}"><circle class="bubble" cx="${place(x(divergence))}" cy="${place(y(Math.max(value, 1)))}" r="${size(members ?? 1).toFixed(1)}"><title>${question ?? condition}: ${pointsText(divergence)}, ${moneyText(value)}${members !== null && `, ${plural(members, 'member')}`}</title></circle></a>`,
        ),
      // The largest of each side is named, towards the middle, where two would meet.
      [-1, 1].map((side) => {
        const named = largest(stances.filter(({ divergence }) => Math.sign(divergence) === side))
        if (named === undefined || named.question === null) return null
        const gap = -side * (size(named.members ?? 1) + 6)
        return html`<text class="wide" x="${place(x(named.divergence))}" y="${place(y(Math.max(named.value, 1)))}" dx="${gap}" dy="4" text-anchor="${side < 0 ? 'start' : 'end'}">${shortened(named.question, MOST_NAMED)}</text>`
      }),
    ],
  })
}

function largest(stances: readonly MappedStance[]): MappedStance | undefined {
  return stances.toSorted((one, other) => other.value - one.value)[0]
}
