/*
 * The fields of a filter of trades. The GraphQL input, the parameters of REST, the arguments of tools and the options of the command
 * follow this list. It imports nothing, since the command's help loads it.
 */

/** The reader of a filter: the list of whole trades, a follow of them, the stream of fills, or an export of fills. */
export type TradeDoor = 'LIST' | 'FOLLOW' | 'STREAM' | 'EXPORT'

/** How a field's value is written and compared. */
export type TradeFieldKind =
  | 'USD'
  | 'PRICE'
  | 'SIDE'
  | 'ROLE'
  | 'OUTCOME'
  | 'CHANGES'
  | 'MARKETS'
  | 'EVENTS'
  | 'CATEGORIES'
  | 'TAGS'
  | 'HOURS'
  | 'TRADERS'
  | 'BOARD'
  | 'SCREEN'
  | 'MEMBERS'
  | 'SIGNS'
  | 'HINDSIGHT'
  | 'TIME'
  | 'FILTERS'

export interface TradeField {
  kind: TradeFieldKind
  /** The beginning of its description, to which its kind adds the limits. */
  says: string
  /** The doors that answer it; the others refuse it. */
  doors: readonly TradeDoor[]
  /** A value of its parameter; in brackets, one that only shows the form. */
  example?: string | readonly [form: string]
}

const EVERYWHERE = ['LIST', 'FOLLOW', 'STREAM', 'EXPORT'] as const
const LIVE = ['LIST', 'FOLLOW', 'STREAM'] as const
const LISTED = ['LIST', 'FOLLOW'] as const
/** A follow begins when it is made and has no end. */
const DATED = ['LIST', 'STREAM', 'EXPORT'] as const
const HEX = (digits: number) => [`0x${'0'.repeat(digits)}`] as const

export const TRADE_FIELDS = {
  minUsd: {
    kind: 'USD',
    says: 'Minimum USD',
    doors: EVERYWHERE,
    example: '1000',
  },
  maxUsd: { kind: 'USD', says: 'Maximum USD', doors: EVERYWHERE },
  minPrice: { kind: 'PRICE', says: 'Minimum average price', doors: EVERYWHERE },
  maxPrice: { kind: 'PRICE', says: 'Maximum average price', doors: EVERYWHERE },
  minImpact: {
    kind: 'PRICE',
    says: 'Minimum change of the price, in its direction',
    doors: LISTED,
    example: '0.01',
  },
  side: { kind: 'SIDE', says: 'Only purchases, or only sales', doors: EVERYWHERE, example: 'BUY' },
  role: {
    kind: 'ROLE',
    says: 'Role. Default: all but makers, so each dollar counts once; in a stream or an export any',
    doors: EVERYWHERE,
  },
  outcome: { kind: 'OUTCOME', says: 'Index of the outcome', doors: EVERYWHERE },
  change: {
    kind: 'CHANGES',
    says: 'Effects on the position',
    doors: EVERYWHERE,
    example: 'opened,added',
  },
  market: { kind: 'MARKETS', says: 'Conditions of markets', doors: EVERYWHERE, example: HEX(64) },
  event: { kind: 'EVENTS', says: 'Ids of events', doors: EVERYWHERE, example: ['1'] },
  category: {
    kind: 'CATEGORIES',
    says: 'Categories of markets',
    doors: EVERYWHERE,
    example: 'politics,sports',
  },
  tag: { kind: 'TAGS', says: 'Tags of markets', doors: EVERYWHERE, example: ['sports'] },
  minMarketHours: {
    kind: 'HOURS',
    says: 'Minimum scheduled life in hours',
    doors: EVERYWHERE,
    example: '24',
  },
  trader: { kind: 'TRADERS', says: 'Addresses of traders', doors: EVERYWHERE, example: HEX(40) },
  board: { kind: 'BOARD', says: 'First traders of a leaderboard', doors: EVERYWHERE, example: 'pnl-30d' },
  screen: {
    kind: 'SCREEN',
    says: 'Members of a screen',
    doors: EVERYWHERE,
    example: ['0123456789abcdefghijkl'],
  },
  members: {
    kind: 'MEMBERS',
    says: 'Members now, which looks back, or at the close before each trade',
    doors: EVERYWHERE,
    example: 'now',
  },
  signs: {
    kind: 'SIGNS',
    says: 'All of these signs; a stream then sends trades with each snapshot',
    doors: EVERYWHERE,
    example: ['big-for-market'],
  },
  without: {
    kind: 'SIGNS',
    says: 'None of these signs, all of them known',
    doors: EVERYWHERE,
    example: ['twin'],
  },
  hindsight: {
    kind: 'HINDSIGHT',
    says: 'All of these facts, which later events show',
    doors: ['LIST'],
    example: ['before-a-move'],
  },
  from: { kind: 'TIME', says: 'From this time on; in the list with Pro', doors: DATED },
  to: { kind: 'TIME', says: 'Before this time; in the list with Pro', doors: DATED },
  any: {
    kind: 'FILTERS',
    says: 'One of these filters matches too',
    doors: LIVE,
    example: ['[{"side":"BUY"}]'],
  },
} as const satisfies Record<string, TradeField>

export type TradeFieldName = keyof typeof TRADE_FIELDS

/** The fields that a door answers, in the order of the list. */
export function fieldsOfDoor(door: TradeDoor): (readonly [TradeFieldName, TradeField])[] {
  const all = Object.entries(TRADE_FIELDS) as [TradeFieldName, TradeField][]
  return all.filter(([, { doors }]) => doors.includes(door))
}

/** Kinds whose values are names, in lower case on the wire. */
const NAMED: ReadonlySet<TradeFieldKind> = new Set([
  'SIDE',
  'ROLE',
  'MEMBERS',
  'CHANGES',
  'SIGNS',
  'HINDSIGHT',
  'CATEGORIES',
])

/** A filter as a link to the REST API: one text for one filter, its parameters by name. */
export function tradesPath(where: object): string {
  const parts = Object.entries(where).flatMap(([name, value]) => parametersOf(name as TradeFieldName, value))
  const texts = parts.sort().map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return ['/v1/trades', ...(texts.length === 0 ? [] : [texts.join('&')])].join('?')
}

function parametersOf(name: TradeFieldName, value: unknown): [name: string, value: string][] {
  const { kind }: TradeField = TRADE_FIELDS[name]
  if (kind === 'BOARD') {
    const { id, top } = value as { id: string; top?: number | null }
    return [[name, id], ...(typeof top === 'number' ? [['top', `${top}`] as [string, string]] : [])]
  }
  if (kind === 'FILTERS') {
    const inGraph = (key: string, one: unknown) =>
      key === 'category' ? [one].flat().map((own) => String(own).toUpperCase()) : one
    return [[name, JSON.stringify(value, inGraph)]]
  }
  const text = [value].flat().join(',')
  return [[name, NAMED.has(kind) ? text.toLowerCase().replaceAll('_', '-') : text]]
}
