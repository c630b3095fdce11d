import { countText, plural } from '../../formats.ts'
import { type Html, html } from '../kit/html.ts'
import { place, plot } from './plot.ts'

/** Traders with a number in a range; a null end is open. */
interface Bar {
  from: number | null
  to: number | null
  traders: number
}

interface Drawn {
  /** The number's name. */
  title: string
  bars: readonly Bar[]
  /** The range that is chosen. */
  min: number
  max: number
  /** Formats a bound. */
  text(bound: number): string
}

/** Traders by a number as bars, with those that lie in a chosen range filled. */
export function distributionChart({ title, bars, min, max, text }: Drawn): Html {
  const most = Math.max(1, ...bars.map(({ traders }) => traders))
  const width = 100 / bars.length
  const isChosen = ({ from, to }: Bar) =>
    (from ?? Number.NEGATIVE_INFINITY) >= min && (to ?? Number.POSITIVE_INFINITY) <= max
  const bounds = bars.flatMap(({ from }, index) =>
    from === null ? [] : [{ at: index * width, text: text(from) }],
  )
  // The ends, and the middle.
  const ticks = [0, Math.floor((bounds.length - 1) / 2), bounds.length - 1]
  return plot({
    label: `Traders by ${title.toLowerCase()}.`,
    size: 'low',
    x: [...new Set(ticks)].flatMap((index) => bounds[index] ?? []),
    body: bars.map((bar, index) => {
      const height = (bar.traders / most) * 100
      return html`<rect class="bar-plain${!isChosen(bar) && ' dim'}" x="${place(index * width + 0.4)}" width="${place(width - 0.8)}" y="${place(100 - height)}" height="${place(height)}"><title>${rangeText(bar, text)}: ${plural(bar.traders, 'trader')}</title></rect>`
    }),
    table: {
      heads: [title, 'Traders'],
      rows: bars.map((bar, index) => ({
        at: (index + 0.5) * width,
        cells: [rangeText(bar, text), countText(bar.traders)],
      })),
    },
  })
}

function rangeText({ from, to }: Bar, text: (bound: number) => string): string {
  if (from === null) return to === null ? 'All' : `below ${text(to)}`
  return to === null ? `${text(from)} and up` : `${text(from)} to ${text(to)}`
}
