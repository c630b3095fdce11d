import { defined } from '../../checks.ts'
import type { Day, MicroPrice, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { TouchedToken } from '../../metrics/skill/edge.ts'
import { valuesAt } from '../../store/engine/number-columns.ts'
import { type DayColumn, type DayColumns, type DayPart, withKey } from '../../store/ledger/position-day.ts'
import { type TokenFacts, UNRESOLVED } from '../inputs/marks.ts'

/** The columns of a position's day that standings use, in the order in which they are streamed. */
export const WINDOW_COLUMNS = [
  'shares',
  'cost',
  'realized',
  'bought',
  'volume',
  'fills',
] as const satisfies DayColumn[]

/** The columns that units use besides. */
export const BET_COLUMNS = [
  ...WINDOW_COLUMNS,
  'buy_shares',
  'split_cost',
  'split_shares',
  'sold',
  'traded',
  'untracked',
] as const satisfies DayColumn[]

/** The columns that scores use besides, with the lists. */
export const SCORE_COLUMNS = [
  ...BET_COLUMNS,
  'maker_fills',
  'role_known',
  'buys',
  'buy_slippage',
  'sell_slippage',
  'moved_slippage',
  'square_low',
  'square_middle',
  'square_high',
] as const satisfies DayColumn[]

export const PROFILE_COLUMNS = [
  ...BET_COLUMNS,
  'official_amount',
  'official_avg',
  'official_realized',
  'fees',
  'buys',
] as const satisfies DayColumn[]

export type WindowColumn = (typeof WINDOW_COLUMNS)[number]
type BetColumn = (typeof BET_COLUMNS)[number]
export type ScoreColumn = (typeof SCORE_COLUMNS)[number]
type ProfileColumn = (typeof PROFILE_COLUMNS)[number]
type Named<Column extends DayColumn> = DayColumns<Column>['columns']
type Column = Named<'day'>['day']

/** Days of positions as a stream of them has them. */
export type DaysRead<Column extends DayColumn = BetColumn> = Pick<
  DayPart<Column>,
  'count' | 'columns' | 'lists'
>

/** One trader's days of positions as columns, in the order of token and day: a position's days follow one another. */
export interface TraderDays<Column extends DayColumn = BetColumn> {
  trader: number
  count: number
  /** They may be longer. */
  columns: Named<Column>
  /** By row, packed (position-day.ts); none where they were not read. */
  lists: readonly Uint8Array[]
}

/** A trader's days with every column that scores are computed from, and with lists. */
export type ScoredDays = TraderDays<ScoreColumn>

/** A trader's days with every column that the numbers of a profile are computed from. */
export type ProfileDays = TraderDays<ProfileColumn>

/**
 * Passes each trader's days to `use` as soon as they are complete. They are valid until it returns, because the columns are used
 * again for the next trader.
 */
export async function eachTrader<Column extends DayColumn>(
  names: readonly Column[],
  parts: AsyncIterable<DaysRead<Column>>,
  use: (days: TraderDays<Column>) => void | Promise<void>,
): Promise<void> {
  const all = withKey(names)
  let size = 1024
  const lists: Uint8Array[] = []
  const days: TraderDays<Column> = { trader: -1, count: 0, columns: emptyColumns(names, size), lists }
  const add = ({ columns, lists: own }: DaysRead<Column>, from: number, to: number) => {
    if (days.count + to - from > size) {
      while (days.count + to - from > size) size *= 2
      const before = days.columns
      days.columns = emptyColumns(names, size)
      for (const name of all) days.columns[name].set(before[name])
    }
    for (const name of all) copyRows(columns[name], from, to, days.columns[name], days.count)
    if (own.length > 0) for (let row = from; row < to; row++) lists.push(defined(own[row]))
    days.count += to - from
  }
  const finish = (): void | Promise<void> => (days.count > 0 ? use(days) : undefined)
  for await (const part of parts) {
    const { count } = part
    const traders = part.columns.trader_id
    for (let from = 0; from < count; ) {
      const trader = defined(traders[from])
      let to = from + 1
      while (to < count && traders[to] === trader) to++
      if (trader !== days.trader) {
        // Most traders have few rows, and need no turn of their own.
        const used = finish()
        if (used !== undefined) await used
        days.trader = trader
        days.count = 0
        lists.length = 0
      }
      add(part, from, to)
      from = to
    }
  }
  await finish()
}

/** Most traders have a few rows: a view of each column would cost more than a loop over them, and leave garbage. */
const FEW_ROWS = 32

function copyRows(from: Column, first: number, end: number, into: Column, at: number): void {
  if (end - first > FEW_ROWS) into.set(from.subarray(first, end), at)
  else for (let row = first; row < end; row++) into[at + row - first] = defined(from[row])
}

/** Calls back with each position's first row and the row after its last, of days up to one. */
export function eachPosition(
  { count, columns }: Pick<TraderDays<never>, 'count' | 'columns'>,
  use: (first: number, end: number) => void,
  upTo: Day = Number.POSITIVE_INFINITY,
): void {
  const { token_id: token, day } = columns
  for (let first = 0, next = 0; first < count; first = next) {
    next = first + 1
    while (next < count && token[next] === token[first]) next++
    let end = next
    while (end > first && defined(day[end - 1]) > upTo) end--
    if (end > first) use(first, end)
  }
}

/** Days of positions, of one trader or of several, whose records are read together. Every read of sealed days has a cost of its own. */
export const DAYS_AT_ONCE = 50_000

/** The numbers of a trader's rows in the order of their days; those of one day by token. */
export function rowsByDay({ count, columns }: Pick<TraderDays<never>, 'count' | 'columns'>): Uint32Array {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < count; row++) {
    first = Math.min(first, defined(columns.day[row]))
    last = Math.max(last, defined(columns.day[row]))
  }
  // Each day's rows are counted: a trader's days are few, so no sort is needed.
  const places = new Uint32Array(count === 0 ? 0 : last - first + 2)
  for (let row = 0; row < count; row++) {
    const after = defined(columns.day[row]) - first + 1
    places[after] = defined(places[after]) + 1
  }
  for (let day = 1; day < places.length; day++) places[day] = defined(places[day]) + defined(places[day - 1])
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) {
    const day = defined(columns.day[row]) - first
    const place = defined(places[day])
    rows[place] = row
    places[day] = place + 1
  }
  return rows
}

/** A copy of some of a trader's days, which stays valid. @param counts says of each row whether it is copied */
export function copyDays<Column extends DayColumn>(
  names: readonly Column[],
  { trader, count, columns, lists }: TraderDays<Column>,
  counts: (row: number) => boolean = () => true,
): TraderDays<Column> {
  const rows = new Int32Array(count)
  let copied = 0
  for (let row = 0; row < count; row++) if (counts(row)) rows[copied++] = row
  const isAll = copied === count
  const own = withKey(names).map((name): [string, Float64Array] => {
    const from = columns[name]
    return [name, isAll ? from.slice(0, count) : valuesAt(from, rows.subarray(0, copied))]
  })
  const listed = lists.length === 0 || isAll ? lists.slice() : lists.filter((_, row) => counts(row))
  return { trader, count: copied, columns: Object.fromEntries(own) as Named<Column>, lists: listed }
}

/** The columns of no days. */
export function emptyColumns<Column extends DayColumn>(
  names: readonly Column[],
  size: number,
): Named<Column> {
  return Object.fromEntries(withKey(names).map((name) => [name, new Float64Array(size)])) as Named<Column>
}

/** A trader's totals in one token up to the cutoff. */
export interface TokenRecord extends TouchedToken {
  /** The condition's number; a token of unknown condition has a number of its own. */
  readonly condition: number
  /** The last day with a fill, or null if no fill touched it. */
  readonly lastFill: Day | null
  /** Paid in BUYs alone, fees included, and the shares that came in for it. */
  readonly buyCost: MicroUsd
  readonly buyShares: MicroShares
  /** How the condition was resolved; null if it is not known at the cutoff. */
  readonly resolution: { readonly day: Day; readonly payout: MicroPrice } | null
}

/** A trader's record of each token up to a day's close. */
export function tokenRecords(days: TraderDays, facts: TokenFacts, upTo: Day): TokenRecord[] {
  const { token_id: token } = days.columns
  const records: TokenRecord[] = []
  const add = (first: number, end: number) => {
    const place = placeOfToken(facts, defined(token[first]))
    records.push(tokenRecord(flowsOf(days, first, end, upTo), place, upTo))
  }
  eachPosition(days, add, upTo)
  return records
}

/** The condition and the last day with a fill of each token that a trader traded up to a day's close: that part of the records alone. */
export function lastFills(
  days: TraderDays,
  facts: TokenFacts,
  upTo: Day,
): Pick<TokenRecord, 'condition' | 'lastFill'>[] {
  const { token_id: token, day, fills } = days.columns
  const traded: Pick<TokenRecord, 'condition' | 'lastFill'>[] = []
  const add = (first: number, end: number) => {
    let row = end - 1
    while (row >= first && fills[row] === 0) row--
    if (row < first) return
    traded.push({ condition: conditionNumber(facts, defined(token[first])), lastFill: defined(day[row]) })
  }
  eachPosition(days, add, upTo)
  return traded
}

/** The number by which analytics know a token's condition; a token of unknown condition goes by its negative id. */
function conditionNumber(facts: TokenFacts, token: number): number {
  return facts.condition[token] || -token
}

/** The part of a record that comes from a token's own facts. */
export interface TokenPlace {
  unit: number
  condition: number
  resolvedOn: Day
  payout: MicroPrice
}

/** A token's facts by its number in them. */
export function placeOfToken(facts: TokenFacts, token: number): TokenPlace {
  return {
    unit: facts.unit[token] ?? 3 * token + 2,
    condition: conditionNumber(facts, token),
    resolvedOn: facts.resolvedOn[token] ?? UNRESOLVED,
    payout: facts.payout[token] ?? 0,
  }
}

/** The record at a day's close of a position with these flows up to then. */
export function tokenRecord(flows: TokenFlows, token: TokenPlace, upTo: Day): TokenRecord {
  const { unit, condition, resolvedOn, payout } = token
  const isKnown = resolvedOn <= upTo
  return {
    unit,
    condition,
    open: flows.held > 0 && !isKnown,
    realized: flows.realized,
    cost: flows.cost,
    shares: flows.buyShares + flows.splitShares,
    // A redemption comes after the result was known and does not delay it; a purchase after it is a bet of its own day.
    closedOn:
      flows.lastTouch === null ? null : Math.max(Math.min(resolvedOn, flows.lastTouch), flows.lastBought),
    lastFill: flows.lastFill,
    buyCost: flows.cost - flows.splitCost,
    buyShares: flows.buyShares,
    resolution: isKnown ? { day: resolvedOn, payout } : null,
  }
}

/** A position's days so far, added up. */
export interface TokenFlows {
  held: MicroShares
  heldCost: MicroUsd
  realized: MicroUsd
  cost: MicroUsd
  buyShares: MicroShares
  splitCost: MicroUsd
  splitShares: MicroShares
  lastBought: Day
  lastTouch: Day | null
  lastFill: Day | null
}

/** A position's days up to one, added up: those from `first` up to, not including, `end`. */
export function flowsOf(days: TraderDays, first: number, end: number, upTo: Day): TokenFlows {
  const flows = emptyFlows()
  for (let row = first; row < end && defined(days.columns.day[row]) <= upTo; row++) addFlow(flows, days, row)
  return flows
}

/** A position before its first day. */
export function emptyFlows(): TokenFlows {
  return {
    held: 0,
    heldCost: 0,
    realized: 0,
    cost: 0,
    buyShares: 0,
    splitCost: 0,
    splitShares: 0,
    lastBought: 0,
    lastTouch: null,
    lastFill: null,
  }
}

/** Adds the next day of a position, in place. */
export function addFlow(flows: TokenFlows, { columns }: TraderDays, row: number): void {
  const day = defined(columns.day[row])
  const bought = defined(columns.bought[row])
  if (isTouch(columns, row, flows)) flows.lastTouch = day
  flows.heldCost = defined(columns.cost[row])
  flows.held = defined(columns.shares[row])
  flows.realized += defined(columns.realized[row])
  flows.cost += bought
  flows.buyShares += defined(columns.buy_shares[row])
  flows.splitCost += defined(columns.split_cost[row])
  flows.splitShares += defined(columns.split_shares[row])
  if (bought > 0) flows.lastBought = day
  if (defined(columns.fills[row]) > 0) flows.lastFill = day
}

/** True for a day on which the ledger saw shares of a known cost come, go or be settled: untracked ones touch nothing. */
function isTouch(columns: TraderDays['columns'], row: number, { held, heldCost }: TokenFlows): boolean {
  if (columns.untracked[row] === 0 || columns.shares[row] !== held || columns.cost[row] !== heldCost)
    return true
  return columns.bought[row] !== 0 || columns.sold[row] !== 0 || columns.realized[row] !== 0
}
