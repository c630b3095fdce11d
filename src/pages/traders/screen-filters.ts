import { PERIODS } from '../../metrics/periods.ts'
import { type Html, html } from '../kit/html.ts'
import { address } from '../kit/links.ts'
import { titleCase } from '../kit/words.ts'
import type { Given } from '../page.ts'

interface Field {
  name: string
  words: string
  /** @default a number */
  type?: 'date' | 'text'
  hint?: string
  /** The id of a list of values to choose from. @default none */
  list?: string
}

/** The conditions of the form; an address may set any other of REST. */
const FIELDS: readonly Field[] = [
  { name: 'minEdgeLow', words: 'Min. edge, low end', hint: '0.02 is 2%' },
  { name: 'minRoi', words: 'Min. return', hint: '0.1 is 10%' },
  { name: 'minPnl', words: 'Min. profit ($)' },
  { name: 'minVolume', words: 'Min. volume ($)' },
  { name: 'minUnits', words: 'Min. decided events' },
  { name: 'minMarketCount', words: 'Min. markets' },
  { name: 'maxMaxDrawdownPct', words: 'Max. drawdown', hint: '0.2 is 20%' },
  { name: 'lastFrom', words: 'Traded since', type: 'date' },
]
const AMONG: Field = {
  name: 'among',
  words: 'Only these',
  type: 'text',
  hint: 'addresses or names, by commas',
}
const SINCE: Field = { name: 'compareTo', words: 'And since then, up to', type: 'date' }
const TAG: Field = { name: 'tag', words: 'Tag', type: 'text', hint: 'in place of a category', list: 'tags' }
const DAYS: readonly Field[] = [
  { name: 'from', words: 'Window from', type: 'date' },
  { name: 'to', words: 'to', type: 'date' },
]
const CHOICES = [
  {
    name: 'verdict',
    words: 'Skill',
    options: { skilled: 'Skilled', unskilled: 'Unskilled', cannot_tell: 'Can’t tell' },
  },
  { name: 'isBot', words: 'Bots', options: { false: 'Leave out', true: 'Only bots' } },
] as const

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
])

/** The question of a view in words: its conditions, its category or tag and its days. */
export function questionWords(view: Given): string {
  const { category, period, from, to } = view
  const words = [
    ...conditionsOf(view).map(([, text]) => text),
    category && titleCase(category),
    period && PERIODS.find(({ wire }) => wire === period)?.title,
    (from || to) && `${from ?? ''} to ${to ?? 'now'}`,
  ].filter(Boolean)
  return words.length === 0 ? 'Traders' : words.join(', ')
}

/** The conditions of a view by their names, in words. */
export function conditionsOf(view: Given): [name: string, words: string][] {
  return Object.entries(view).flatMap(([name, value]) =>
    OTHERS.has(name) ? [] : [[name, wordsOf(name, value)]],
  )
}

/** The conditions of a view, each with a link that removes it. */
export function conditionChips(view: Given): Html | null {
  const set = conditionsOf(view)
  if (set.length === 0) return null
  return html`<div class="pills" aria-label="Filters">${set.map(([name, words]) => html`<a class="pill" aria-current="true" href="${address('/traders', { ...view, [name]: null })}"><bdi>${words}</bdi> <span aria-hidden="true">×</span><span class="visually-hidden">remove</span></a>`)}</div>`
}

function wordsOf(name: string, value: string): string {
  if (name === 'where') return 'More conditions'
  const choice = CHOICES.find((one) => one.name === name)
  const options: Readonly<Record<string, string>> = choice?.options ?? {}
  if (choice !== undefined) return `${choice.words}: ${options[value.toLowerCase()] ?? value}`
  const field = [...FIELDS, ...DAYS, AMONG, TAG].find((one) => one.name === name)
  return `${field?.words ?? titleCase(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`))}: ${value}`
}

/** A form with the usual conditions; what else the view says stays as it is. @param tags to choose from */
export function screenForm(view: Given, tags: readonly string[]): Html {
  // A window ends with a day of its own.
  const days = view.asOf === undefined ? DAYS : [SINCE]
  const fields = [...FIELDS, AMONG, ...(view.category === undefined ? [TAG] : []), ...days]
  const own = new Set([...fields, ...CHOICES].map(({ name }) => name))
  const hidden = Object.entries(view).filter(([name]) => !own.has(name))
  return html`<details class="menu"><summary>Filters and dates</summary><form class="filters" action="/traders">
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${CHOICES.map(({ name, words, options }) => html`<label>${words}<select name="${name}"><option value="">All</option>${Object.entries(options).map(([value, shown]) => html`<option value="${value}"${view[name] === value && html` selected`}>${shown}</option>`)}</select></label>`)}
    ${fields.map(({ name, words, type = 'number', hint, list }) => html`<label>${words}<input type="${type}" name="${name}"${list && html` list="${list}"`}${type === 'number' && html` step="any"`}${hint && html` placeholder="${hint}"`} value="${view[name]}"></label>`)}
    <datalist id="tags">${tags.map((tag) => html`<option value="${tag}">`)}</datalist>
    <button class="button">Apply</button>
  </form></details>`
}
