import { isObject } from '../../checks.ts'
import { countText, hundredthsText, numberText, percentOf, plural, signed } from '../../formats.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { PERIODS } from '../../metrics/leaderboards.ts'
import { SCREEN_COLUMNS, type ScreenColumn } from '../../metrics/screen-columns.ts'
import { distributionChart } from '../charts/distribution.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { type AddressParameters, address } from '../kit/links.ts'
import { titleCase } from '../kit/words.ts'
import type { NumberDistributionFragment, TraderNumber } from '../operations.generated.ts'
import type { Given } from '../page.ts'
import { choiceControl } from '../parts/choice.ts'

/** The numbers that have a panel. */
const NUMBERS: readonly ScreenColumn[] = SCREEN_COLUMNS.filter(({ kind }) => kind === 'NUMBER')
/** Panels whose distribution one answer has at most. */
const MOST_DRAWN = 8

/** The names of panels in the address: that of the open one. */
export const PANELS: readonly string[] = NUMBERS.map(({ id }) => id)

const CHOICES = [
  {
    name: 'verdict',
    label: 'Skill',
    options: [
      ['', 'All'],
      ['skilled', 'Skilled'],
      ['unskilled', 'Unskilled'],
      ['cannot_tell', 'Can’t tell'],
    ],
  },
  {
    name: 'isBot',
    label: 'Bots',
    options: [
      ['', 'All'],
      ['false', 'Leave out'],
      ['true', 'Only bots'],
    ],
  },
] as const

/** Words for a parameter that has neither a number's panel nor a choice. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  lastFrom: 'Traded since',
  among: 'Only these',
}

/** Parameters that are no condition. */
const OTHERS = new Set([
  'order',
  'period',
  'from',
  'to',
  'asOf',
  'compareTo',
  'category',
  'columns',
  'inCommon',
  'tag',
])

/** A condition of a view in words, with the parameters that say it. */
interface Condition {
  names: readonly string[]
  words: string
  /** The number that it bounds; null for another condition. */
  number: ScreenColumn | null
}

/** The question of a view in words: its conditions, its category or tag and its days. */
export function questionWords(view: Given): string {
  const { category, tag, from, to } = view
  const words = [
    ...conditionsOf(view).map((one) => one.words),
    tag ?? (category && titleCase(category)),
    periodTitle(view),
    (from || to) && `${from ?? ''} to ${to ?? 'now'}`,
  ].filter(Boolean)
  return words.length === 0 ? 'Traders' : words.join(', ')
}

/** The conditions of a view, both bounds of a number as one. */
export function conditionsOf(view: Given): Condition[] {
  const names = Object.keys(view).filter((name) => !OTHERS.has(name))
  const bounded = new Map<ScreenColumn, string[]>()
  const others: Condition[] = []
  for (const name of names) {
    const column = boundOf(name)
    if (column === null) others.push({ names: [name], words: wordsOf(name, view[name] ?? ''), number: null })
    else bounded.set(column, [...(bounded.get(column) ?? []), name])
  }
  const numbers = [...bounded].map(
    ([number, own]): Condition => ({ names: own, words: rangeWords(number, view), number }),
  )
  return [...others, ...numbers]
}

/** The numbers whose panels a view shows. */
export function drawnNumbers(view: Given, panel: string | undefined): TraderNumber[] {
  const drawn = [...conditionsOf(view).map(({ number }) => number?.id), panel]
  const ids = [...new Set(drawn.filter((id): id is string => id !== undefined))]
  // The schema makes the names of the enum from the ids in this way.
  return ids
    .slice(-MOST_DRAWN)
    .map((id) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase() as TraderNumber)
}

/** A view without a condition. */
export function withoutCondition(view: Given, { names }: Pick<Condition, 'names'>): Given {
  return Object.fromEntries(Object.entries(view).filter(([name]) => !names.includes(name)))
}

/** The number that a parameter bounds: `minRoi`. */
function boundOf(name: string): ScreenColumn | null {
  const [, id] = /^(?:min|max)([A-Z]\w*)$/.exec(name) ?? []
  return NUMBERS.find((column) => capital(column.id) === id) ?? null
}

function capital(id: string): string {
  return `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`
}

function rangeWords(column: ScreenColumn, view: Given): string {
  const [min, max] = [view[`min${capital(column.id)}`], view[`max${capital(column.id)}`]]
  const text = (bound: string) => boundText(column, Number(bound))
  if (min === undefined) return `${column.title} at most ${text(max ?? '')}`
  if (max === undefined) return `${column.title} at least ${text(min)}`
  return `${column.title} ${text(min)} to ${text(max)}`
}

/** A bound in the form of its number. */
function boundText({ unit }: ScreenColumn, bound: number): string {
  if (unit === 'USD') return signed(bound, `$${numberText(Math.abs(bound))}`)
  if (unit === 'fraction' || unit === 'probability')
    return signed(bound, percentOf(Math.abs(bound), { least: 0, most: 2 }))
  if (unit === 'count') return countText(bound)
  return Number.isInteger(bound) ? numberText(bound) : hundredthsText(bound)
}

function wordsOf(name: string, value: string): string {
  const choice = CHOICES.find((one) => one.name === name)
  if (choice !== undefined) {
    const shown = value
      .split(',')
      .map((one) => choice.options.find(([own]) => own === one.toLowerCase())?.[1] ?? one)
    return name === 'isBot' ? (value === 'false' ? 'No bots' : 'Only bots') : shown.join(' or ')
  }
  if (name === 'where') return whereWords(value)
  return `${OTHER_WORDS[name] ?? titleCase(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))}: ${value}`
}

/** A `where` of GraphQL in words: its ranges and labels are those of parameters, and other conditions are named together. */
function whereWords(text: string): string {
  const where: unknown = JSON.parse(text)
  const conditions = isObject(where) ? Object.entries(where) : []
  const words = conditions.flatMap(([name, value]) => {
    const column = NUMBERS.find(({ id }) => id === name)
    const bounds = isObject(value) ? Object.entries(value).filter(([, one]) => typeof one === 'number') : []
    const view = Object.fromEntries(bounds.map(([end, bound]) => [`${end}${capital(name)}`, String(bound)]))
    if (column !== undefined && bounds.length > 0) return [rangeWords(column, view)]
    return CHOICES.some((choice) => choice.name === name) ? [wordsOf(name, [value].flat().join())] : []
  })
  const isWhole = words.length === conditions.length && words.length > 0
  return [...words, ...(isWhole ? [] : ['More conditions'])].join(', ')
}

interface Shown {
  /** The number whose panel is open. */
  panel: string | undefined
  distributions: readonly NumberDistributionFragment[]
  /** Traders who fit. */
  count: number
  tags: readonly string[]
  /** False leaves out the numbers that require an account. */
  isSignedIn: boolean
}

/** The filters of a view in one row: category, days, each condition with its panel, and a panel to add one. */
export function filterChips(view: Given, shown: Shown): Html {
  const { panel } = shown
  const set = conditionsOf(view)
  const added = NUMBERS.find(({ id }) => id === panel)
  const isNew = added !== undefined && set.every(({ number }) => number !== added)
  return html`<div class="pills chips" aria-label="Filters" role="group">${categoryPanel(view, shown.tags)}${daysPanel(view)}${set.map(
    (condition) =>
      condition.number === null
        ? removable(condition, view)
        : numberPanel(condition.number, condition, view, shown),
  )}${isNew && numberPanel(added, { names: [], words: added.title, number: added }, view, shown)}${addPanel(view, shown)}</div>`
}

function removable(condition: Condition, view: Given): Html {
  return html`<a class="pill" aria-current="true" href="${address('/traders', withoutCondition(view, condition))}"><bdi>${condition.words}</bdi> <span aria-hidden="true">×</span><span class="visually-hidden">remove</span></a>`
}

/** A chip that opens a panel; one panel is open at a time. */
function chip(words: Part, body: Part, { isSet = false, isOpen = false, className = '' } = {}): Html {
  return html`<details class="pop filter" name="filter"${isOpen && html` open`}><summary class="pill${className && ` ${className}`}"${isSet && html` aria-current="true"`}><bdi>${words}</bdi></summary><div class="card">${body}</div></details>`
}

function hiddenFields(view: Given, own: readonly string[]): Part {
  return Object.entries(view)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
}

/** The distribution of a number, the bounds of the view, and how many fit. */
function numberPanel(
  column: ScreenColumn,
  condition: Condition,
  view: Given,
  { panel, distributions, count }: Shown,
): Html {
  const { id, title, unit } = column
  const [low, high] = [`min${capital(id)}`, `max${capital(id)}`]
  const found = distributions.find(({ of }) => of.replaceAll('_', '').toLowerCase() === id.toLowerCase())
  const field = (name: string, words: string) =>
    html`<label>${words}<input type="number" step="any" name="${name}" value="${view[name]}" placeholder="any"></label>`
  const bound = (name: string, open: number) => (view[name] === undefined ? open : Number(view[name]))
  return chip(
    condition.words,
    html`<h2>${title}</h2>${
      found &&
      html`<p class="tiny">${plural(found.known + found.unknown, 'trader')} by this number${found.unknown > 0 && html`; ${countText(found.unknown)} have none yet`}.</p>
      ${
        found.bins.length > 0 &&
        distributionChart({
          title,
          bars: found.bins,
          min: bound(low, Number.NEGATIVE_INFINITY),
          max: bound(high, Number.POSITIVE_INFINITY),
          text: (one) => boundText(column, one),
        })
      }`
    }
    <form class="filters" action="/traders" data-at-once>${hiddenFields(view, [low, high])}<input type="hidden" name="panel" value="${id}">${field(low, 'At least')}${field(high, 'At most')}<button class="button">Show</button></form>
    ${(unit === 'fraction' || unit === 'probability') && html`<p class="tiny">0.05 is 5%.</p>`}
    <div class="line"><a href="${address('/traders', withoutCondition(view, condition))}">${condition.names.length > 0 ? 'Remove' : 'Close'}</a><b>${plural(count, 'trader')}</b></div>`,
    { isSet: condition.names.length > 0, isOpen: panel === id },
  )
}

function pill(words: string, view: Given, change: AddressParameters, isCurrent: boolean): Html {
  return html`<a class="pill" href="${address('/traders', { ...view, ...change })}"${isCurrent && html` aria-current="true"`}>${words}</a>`
}

function categoryPanel(view: Given, tags: readonly string[]): Html {
  const { category, tag } = view
  const pills = MARKET_CATEGORIES.map((name) =>
    pill(titleCase(name), view, { category: name.toLowerCase(), tag: null }, category === name.toLowerCase()),
  )
  return chip(
    tag ?? (category === undefined ? 'All categories' : titleCase(category)),
    html`<nav class="pills chips" aria-label="Categories">${pill('All categories', view, { category: null, tag: null }, category === undefined && tag === undefined)}${pills}</nav>
    <form class="filters" action="/traders" data-at-once>${hiddenFields(view, ['category', 'tag'])}<label>Or markets with a tag<input type="text" name="tag" list="tags" value="${tag}"></label><datalist id="tags">${tags.map((one) => html`<option value="${one}">`)}</datalist><button class="button">Show</button></form>`,
    { isSet: category !== undefined || tag !== undefined },
  )
}

function periodTitle({ period }: Given): string | undefined {
  return PERIODS.find(({ wire }) => wire === period)?.title
}

function daysPanel(view: Given): Html {
  const { period, from, to, asOf } = view
  const isWindow = from !== undefined || to !== undefined
  const pills = PERIODS.map(({ wire, title }) =>
    pill(
      titleCase(title),
      view,
      { period: wire === 'all' ? null : wire, from: null, to: null },
      !isWindow && (period ?? 'all') === wire,
    ),
  )
  // A window ends with a day of its own.
  const fields =
    asOf === undefined
      ? ([
          ['from', 'From'],
          ['to', 'To'],
        ] as const)
      : ([['compareTo', 'And since then, up to']] as const)
  const words = isWindow ? `${from ?? 'Start'} to ${to ?? 'now'}` : titleCase(periodTitle(view) ?? 'All time')
  return chip(
    words,
    html`<nav class="pills chips" aria-label="Period">${pills}</nav>
    <form class="filters" action="/traders" data-at-once>${hiddenFields(
      view,
      fields.map(([name]) => name),
    )}${fields.map(([name, label]) => html`<label>${label}<input type="date" name="${name}" value="${view[name]}"></label>`)}<button class="button">Show</button></form>`,
    { isSet: isWindow || (period !== undefined && period !== 'all') || view.compareTo !== undefined },
  )
}

/** A panel that adds a condition: the choices, and each number as a link that opens its panel. */
function addPanel(view: Given, { isSignedIn }: Shown): Html {
  const own = [...CHOICES.map(({ name }) => name), 'lastFrom', 'among']
  const offered = NUMBERS.filter(({ isGated }) => isSignedIn || !isGated)
  return chip(
    '+ Filter',
    html`<form class="filters" action="/traders" data-at-once>${hiddenFields(view, own)}${CHOICES.map((choice) => choiceControl(choice, view[choice.name] ?? ''))}<label>Traded since<input type="date" name="lastFrom" value="${view.lastFrom}"></label><label>Only these<input type="text" name="among" placeholder="addresses or names, by commas" value="${view.among}"></label><button class="button">Show</button></form>
    <h2>By a number</h2><ul class="choices">${offered.map(({ id, title }) => html`<li><a href="${address('/traders', { ...view, panel: id })}">${title}</a></li>`)}</ul>`,
    { className: 'add' },
  )
}
