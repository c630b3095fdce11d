import { z } from 'zod'
import { numberText } from '../../formats.ts'
import { RULE_PARTS, type RuleText, ruleField } from '../../lab/rule.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { dayText } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'

/** A rule as a form has it: texts by the path of a field, such as `universe.top`. */
export type RuleValues = Readonly<Record<string, readonly string[]>>

type Parts = typeof RULE_PARTS
type Labels = { [Name in keyof Parts]: Record<keyof Parts[Name]['shape'], string> }

/** The words for each field of a rule: a field without words does not compile. */
const LABELS: Labels = {
  universe: {
    leaderboard: 'Copy the best of',
    traders: 'Or these wallets, one a line',
    screen: 'Or a saved screen, by its id',
    top: 'How many',
    chosen: 'Chosen again',
  },
  record: { days: 'Days since their first trade', trades: 'Their trades before' },
  entry: {
    sides: 'Their trades',
    minUsd: 'Of at least ($)',
    categories: 'Only in',
    minPrice: 'Price from (¢)',
    maxPrice: 'Price up to (¢)',
    firstOnly: 'Only their first trade in a market',
    agreeAtLeast: 'Agreeing, at least',
    agreeAtMost: 'Agreeing, at most',
    agreeDays: 'Within (days)',
  },
  size: {
    usd: 'Spend on each ($)',
    shareOfTrade: 'Or of theirs (%)',
    shareOfBankroll: 'Or of my bankroll (%)',
    bankroll: 'Bankroll ($)',
    perMarket: 'Most in a market ($)',
    perTrader: 'Most after a trader ($)',
    openAtOnce: 'Most at a time ($)',
  },
  fill: {
    mode: 'How I buy',
    participation: 'Most of each real trade (%)',
    window: 'My order ends after (seconds)',
    maxSlippage: 'Pay at most (¢ more)',
  },
  exit: {
    traderSells: 'Sell when they sell',
    days: 'Sell after (days)',
    price: 'Sell at a price of (¢)',
  },
}

/** The words for choices that their names do not say. */
const CHOICES: Readonly<Record<string, string>> = {
  DAY: 'every day',
  WEEK: 'every Monday',
  MONTH: 'every month',
  BUYS: 'purchases',
  BOTH: 'purchases and sales',
  TAKER: 'from those who sell',
  MAKER: 'an order at their price',
}

/** The fields that most rules change; the others are under "More". */
const FIRST = [
  'universe.leaderboard',
  'universe.top',
  'universe.chosen',
  'entry.sides',
  'entry.minUsd',
  'delay',
  'size.usd',
  'fill.maxSlippage',
  'exit.traderSells',
  'from',
  'to',
]
/** The headings of the other fields, by their part. */
const HEADINGS: Readonly<Record<keyof Parts, string>> = {
  universe: 'Traders',
  record: 'Their minimum record',
  entry: 'Trades',
  size: 'Money',
  fill: 'Orders',
  exit: 'Sales',
}

interface Field {
  path: string
  label: string
  /** The field's sentence in the schema. */
  hint: string
  type: unknown
  usual: unknown
}

const FIELDS: readonly Field[] = (Object.keys(RULE_PARTS) as (keyof Parts)[]).flatMap((part) =>
  Object.entries<z.ZodType>(RULE_PARTS[part].shape).map(([name, field]) => ({
    path: `${part}.${name}`,
    label: (LABELS[part] as Readonly<Record<string, string>>)[name] ?? name,
    hint: field.description ?? '',
    ...ruleField(field),
  })),
)
/** The fields beside those of the parts. */
const PLAIN: readonly Field[] = [
  {
    path: 'delay',
    label: 'My delay (seconds)',
    hint: 'Seconds after their block; of several, separated by commas, the first decides and the others make a curve.',
    type: null,
    usual: [30],
  },
  { path: 'from', label: 'From', hint: 'The first day.', type: 'day', usual: undefined },
  { path: 'to', label: 'To', hint: 'The last day.', type: 'day', usual: undefined },
]
const BY_PATH = new Map([...FIELDS, ...PLAIN].map((field) => [field.path, field]))

/** The form of a rule, which works without script. @param problem the refusal of what it holds; null: none */
export function ruleForm(values: RuleValues, problem: string | null = null): Html {
  const later = Object.entries(HEADINGS).map(([part, heading]) => {
    const fields = FIELDS.filter(({ path }) => path.startsWith(`${part}.`) && !FIRST.includes(path))
    return html`<fieldset class="filters"><legend>${heading}</legend>${fields.map((field) => control(field, values))}</fieldset>`
  })
  return html`<form class="rule" method="post" action="/lab" data-rule aria-label="Rule">
    ${problem !== null && html`<p class="calm" role="alert">${problem}</p>`}
    <div class="filters">${FIRST.map((path) => control(BY_PATH.get(path), values))}</div>
    <details class="more-fields"${problem !== null && html` open`}><summary>More: record, categories, limits, orders</summary>${later}</details>
    <button class="button">Run the rule</button> <span class="small" role="status"></span>
  </form>`
}

function control(field: Field | undefined, values: RuleValues): Part {
  if (field === undefined) return null
  const { path, label, hint, type } = field
  const given = values[path] ?? []
  const [value = ''] = given
  if (type instanceof z.ZodBoolean)
    return html`<label class="check" title="${hint}"><input type="checkbox" name="${path}" value="true"${value === 'true' && html` checked`}>${label}</label>`
  if (type instanceof z.ZodNumber) {
    const { least, most } = ends(type)
    return html`<label title="${hint}">${label}<input type="number" name="${path}" min="${least}" max="${most}" step="${type.format === 'safeint' ? 1 : 'any'}" value="${value}"></label>`
  }
  if (type instanceof z.ZodString)
    return html`<label title="${hint}">${label}<input name="${path}" maxlength="22" autocomplete="off" spellcheck="false" value="${value}"></label>`
  if (type instanceof z.ZodEnum)
    return html`<label${path === 'universe.leaderboard' && html` class="double"`} title="${hint}">${label}<select name="${path}">${optionsOf(field).map(([one, words]) => html`<option value="${one}"${one === value && html` selected`}>${words}</option>`)}</select></label>`
  if (type instanceof z.ZodArray && type.element instanceof z.ZodEnum)
    return html`<span class="checks wrap" role="group" aria-label="${label}" title="${hint}">${type.element.options.map((one) => html`<label class="check"><input type="checkbox" name="${path}" value="${one}"${given.includes(String(one)) && html` checked`}>${titleCase(String(one))}</label>`)}</span>`
  if (type instanceof z.ZodArray)
    return html`<label class="whole" title="${hint}">${label}<textarea name="${path}" rows="3" maxlength="9000" spellcheck="false">${value}</textarea></label>`
  return type === 'day'
    ? html`<label title="${hint}">${label}<input type="date" name="${path}" required value="${value}"></label>`
    : html`<label title="${hint}">${label}<input name="${path}" inputmode="numeric" maxlength="60" required value="${value}"></label>`
}

function optionsOf({ path, type }: Field): (readonly [value: string, words: string])[] {
  if (path === 'universe.leaderboard')
    return [
      ['', 'wallets or a screen, under More'],
      ...LEADERBOARDS.map(({ id, title }) => [id, title] as const),
    ]
  const { options } = type as z.ZodEnum
  return options.map((one) => [String(one), CHOICES[one] ?? titleCase(String(one))])
}

/** Prices and shares of one are entered in hundredths, as people say them. */
function perOf(type: unknown): 1 | 100 {
  return type instanceof z.ZodNumber && type.maxValue === 1 ? 100 : 1
}

function ends(type: z.ZodNumber): { least: number | null; most: number | null } {
  const per = perOf(type)
  const { minValue, maxValue } = type
  return {
    least: minValue === null ? null : minValue * per,
    most: maxValue === null || maxValue > Number.MAX_SAFE_INTEGER / 2 ? null : maxValue * per,
  }
}

/** The values of a rule, defaults where it has none. @param rule as it is written; null: a first rule to change */
export function ruleValues(rule: object | null): RuleValues {
  const first = { universe: { leaderboard: 'copyable-all' }, size: { usd: 100 } }
  const given = (rule ?? first) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    [...BY_PATH.values()].map(({ path, type, usual }) => {
      const [part = '', name] = path.split('.')
      const own = name === undefined ? given[part] : Object(given[part])[name]
      return [path, textsOf(own === undefined ? usual : own, type)]
    }),
  )
}

function textsOf(value: unknown, type: unknown): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'number') return [String(Number((value * perOf(type)).toFixed(4)))]
  if (!Array.isArray(value)) return [String(value)]
  if (type instanceof z.ZodArray && type.element instanceof z.ZodEnum) return value.map(String)
  return value.length === 0 ? [] : [value.join(type instanceof z.ZodArray ? '\n' : ', ')]
}

/** Reads a sent form as a rule; what does not fit is left to the rule's schema. */
export function ruleOfForm(values: RuleValues): unknown {
  const rule: Record<string, Record<string, unknown>> & Record<string, unknown> = {}
  for (const { path, type } of BY_PATH.values()) {
    const value = readField(values[path] ?? [], type, path)
    const [part = '', name] = path.split('.')
    if (name === undefined) Object.assign(rule, { [part]: value })
    else if (value !== undefined) rule[part] = { ...rule[part], [name]: value }
  }
  return rule
}

function readField(texts: readonly string[], type: unknown, path: string): unknown {
  const [text = ''] = texts
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (type instanceof z.ZodBoolean) return text === 'true'
  if (path === 'delay') return words.map(Number)
  if (type instanceof z.ZodArray && type.element instanceof z.ZodEnum) return texts
  if (text.trim() === '') return undefined
  // Hundredths of a decimal are that decimal, not the nearest double of a division.
  if (type instanceof z.ZodNumber) return Number((Number(text) / perOf(type)).toFixed(8))
  return type instanceof z.ZodArray ? words : text
}

/** A rule in words: each field that is not as usual, for those who may not change it. */
export function ruleFacts(rule: RuleText): Html {
  const values = ruleValues(rule)
  const usual = ruleValues({})
  const told = [...BY_PATH.values()].filter(
    ({ path }) => FIRST.includes(path) || values[path]?.join() !== usual[path]?.join(),
  )
  return html`<dl class="facts">${told.map((field) => html`<dt>${field.label}</dt><dd>${said(field, values[field.path] ?? [])}</dd>`)}</dl>`
}

function said(field: Field, values: readonly string[]): string {
  const { type } = field
  if (type instanceof z.ZodBoolean) return values[0] === 'true' ? 'yes' : 'no'
  if (type instanceof z.ZodEnum) {
    const found = optionsOf(field).find(([one]) => one === (values[0] ?? ''))
    return found?.[1] ?? ''
  }
  if (type === 'day') return values.map(dayText).join(', ') || '–'
  return values.map((one) => (type instanceof z.ZodNumber ? numberText(Number(one)) : one)).join(', ') || '–'
}
