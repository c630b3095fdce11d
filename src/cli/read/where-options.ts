import { InvalidArgumentError, Option } from 'commander'
import { MARKET_COLUMNS } from '../../graph/markets/market-columns.ts'
import { POSITION_FIELDS, type PositionFieldKind } from '../../graph/positions/position-fields.ts'

/* Filters of lists as options of their commands, which become the JSON of the parameter `where`. */

/** How a filter is written: two options for a range and for days; several values are separated by commas. */
type FilterKind = 'RANGE' | 'DAYS' | 'LABELS' | 'LABEL' | 'LIST' | 'TEXT' | 'BOARD'

interface Filter {
  name: string
  kind: FilterKind
  says: string
}

const POSITION_KINDS: Readonly<Record<PositionFieldKind, FilterKind>> = {
  MARKETS: 'LIST',
  EVENTS: 'LIST',
  CATEGORIES: 'LABELS',
  TRADERS: 'LIST',
  BOARD: 'BOARD',
  SCREEN: 'TEXT',
  STATUS: 'LABEL',
  RESULT: 'LABEL',
  AMOUNT: 'RANGE',
  PRICE: 'RANGE',
  DAYS: 'DAYS',
}

export const POSITION_FILTERS: readonly Filter[] = Object.entries(POSITION_FIELDS).map(
  ([name, { kind, says }]) => ({ name, kind: POSITION_KINDS[kind], says }),
)

const COLUMN_KINDS = { NUMBER: 'RANGE', DAY: 'DAYS', LABEL: 'LABELS' } as const

export const MARKET_FILTERS: readonly Filter[] = [
  { name: 'query', kind: 'TEXT', says: 'Words of the question or of the title of its event' },
  { name: 'among', kind: 'LIST', says: 'Conditions of markets' },
  { name: 'event', kind: 'LIST', says: 'Ids of events' },
  { name: 'tag', kind: 'LIST', says: 'Tags' },
  ...MARKET_COLUMNS.map(({ id, kind, title, labels }) => ({
    name: id,
    kind: COLUMN_KINDS[kind],
    says: [title, ...(labels.length === 0 ? [] : [labels.join(', ').toLowerCase()])].join(': '),
  })),
]

/** The options of a filter. */
export function filterOptions({ name, kind, says }: Filter): Option[] {
  const text = says.slice(0, 1).toLowerCase() + says.slice(1)
  const flag = flagOf(name)
  if (kind === 'RANGE')
    return ['min', 'max'].map((end) =>
      new Option(`--${end}-${flag} <number>`, `${end}imum ${text}`).argParser(amount),
    )
  if (kind === 'DAYS')
    return ['from', 'to'].map(
      (end) => new Option(`--${flagOf(dayName(name))}-${end} <day>`, `${text}, ${end}`),
    )
  return [new Option(`--${flag} <${VALUES[kind]}>`, text)]
}

const VALUES = { LABELS: 'labels', LABEL: 'label', LIST: 'list', TEXT: 'text', BOARD: 'id' } as const

/** The flag of a name in camelCase. */
export function flagOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Parses an amount for commander; the service checks its range. */
export function amount(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new InvalidArgumentError('It must be a number.')
}

/** The given options as GraphQL writes the filter. */
export function whereOf(
  filters: readonly Filter[],
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = filters.map(({ name, kind }): [string, unknown] => {
    const capital = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
    const own = options[name]
    if (kind === 'RANGE')
      return [name, filled({ min: options[`min${capital}`], max: options[`max${capital}`] })]
    if (kind === 'DAYS') {
      const day = dayName(name)
      return [name, filled({ from: options[`${day}From`], to: options[`${day}To`] })]
    }
    if (own === undefined) return [name, undefined]
    const text = String(own)
    if (kind === 'TEXT') return [name, text]
    if (kind === 'BOARD') return [name, filled({ id: text, top: options.top })]
    if (kind === 'LABEL') return [name, enumName(text)]
    const values = text.split(',')
    return [name, kind === 'LABELS' ? values.map(enumName) : values]
  })
  return filled(Object.fromEntries(given)) ?? {}
}

/** The name of a day in options: `ends` of `endsAt`, as in the parameters of REST. */
function dayName(name: string): string {
  return name.replace(/At$/, '')
}

/** The members that are given; undefined for none. */
function filled(members: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const own = Object.entries(members).filter(([, value]) => value !== undefined)
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

function enumName(text: string): string {
  return text.toUpperCase().replaceAll('-', '_')
}
