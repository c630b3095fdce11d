import { centsText, moneyText, plural, shortAddress } from '../../formats.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { type Html, html } from '../kit/html.ts'
import { address } from '../kit/links.ts'
import { shortened, titleCase } from '../kit/words.ts'
import type { TapeRowFragment } from '../operations.generated.ts'
import type { Given } from '../page.ts'
import { type Choice, choiceControl } from '../parts/choice.ts'

/** The smallest trades that the form offers; the first is the default. */
const SIZES = [1_000, 5_000, 10_000, 25_000, 100_000]
/** Highest prices and shortest scheduled lives that the form offers. */
const PRICES = [0.05, 0.15, 0.5]
const HOURS = [24, 168]
/** Filters with several values; a chip removes one of them. */
const LISTS = new Set(['signs', 'without'])
/** A parameter that leaves out no trade, and one that is a part of another filter. */
const ORDER = 'order'
const TOP = 'top'

export interface TapeChip {
  words: string
  /** The view without it. */
  without: Given
}

/** The filters of a view, those by sign one by one. @param rows the trades found, which name their traders and markets */
export function tapeChips(view: Given, rows: readonly TapeRowFragment[]): TapeChip[] {
  return Object.entries(view)
    .filter(([name]) => name !== ORDER && name !== TOP)
    .flatMap(([name, value]) => {
      const values = LISTS.has(name) ? value.split(',') : [value]
      return values.map((one): TapeChip => {
        const rest = values.filter((other) => other !== one).join(',')
        const { [name]: _removed, top = null, ...others } = view
        const without = top === null || name === 'board' ? others : { ...others, top }
        return {
          words: wordsOf(name, one, rows),
          without: rest === '' ? without : { ...view, [name]: rest },
        }
      })
    })
}

/** A sign in words. @param name as GraphQL or an address has it */
export function signWords(name: string): string {
  return titleCase(name.replaceAll('-', ' '))
}

function wordsOf(name: string, value: string, rows: readonly TapeRowFragment[]): string {
  switch (name) {
    case 'minUsd':
      return sizeWords(Number(value))
    case 'maxUsd':
      return `${moneyText(Number(value))} at most`
    case 'maxPrice':
      return priceWords(Number(value))
    case 'minMarketHours':
      return lifeWords(Number(value))
    case 'side':
      return value.toLowerCase() === 'buy' ? 'Bought' : 'Sold'
    case 'role':
      return value.toLowerCase() === 'taker' ? 'Takers only' : 'Makers'
    case 'signs':
      return signWords(value)
    case 'without':
      return `Not: ${signWords(value)}`
    case 'category':
      return value.split(',').map(titleCase).join(' or ')
    case 'trader': {
      const trader = rows[0]?.trader
      return `Trader: ${trader?.username ?? shortAddress(value)}`
    }
    case 'market': {
      const market = rows[0]?.market
      return `Market: ${market?.question ? shortened(market.question, 60) : shortAddress(value)}`
    }
    default:
      return `${titleCase(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`))}: ${value}`
  }
}

function priceWords(price: number): string {
  return `${centsText(price)} at most`
}

function lifeWords(hours: number): string {
  return `Running for ${plural(Math.round(hours / 24), 'day')} or longer`
}

function sizeWords(usd: number): string {
  return `${moneyText(usd)} and up`
}

/** Chips that remove a filter each. */
export function chipLinks(chips: readonly TapeChip[]): Html | null {
  if (chips.length === 0) return null
  return html`<div class="pills" role="group" aria-label="Filters">${chips.map(({ words, without }) => html`<a class="pill" aria-current="true" href="${address('/tape', without)}"><bdi>${words}</bdi> <span aria-hidden="true">×</span><span class="visually-hidden">remove</span></a>`)}${chips.length > 1 && html`<a class="small" href="/tape">Remove all</a>`}</div>`
}

/** The form of the filters, the rarer ones in a panel; what else the view says stays as it is. @param signs all that there are, as an address has them */
export function tapeForm(view: Given, signs: readonly string[]): Html {
  const choices: readonly Choice[] = [
    {
      name: 'minUsd',
      label: 'Size',
      options: SIZES.map((usd, i) => [i === 0 ? '' : `${usd}`, sizeWords(usd)]),
    },
    {
      name: 'side',
      label: 'Side',
      options: [
        ['', 'Bought or sold'],
        ['buy', 'Bought'],
        ['sell', 'Sold'],
      ],
    },
    {
      name: 'category',
      label: 'Category',
      options: [
        ['', 'All'],
        ...MARKET_CATEGORIES.map((name) => [name.toLowerCase(), titleCase(name)] as const),
      ],
    },
    { name: 'signs', label: 'With sign', options: [['', 'Any'], ...signOptions(view.signs, signs)] },
    {
      name: 'maxPrice',
      label: 'Price',
      options: [['', 'Any'], ...PRICES.map((price) => [`${price}`, priceWords(price)] as const)],
    },
    {
      name: ORDER,
      label: 'Order',
      options: [
        ['', 'Newest first'],
        ['largest', 'Largest of a day'],
      ],
    },
  ]
  const more: readonly Choice[] = [
    { name: 'without', label: 'Without sign', options: [['', 'None'], ...signOptions(view.without, signs)] },
    {
      name: 'role',
      label: 'Role',
      options: [
        ['', 'Takers'],
        ['maker', 'Makers'],
      ],
    },
    {
      name: 'change',
      label: 'Position',
      options: [
        ['', 'Any change'],
        ['opened', 'Opened'],
        ['added', 'Added'],
        ['reduced', 'Reduced'],
        ['closed', 'Closed'],
      ],
    },
    {
      name: 'minMarketHours',
      label: 'Markets',
      options: [['', 'All'], ...HOURS.map((hours) => [`${hours}`, lifeWords(hours)] as const)],
    },
  ]
  const own = new Set([...choices, ...more].map(({ name }) => name))
  // A sign is chosen in addition to those that the view has.
  const kept = Object.entries(view).filter(([name]) => LISTS.has(name) || !own.has(name))
  const control = (choice: Choice) => {
    const value = LISTS.has(choice.name) ? '' : (view[choice.name] ?? '')
    return choiceControl(choice, value, wordsOf(choice.name, value, []))
  }
  return html`<form class="filters" action="/tape" data-at-once>
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${choices.map(control)}
    <details class="menu pop filter"><summary class="add">+ Filter</summary><div class="card"><div class="filters">${more.map(control)}</div></div></details>
    <button class="button">Apply</button>
  </form>`
}

function signOptions(chosen: string | undefined, signs: readonly string[]): (readonly [string, string])[] {
  const known = new Set(chosen?.split(','))
  return signs.filter((sign) => !known.has(sign)).map((sign) => [sign, signWords(sign)])
}
