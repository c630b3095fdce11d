import { parse } from 'csv-parse/sync'
import { isObject, parseJson } from '../checks.ts'
import { PequodError } from '../errors.ts'
import {
  type Address,
  addressOf,
  type ConditionId,
  MAX_MICRO,
  MICRO,
  type MicroPrice,
  type Seconds,
  type TokenId,
} from '../ledger/quantities.ts'
import { unmarkFormula } from '../text.ts'
import { layoutOf } from './layouts.ts'

// Reads another site's view of a wallet: saved answers and exports, as numbers of positions, events and totals.

/** The numbers of a position, or of a whole wallet, that a view can show; in micro-units. */
export const NUMBER_NAMES = [
  'shares',
  'bought',
  'cost',
  'value',
  'realized',
  'unrealized',
  'pnl',
  'volume',
] as const
export type NumberName = (typeof NUMBER_NAMES)[number]
export type Numbers = Partial<Record<NumberName, number>>

export interface ViewPosition {
  token: TokenId
  title: string | null
  numbers: Numbers
  /** The other site's price of a share; null if it shows none. */
  price: MicroPrice | null
  /** Times that the files list it with the same numbers. */
  listed: number
}

export interface ViewEvent {
  /** TRADE, SPLIT, MERGE, REDEEM, CONVERSION; income and others are omitted. */
  kind: string
  side: 'BUY' | 'SELL' | null
  token: TokenId | null
  condition: ConditionId | null
  shares: number
  usd: number
  time: Seconds
  tx: string | null
}

/** Another site's view of one wallet. */
export interface View {
  wallet: Address | null
  positions: ViewPosition[]
  events: ViewEvent[]
  /** Totals of the whole wallet, where a file shows them. */
  totals: Numbers
  /** Rows were cut at a page's length, so others may be missing. */
  isFullPage: boolean
  /** True: a file lists events; false: only positions or totals. */
  hasEvents: boolean
  /** The last decimal place of each number, in micro-units. */
  places: Numbers
}

export interface ReadOptions {
  /** The column of each field, where the file's own names are not known: `pnl` to `Total profit`. */
  columns?: Readonly<Record<string, string>> | undefined
  /** Only rows of this wallet count. */
  wallet?: Address | null
}

/** The most that one request may send. */
export const VIEW_LIMITS = { characters: 2_000_000, files: 20, rows: 10_000, fields: 200 } as const

/** Lengths of pages that the venue's answers and their clients use. */
const PAGE_LENGTHS = new Set([50, 100, 500, 1_000])
const NO_POSITION = new Set([
  'REWARD',
  'MAKER_REBATE',
  'TAKER_REBATE',
  'REFERRAL_REWARD',
  'YIELD',
  'DEPOSIT',
  'WITHDRAWAL',
  'TIP',
  'MIGRATION',
])

/**
 * Reads files that together are one view of one wallet: JSON answers of the venue's Data API, or CSV with a header.
 * @throws PequodError BAD_USER_INPUT for a file beyond {@link VIEW_LIMITS}, one that is not understood, and rows of several wallets
 */
export function readView(files: readonly string[], options: ReadOptions = {}): View {
  if (files.length > VIEW_LIMITS.files) throw refused(`At most ${VIEW_LIMITS.files} files are read together.`)
  const characters = files.reduce((sum, { length }) => sum + length, 0)
  if (characters > VIEW_LIMITS.characters)
    throw refused(
      `The files have ${characters} characters together, and the limit is ${VIEW_LIMITS.characters}.`,
    )
  const view: View = {
    wallet: options.wallet ?? null,
    positions: [],
    events: [],
    totals: {},
    isFullPage: false,
    hasEvents: false,
    places: {},
  }
  const wallets = new Set<Address>()
  const listed = new Map<string, ViewPosition>()
  let rows = 0
  for (const [i, text] of files.entries()) {
    const read = rowsOf(text, `File ${i + 1}`)
    rows += read.length
    if (rows > VIEW_LIMITS.rows) throw refused(`The files have more than ${VIEW_LIMITS.rows} rows together.`)
    addFile(view, read, { ...options, name: `File ${i + 1}`, wallets, listed })
  }
  if (view.wallet === null && wallets.size > 1)
    throw refused(`The files show ${wallets.size} wallets: name the one that counts.`)
  view.wallet ??= [...wallets][0] ?? null
  return view
}

function refused(message: string): PequodError {
  return new PequodError('BAD_USER_INPUT', message)
}

type Row = Readonly<Record<string, unknown>>

/** The rows of a file: objects of JSON lists at most two levels deep, or lines of CSV. */
function rowsOf(text: string, name: string): Row[] {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (start === '') throw refused(`${name} is empty.`)
  return start.startsWith('[') || start.startsWith('{') ? jsonRows(start, name) : csvRows(start, name)
}

function jsonRows(text: string, name: string): Row[] {
  const value = parseJson(text)
  if (value === undefined) throw refused(`${name} is not valid JSON: save the whole answer.`)
  const list = isObject(value) && Array.isArray(value.data) ? value.data : value
  const rows = Array.isArray(list) ? list.flat(1) : [list]
  if (!rows.every(isObject)) throw refused(`${name} must be a list of objects, or one object.`)
  const wide = rows.find((row) => Object.keys(row).length > VIEW_LIMITS.fields)
  if (wide) throw refused(`${name} has a row with more than ${VIEW_LIMITS.fields} fields.`)
  return rows
}

function csvRows(text: string, name: string): Row[] {
  try {
    const [header = [], ...lines] = parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
      to: VIEW_LIMITS.rows + 2,
    }) as string[][]
    if (header.length > VIEW_LIMITS.fields || header.length < 2)
      throw refused(`${name} needs a header of 2 to ${VIEW_LIMITS.fields} columns.`)
    return lines.map((line) =>
      Object.fromEntries(header.map((column, i) => [column.trim(), unmarkFormula(line[i] ?? '')])),
    )
  } catch (error) {
    if (error instanceof PequodError) throw error
    throw refused(`${name} is neither JSON nor readable CSV.`)
  }
}

/** Adds the rows of a file to the view by the meaning of its columns. */
function addFile(
  view: View,
  rows: readonly Row[],
  {
    columns,
    wallet,
    name,
    wallets,
    listed,
  }: ReadOptions & { name: string; wallets: Set<Address>; listed: Map<string, ViewPosition> },
): void {
  const [first] = rows
  if (first === undefined) return
  const fieldOf = layoutOf(Object.keys(first), columns)
  const textOf = (row: Row, field: string) => plainText(row[fieldOf(field) ?? ''])
  const isEvents = fieldOf('size') !== null && fieldOf('time') !== null && fieldOf('usd', 'side') !== null
  const isPositions = fieldOf('token') !== null && !isEvents
  const amounts = NUMBER_NAMES.filter((number) => fieldOf(number) !== null)
  if (!isEvents && amounts.length === 0)
    throw refused(
      `${name} shows no number that is known: of its columns ${Object.keys(first).slice(0, 20).join(', ')}, say which is shares, value, realized, unrealized, pnl or volume.`,
    )
  if (PAGE_LENGTHS.has(rows.length)) view.isFullPage = true
  view.hasEvents ||= isEvents
  for (const [i, row] of rows.entries()) {
    const own = addressOf(textOf(row, 'wallet') ?? '')
    if (own !== null && wallet && own !== wallet) continue
    if (own !== null) wallets.add(own)
    const at = `${name}, row ${i + 1}`
    if (isEvents) addEvent(view, row, textOf, at)
    else {
      const numbers = numbersOf(row, amounts, textOf, { view, at })
      if (isPositions) addPosition(view, listed, { row, numbers, at }, textOf)
      else for (const number of amounts) view.totals[number] ??= numbers[number] ?? 0
    }
  }
}

type TextOf = (row: Row, field: string) => string | null

function numbersOf(
  row: Row,
  amounts: readonly NumberName[],
  textOf: TextOf,
  { view, at }: { view: View; at: string },
): Numbers {
  const numbers: Numbers = {}
  for (const name of amounts) {
    const text = textOf(row, name)
    if (text === null) continue
    numbers[name] = microOf(text, `${at}, ${name}`)
    view.places[name] = Math.min(view.places[name] ?? MICRO, lastPlace(text))
  }
  return numbers
}

/** @param listed the positions so far by token and numbers: one that is there counts once more */
function addPosition(
  view: View,
  listed: Map<string, ViewPosition>,
  { row, numbers, at }: { row: Row; numbers: Numbers; at: string },
  textOf: TextOf,
): void {
  const token = tokenOf(textOf(row, 'token'), at)
  if (token === null) return
  const price = textOf(row, 'price')
  const { pnl, realized, unrealized, shares, bought } = numbers
  if (pnl === undefined && realized !== undefined && unrealized !== undefined)
    numbers.pnl = sum(realized, unrealized, at)
  // A closed position shows its realized profit alone.
  if (pnl === undefined && realized !== undefined && unrealized === undefined && shares === undefined)
    numbers.pnl = realized
  // The Data API's total bought is in shares.
  if (bought !== undefined && isDataApi(row)) delete numbers.bought
  const key = `${token} ${JSON.stringify(numbers)}`
  const same = listed.get(key)
  if (same) {
    same.listed++
    return
  }
  const position = {
    token,
    title: textOf(row, 'title')?.slice(0, 200) ?? null,
    numbers,
    price: price === null ? null : microOf(price, `${at}, price`),
    listed: 1,
  }
  listed.set(key, position)
  view.positions.push(position)
}

function isDataApi(row: Row): boolean {
  return 'proxyWallet' in row && 'asset' in row
}

function addEvent(view: View, row: Row, textOf: TextOf, at: string): void {
  const kind = (textOf(row, 'kind') ?? 'TRADE').toUpperCase()
  if (NO_POSITION.has(kind)) return
  const shares = microOf(textOf(row, 'size') ?? '0', `${at}, size`)
  const usd = textOf(row, 'usd')
  const price = textOf(row, 'price')
  const side = textOf(row, 'side')?.toUpperCase()
  const condition = textOf(row, 'condition')?.toLowerCase() ?? ''
  view.events.push({
    kind,
    side: side === 'BUY' || side === 'SELL' ? side : null,
    token: tokenOf(textOf(row, 'token'), at),
    condition: /^0x[0-9a-f]{64}$/.test(condition) ? (condition as ConditionId) : null,
    shares,
    usd:
      usd === null
        ? Math.round((shares / MICRO) * microOf(price ?? '0', `${at}, price`))
        : microOf(usd, `${at}, usd`),
    time: timeOf(textOf(row, 'time') ?? '', at),
    tx: textOf(row, 'tx')?.toLowerCase() ?? null,
  })
}

function plainText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function tokenOf(text: string | null, at: string): TokenId | null {
  if (text === null) return null
  if (!/^\d{1,78}$/.test(text)) throw refused(`${at}: the token must be a number of 1 to 78 digits.`)
  return text as TokenId
}

function timeOf(text: string, at: string): Seconds {
  const seconds = /^\d{9,13}$/.test(text)
    ? Number(text.length > 11 ? text.slice(0, -3) : text)
    : Math.floor(Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`) / 1_000)
  if (!Number.isSafeInteger(seconds)) throw refused(`${at}: the time is neither seconds nor a date.`)
  return seconds
}

/** A decimal as millionths, rounded half away from zero. @throws PequodError for text that is no amount in range */
export function microOf(text: string, at: string): number {
  const plain = text
    .replace(/^\((.*)\)$/, '-$1')
    .replaceAll(/[$,%\s]/g, '')
    .replace('−', '-')
  const match = /^([+-]?)(\d{0,12})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(plain)
  const [, sign, whole = '', fraction = '', exponent = '0'] = match ?? []
  if (match === null || `${whole}${fraction}` === '')
    throw refused(`${at}: ${text.slice(0, 30)} is no amount.`)
  const digits = BigInt(`${whole}${fraction}`)
  const scale = 6 - fraction.length + Number(exponent)
  const divisor = 10n ** BigInt(Math.max(0, -scale))
  const size = scale >= 0 ? digits * 10n ** BigInt(scale) : (2n * digits + divisor) / (2n * divisor)
  if (size > BigInt(MAX_MICRO)) throw refused(`${at}: ${text.slice(0, 30)} is beyond the range of amounts.`)
  return Number(sign === '-' ? -size : size) + 0
}

/** The last decimal place that a text shows, in millionths: 100 for 0.8611. */
function lastPlace(text: string): number {
  const decimals = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0
  return 10 ** Math.max(0, 6 - decimals)
}

function sum(a: number, b: number, at: string): number {
  if (!Number.isSafeInteger(a + b)) throw refused(`${at}: the sum is beyond the range of amounts.`)
  return a + b
}
