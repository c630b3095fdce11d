import { raw } from 'hono/html'
import { dayText as dayName, dayOf } from '../../ledger/quantities.ts'
import type { Given, Page, ProposedDay } from '../page.ts'
import { type Html, html, type Part } from './html.ts'
import { address } from './links.ts'
import { dayText } from './times.ts'

const EARLIER: readonly [words: string, days: number][] = [
  ['Yesterday', 1],
  ['A week ago', 7],
  ['A month ago', 30],
]

/** The day of a page that can be shown as of several. */
export interface PageDay {
  isPast: boolean
  /** Sets the day of the whole page. */
  control: Html
  /** Says above a page of a past day that it is one. */
  past: Part
  /** Makes links to other pages with days keep the page's. */
  keep(part: Html): Html
}

interface DayChoice {
  path: string
  /** The query of its address. */
  query: Given
  /** The time of the last event. */
  now: string
  proposed: readonly ProposedDay[]
  /** The pages to which links keep the day. */
  pages: readonly Page[]
}

/** Returns the day of a page; null for a page that has no days. */
export function pageDay(page: Page, choice: DayChoice): PageDay | null {
  if (!hasDays(page)) return null
  const { asOf } = choice.query
  return {
    isPast: asOf !== undefined,
    ...dayControl(choice),
    keep: asOf === undefined ? (part) => part : keepDay(asOf, choice.pages.filter(hasDays)),
  }
}

function hasDays({ parameters }: Page): boolean {
  return parameters.asOf !== undefined
}

function dayControl({ path, query, now, proposed }: DayChoice): Pick<PageDay, 'past' | 'control'> {
  // A cursor and a window of days belong to the day that the page shows now.
  const { asOf = '', after: _after, from: _from, to: _to, ...view } = query
  const today = dayOf(Date.parse(now) / 1_000)
  const days = EARLIER.map(([words, back]) => ({ words, day: dayName(today - back) })).concat(proposed)
  const pill = (words: string, day: string) =>
    html`<a class="pill" href="${address(path, { ...view, asOf: day })}"${day === asOf && html` aria-current="true"`}>${words}</a>`
  return {
    past:
      asOf !== '' &&
      html`<p class="past" role="note"><span><b>${dayText(asOf)}, end of day.</b> Nothing after it is on this page.</span> <a href="${address(path, view)}">Back to now</a></p>`,
    control: html`<details class="menu pop day"><summary>As of ${asOf === '' ? 'now' : dayText(asOf)}</summary>
      <div class="card"><nav class="pills" aria-label="Days">${pill('Now', '')}${days.map(({ words, day }) => pill(words, day))}</nav>
      <form class="filters" action="${path}" data-at-once>
        ${Object.entries(view).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <label>Or the end of a day (UTC)<input type="date" name="asOf" min="2000-01-01" max="${dayName(today)}" value="${asOf}"></label>
        <button class="button">Show</button>
      </form></div>
    </details>`,
  }
}

/** A link that names a day or a window itself stays as it is. */
function keepDay(asOf: string, pages: readonly Page[]): PageDay['keep'] {
  const paths = pages.map(({ path }) => path.replaceAll(/:\w+/g, '[^/?#"]+'))
  const link = new RegExp(` href="(${paths.join('|')})(\\?[^"#]*)?(#[^"]*)?"`, 'g')
  return (part) =>
    raw(
      String(part).replaceAll(link, (text, path: string, query = '', hash = '') =>
        /[?;](?:asOf|from|to)=/.test(query)
          ? text
          : ` href="${path}${query === '' ? '?' : `${query}&amp;`}asOf=${asOf}${hash}"`,
      ),
    )
}
