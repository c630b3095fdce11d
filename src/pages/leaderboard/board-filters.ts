import { meets, type Tier } from '../../access/tier.ts'
import { countText, moneyText, percentOf } from '../../formats.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { STRATEGY } from '../../metrics/behaviour/strategy.ts'
import type { Tab } from '../../metrics/leaderboards.ts'
import { type Html, html } from '../kit/html.ts'
import { address } from '../kit/links.ts'
import { titleCase } from '../kit/words.ts'
import type { Given } from '../page.ts'
import { type Choice, choiceControl } from '../parts/choice.ts'

const least = (
  name: string,
  label: string,
  values: readonly number[],
  words: (value: number) => string,
): Choice => ({
  name,
  label,
  options: [['', 'Any'], ...values.map((value) => [String(value), words(value)] as const)],
})
const share = (value: number) => `${percentOf(value)} and up`

/** The usual conditions; an address may set any other of REST. */
const CHOICES: readonly Choice[] = [
  least('minWinRate', 'Win rate', [0.5, 0.6, 0.7, 0.8, 0.9], share),
  least('minRoi', 'Return', [0, 0.05, 0.1, 0.25, 0.5, 1], share),
  least('minTradeCount', 'Trades', [10, 50, 100, 500, 1_000], (value) => `${countText(value)} and up`),
  least(
    'minVolume',
    'Volume',
    [100, 1_000, 10_000, 100_000, 1_000_000],
    (value) => `${moneyText(value)} and up`,
  ),
  {
    name: 'strategy',
    label: 'Strategy',
    options: [['', 'Any'], ...STRATEGY.labels.map((name) => [name.toLowerCase(), titleCase(name)] as const)],
  },
]
const CHECKS = [
  { name: 'isBot', value: 'false', words: 'Hide bots' },
  { name: 'coverage', value: 'ok', words: 'Complete histories' },
] as const
const DAYS = { from: 'From', to: 'To' } as const

/** Parameters of a view that leave out no trader. */
const SCOPE: ReadonlySet<string> = new Set(['order', 'category', 'asOf', ...Object.keys(DAYS)])

interface BoardForm {
  tab: Tab
  tier: Tier
  path: string
  view: Given
  /** The orders, for a phone; the first is the board's own. */
  orders: Choice['options']
  /** The last day that there is. */
  lastDay: string
}

/** The filters of a board, which apply as they are chosen; what else the view says stays as it is. */
export function boardForm({ tab, tier, path, view, orders, lastDay }: BoardForm): Html {
  // A window ends with a day of its own.
  const hasWindow = meets(tier, 'PRO') && tab.isSliced && view.asOf === undefined
  const days = hasWindow ? (['from', 'to'] as const) : []
  const own = new Set<string>([...CHOICES, ...CHECKS, { name: 'order' }].map(({ name }) => name).concat(days))
  const hidden = Object.entries(view).filter(([name]) => !own.has(name))
  return html`<form class="filters" action="${path}" data-at-once>
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <span class="sort narrow">${choiceControl({ name: 'order', label: 'Sort by', options: orders }, view.order ?? '')}</span>
    ${CHOICES.map((choice) => choiceControl(choice, view[choice.name] ?? ''))}
    ${hasWindow && html`<span class="checks">${days.map((name) => html`<label>${DAYS[name]}<input type="date" name="${name}" min="2000-01-01" max="${lastDay}" value="${view[name]}"></label>`)}</span>`}
    <span class="checks">${CHECKS.map(({ name, value, words }) => html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${view[name]?.toLowerCase() === value && html` checked`}>${words}</label>`)}</span>
    <button class="button">Apply</button>
  </form>${otherChips(view, path)}`
}

/** Conditions that the form does not have, each with a link that removes it. */
function otherChips(view: Given, path: string): Html | null {
  const own = new Set<string>([...CHOICES, ...CHECKS].map(({ name }) => name))
  const others = Object.entries(view).filter(([name]) => !own.has(name) && !SCOPE.has(name))
  if (others.length === 0) return null
  return html`<div class="pills" role="group" aria-label="Filters">${others.map(([name, value]) => html`<a class="pill" aria-current="true" href="${address(path, { ...view, [name]: null })}"><bdi>${titleCase(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`))}: ${value}</bdi> <span aria-hidden="true">×</span><span class="visually-hidden">remove</span></a>`)}</div>`
}

/** A view without conditions. */
export function unfiltered(view: Given): Given {
  return Object.fromEntries(Object.entries(view).filter(([name]) => SCOPE.has(name)))
}

/** A view without the conditions on a number. */
export function withoutColumn(view: Given, column: string): Given {
  const name = column.charAt(0).toUpperCase() + column.slice(1)
  const own = new Set([
    column,
    ...['min', 'max', 'known'].map((one) => one + name),
    `${column}From`,
    `${column}To`,
  ])
  return Object.fromEntries(Object.entries(view).filter(([one]) => !own.has(one)))
}

/** A category as a choice of a form. @param chosen as the address says it */
export function categoryOption(name: string, chosen: string | undefined): Html {
  const wire = name.toLowerCase()
  return html`<option value="${wire}"${wire === chosen && html` selected`}>${titleCase(name)}</option>`
}

/** The categories as links. */
export function categoryPills(view: Given, path: string): Html {
  const pill = (words: string, category: string | null) =>
    html`<a class="pill" href="${address(path, { ...view, category })}"${(view.category?.toLowerCase() ?? null) === category && html` aria-current="true"`}>${words}</a>`
  return html`<nav class="pills" aria-label="Categories">${pill('All categories', null)}${MARKET_CATEGORIES.map((name) => pill(titleCase(name), name.toLowerCase()))}</nav>`
}
