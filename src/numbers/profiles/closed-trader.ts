import { defined } from '../../checks.ts'
import type { ConditionId, Day, MicroPrice, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { TraderRecord } from '../../store/snapshot/trader-record.ts'
import type { BehaviourDay, UnitLabels } from '../analytics/trader-facts.ts'
import { isResolved, markIndex } from '../inputs/marks.ts'
import { categoryVolumes, type TraderClose } from '../windows/daily-closes.ts'
import {
  eachPosition,
  emptyColumns,
  flowsOf,
  PROFILE_COLUMNS,
  type ProfileDays,
  placeOfToken,
  type TokenFlows,
  type TokenPlace,
  type TokenRecord,
  tokenRecord,
} from '../windows/trader-days.ts'
import {
  addHolding,
  addIncome,
  type HeldPosition,
  holdingAt,
  type Moment,
  placeOf,
  profileMoments,
} from '../windows/windows-of.ts'
import {
  closedLifetime,
  type LastDay,
  type Lifetime,
  type ProfileView,
  type ReadDays,
  type TokenContext,
} from './profile-view.ts'

/** A position as the day before a view's last left it, and what that token is part of. */
export interface ClosedPosition extends TokenPlace {
  /** Its id. */
  token: number
  /** The other outcome's id; 0 for none. */
  sibling: number
  /** False if the view excludes the token. */
  counts: boolean
  /** The category's label; null for none. */
  category: number | null
  /** The mark at the close; null if it is not known. */
  price: MicroPrice | null
  /** The holding; null where nothing is held by either rule. */
  held: HeldPosition | null
  /** Cost that is at risk at the close. */
  capital: MicroUsd
  flows: Readonly<TokenFlows>
  sums: Readonly<PositionSums>
  /** The answer while the last day adds nothing; null if it had no day so far. */
  record: TokenRecord | null
}

/**
 * Everything that a view returns of a trader except its last day: it is unchanged while no earlier day changes, and nothing
 * that the trader's tokens are part of.
 */
export interface ClosedTrader {
  trader: number
  /** By the ids of their tokens, ascending. */
  positions: ReadonlyMap<number, ClosedPosition>
  /** Those that a price of the last day can move: they are held, count, and their outcome is open before it. */
  moving: readonly ClosedPosition[]
  /** At the view's closes; the last has nothing but the holdings of positions that do not move. */
  moments: readonly Moment[]
  /** The capital of those. */
  capital: MicroUsd
  /** Ascending by day. */
  closes: readonly TraderClose[]
  /** Dollars traded by category's label, for each of the view's windows. */
  volumes: readonly ReadonlyMap<number, MicroUsd>[]
  behaviour: readonly BehaviourDay[]
  life: Readonly<Lifetime>
  /** By the units of the positions. */
  labels: ReadonlyMap<number, UnitLabels>
  /** The conditions' ids on the chain, by the numbers of the positions' conditions. */
  names: ReadonlyMap<number, ConditionId>
  /** That of the last profile, which the next one goes on from; null before the first. */
  tallied: Tallied | null
  /** About how much memory it takes, in hundreds of bytes. */
  weight: number
}

/** The part of a trader at a view's end that no price of its last day changes. */
export interface Tally extends Pick<ClosedTrader, 'volumes' | 'behaviour'> {
  /** The events of the last day, which are counted. */
  last: LastDay
  /** By the ids of their tokens, ascending. */
  tokens: readonly TokenRecord[]
  life: Lifetime
}

/** The last profile's tally, with the records of it. Prices change only the records' drawdowns. */
export interface Tallied extends Tally {
  record: TraderRecord
  /** About how much memory the records take, in hundreds of bytes. */
  weight: number
}

/** Closes the days of a trader before a view's last, which were read for this alone. */
export function closeTrader(read: ReadDays, context: TokenContext, view: ProfileView): ClosedTrader {
  const { before: days, income, behaviour } = read
  renumber(days, context)
  const { marks, labels, counts, atCloses } = context
  const moments = profileMoments(days, atCloses, counts)
  if (view.category === null)
    for (const { day, amount } of income) addIncome(defined(moments[placeOf(view.closes, day)]), amount)
  const positions: ClosedPosition[] = []
  const moving: ClosedPosition[] = []
  let capital = 0
  eachPosition(days, (first, end) => {
    const token = context.idOf(defined(days.columns.token_id[first]))
    const position = closePosition(token, { days, first, end }, context, view)
    positions.push(position)
    if (!position.counts) return
    if (canMove(position, view)) return void moving.push(position)
    if (position.held !== null) addHolding(defined(moments.at(-1)), position.held, position.price, true)
    capital += position.capital
  })
  const closes: TraderClose[] = []
  context.closesOf(days, counts, (close) => closes.push({ ...close }))
  const after = view.windows.map(({ dayBefore }) => dayBefore)
  return withPositions(
    {
      trader: days.trader,
      behaviour,
      life: closedLifetime(read),
      positions: new Map(),
      moving,
      moments,
      capital,
      closes,
      volumes: categoryVolumes(days, { marks, counts, byUnit: labels.byUnit }, after),
      labels: new Map(),
      names: new Map(),
      tallied: null,
      weight: FIXED_WEIGHT + income.length + behaviour.reduce((sum, day) => sum + weightOf(day), 0),
    },
    positions,
    context,
  )
}

/** The same trader with positions of all these tokens: no closed day is of those that it has none of yet. */
export function withTokens(
  closed: ClosedTrader,
  tokens: Iterable<number>,
  context: TokenContext,
  view: ProfileView,
): ClosedTrader {
  const missing = [...tokens].filter((token) => !closed.positions.has(token))
  if (missing.length === 0) return closed
  const added = missing.map((token) => closePosition(token, null, context, view))
  return withPositions(closed, added, context)
}

/** Whether a price of a view's last day can move a position; none can where nothing is held, or the outcome was known before. */
export function canMove({ held, resolvedOn }: ClosedPosition, { day }: ProfileView): boolean {
  return held !== null && resolvedOn >= day
}

function withPositions(
  closed: ClosedTrader,
  added: readonly ClosedPosition[],
  context: TokenContext,
): ClosedTrader {
  const [labels, names] = [new Map(closed.labels), new Map(closed.names)]
  for (const { unit, condition } of added) {
    labels.set(unit, context.labels.byUnit.get(unit) ?? NO_LABELS)
    names.set(condition, context.nameOf(condition))
  }
  const all = [...closed.positions.values(), ...added].sort((a, b) => a.token - b.token)
  const positions = new Map(all.map((position) => [position.token, position]))
  const weight = closed.weight + POSITION_WEIGHT * added.length
  return { ...closed, positions, labels, names, weight }
}

/** A trader's accounts and closes of some months, and a position with its last day, its answer and its part of a tally. */
const FIXED_WEIGHT = 100
const POSITION_WEIGHT = 10

function weightOf({ lists }: BehaviourDay): number {
  return 2 + lists.length / 12
}

const NO_LABELS: UnitLabels = { category: null, tags: [] }

/** The tokens' ids become the numbers that the context knows them by. */
function renumber({ count, columns }: ProfileDays, { numbers }: TokenContext): void {
  const { token_id: token } = columns
  for (let row = 0; row < count; row++) token[row] = defined(numbers.get(defined(token[row])))
}

/** A position's days before the view's last: rows of a trader's. */
interface PositionDays {
  days: ProfileDays
  first: number
  end: number
}

/** @param own null for a position without a day before the view's last */
function closePosition(
  token: number,
  own: PositionDays | null,
  context: TokenContext,
  { day }: ProfileView,
): ClosedPosition {
  const { marks } = context
  const number = defined(context.numbers.get(token))
  const place = placeOfToken(marks, number)
  const index = markIndex(marks, number, day - 1)
  const { days, first, end } = own ?? { days: NO_DAYS, first: 0, end: 0 }
  const flows = flowsOf(days, first, end, day - 1)
  const held = own && holdingAt(days, end - 1)
  return {
    ...place,
    token,
    flows,
    capital: own && held ? capitalOf(number, defined(days.columns.day[end - 1]), held, index, context) : 0,
    sums: sumsOf(days, { first, end }),
    sibling: context.idOf(marks.sibling[number] ?? 0),
    counts: context.counts(number),
    category: context.labels.byUnit.get(place.unit)?.category ?? null,
    price: index === null ? null : (marks.price[index] ?? null),
    held: held && (held.shares !== 0 || held.officialAmount !== 0) ? held : null,
    record: own ? tokenRecord(flows, place, day) : null,
  }
}

const NO_DAYS: ProfileDays = {
  trader: 0,
  count: 0,
  columns: emptyColumns(PROFILE_COLUMNS, 0),
  lists: [],
}

/** The cost of the holding until its outcome is known: that of the daily closes. */
function capitalOf(
  token: number,
  lastDay: Day,
  { shares, cost }: HeldPosition,
  index: number | null,
  { marks }: TokenContext,
): MicroUsd {
  if (isResolved(marks, token, lastDay)) return 0
  const marked = index === null || shares === 0 ? lastDay : Math.max(lastDay, marks.day[index] ?? 0)
  return isResolved(marks, token, marked) ? 0 : cost
}

/** Flows of a position on its days so far, beside those that its unit sums. */
export interface PositionSums {
  /** The first and the last day with an event; null while there is none. */
  firstDay: Day | null
  lastDay: Day | null
  sold: MicroUsd
  fees: MicroUsd
  volume: MicroUsd
  fills: number
  /** Fills that sold. */
  sales: number
  untracked: MicroShares
  officialRealized: MicroUsd
}

/** Sums a position's days from `first` up to, not including, `end`, continuing from earlier sums. */
export function sumsOf(
  { columns }: ProfileDays,
  { first, end }: { first: number; end: number },
  before: Readonly<PositionSums> = NO_SUMS,
): PositionSums {
  const sums = { ...before }
  for (let row = first; row < end; row++) {
    const day = defined(columns.day[row])
    const fills = defined(columns.fills[row])
    sums.firstDay ??= day
    sums.lastDay = day
    sums.sold += defined(columns.sold[row])
    sums.fees += defined(columns.fees[row])
    sums.volume += defined(columns.volume[row])
    sums.fills += fills
    sums.sales += fills - defined(columns.buys[row])
    sums.untracked += defined(columns.untracked[row])
    sums.officialRealized += defined(columns.official_realized[row])
  }
  return sums
}

const NO_SUMS: PositionSums = {
  firstDay: null,
  lastDay: null,
  sold: 0,
  fees: 0,
  volume: 0,
  fills: 0,
  sales: 0,
  untracked: 0,
  officialRealized: 0,
}
