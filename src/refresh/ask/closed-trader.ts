import type { ConditionId, Day, MicroPrice, MicroUsd } from '../../ledger/quantities.ts'
import { addTo, emptySum, type RunningSum } from '../../metrics/running-sum.ts'
import type { BehaviourDay, TokenRecord, UnitLabels } from '../analytics/trader-facts.ts'
import { type Account, accountsBefore } from '../inputs/accounts.ts'
import { categoryVolumes } from '../inputs/category-volumes.ts'
import type { TraderClose } from '../inputs/daily-closes.ts'
import { isResolved, markIndex } from '../inputs/marks.ts'
import {
  flowsOf,
  placeOfToken,
  type TokenFlows,
  type TokenPlace,
  tokenRecord,
} from '../inputs/token-records.ts'
import { firstDayOf, type PositionDay, type TraderLedger } from '../inputs/trader-ledger.ts'
import { type PositionSums, sumsOf } from './position-sums.ts'
import type { ProfileView } from './profile-view.ts'
import type { TokenContext } from './token-context.ts'

/** A position as the day before a view's last left it, and what that token is part of. */
export interface ClosedPosition extends TokenPlace {
  /** Its id. */
  token: number
  /** The other outcome's id; 0 for none. */
  sibling: number
  /** False if the view leaves the token out. */
  counts: boolean
  /** The category's label; null for none. */
  category: number | null
  /** The mark at the close; null if it is not known. */
  price: MicroPrice | null
  /** The last of its days, while anything is held by either rule; else null. */
  held: PositionDay | null
  /** Cost that is at risk at the close. */
  capital: MicroUsd
  flows: Readonly<TokenFlows>
  sums: Readonly<PositionSums>
  /** The answer while the last day adds nothing; null if it had no day so far. */
  record: TokenRecord | null
}

/** The fields of a trader that do not depend on window and category. */
export interface Lifetime {
  /** The day of the first event; infinite for none. */
  firstDay: Day
  volume: RunningSum
  /** Micro-shares. */
  untracked: number
}

/**
 * Everything that a view returns of a trader except its last day: it is unchanged while no earlier day changes, and nothing
 * that the trader's tokens are part of.
 */
export interface ClosedTrader {
  trader: number
  /** By the ids of their tokens, ascending. */
  positions: readonly ClosedPosition[]
  /** At the view's moments; the last holds what flowed before its day. */
  accounts: readonly Account[]
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
  /** About how much memory it takes, in hundreds of bytes. */
  weight: number
}

/**
 * Closes the days of a trader before a view's last.
 * @param ledger of these days, whose rows nobody else needs; its tokens go by their ids
 */
export function closeTrader(
  ledger: TraderLedger,
  behaviour: readonly BehaviourDay[],
  context: TokenContext,
  view: ProfileView,
): ClosedTrader {
  const life = { firstDay: firstDayOf(ledger), volume: emptySum(), untracked: 0 }
  for (const position of ledger.positions)
    for (const row of position) {
      addTo(life.volume, row.volume)
      life.untracked += row.untracked
    }
  const tokens = ledger.positions.map(([first]) => first?.token ?? 0)
  renumber(ledger.positions, context)
  const counted = context.inCategory(ledger)
  return withPositions(
    {
      trader: ledger.trader,
      behaviour,
      life,
      positions: [],
      accounts: accountsBefore(counted, context.marks, view),
      closes: context.closesOf(counted),
      volumes: categoryVolumes(counted, context.marks, context.labels, view),
      labels: new Map(),
      names: new Map(),
      weight: FIXED_WEIGHT + ledger.income.length + behaviour.reduce((sum, day) => sum + weightOf(day), 0),
    },
    ledger.positions.map((rows, i) => closePosition(tokens[i] ?? 0, rows, context, view)),
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
  const missing = new Set(tokens)
  if (missing.size > 0) for (const { token } of closed.positions) missing.delete(token)
  if (missing.size === 0) return closed
  const added = [...missing].map((token) => closePosition(token, [], context, view))
  return withPositions(closed, added, context)
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
  const positions = [...closed.positions, ...added].sort((a, b) => a.token - b.token)
  const weight = closed.weight + POSITION_WEIGHT * added.length
  return { ...closed, positions, labels, names, weight }
}

/** A trader's accounts and closes of some months, and a position with its last day and its answer. */
const FIXED_WEIGHT = 100
const POSITION_WEIGHT = 9

function weightOf({ lists }: BehaviourDay): number {
  return 2 + lists.length / 12
}

const NO_LABELS: UnitLabels = { category: null, tags: [] }

/** The rows were read for this alone: they are changed in place. */
function renumber(positions: TraderLedger['positions'], { numbers }: TokenContext): void {
  for (const position of positions) {
    const number = numbers.get(position[0]?.token ?? 0) ?? 0
    for (const row of position) row.token = number
  }
}

/** @param rows its days before the view's last, under the number that the context knows the token by */
function closePosition(
  token: number,
  rows: readonly PositionDay[],
  context: TokenContext,
  { day }: ProfileView,
): ClosedPosition {
  const { marks } = context
  const number = context.numbers.get(token) ?? 0
  const place = placeOfToken(marks, number)
  const last = rows.at(-1)
  const index = markIndex(marks, number, day - 1)
  const flows = flowsOf(rows, day - 1)
  return {
    ...place,
    token,
    flows,
    capital: 0,
    sums: sumsOf(rows),
    sibling: context.idOf(marks.sibling[number] ?? 0),
    counts: context.counts(number),
    category: context.labels.byUnit.get(place.unit)?.category ?? null,
    price: index === null ? null : (marks.price[index] ?? null),
    held: last !== undefined && (last.shares !== 0 || last.officialAmount !== 0) ? last : null,
    ...(last && { capital: capitalOf(last, index, context) }),
    record: last ? tokenRecord(flows, place, day) : null,
  }
}

/** The cost of the holding until its outcome is known: that of the daily closes. */
function capitalOf(last: PositionDay, index: number | null, { marks }: TokenContext): MicroUsd {
  if (isResolved(marks, last.token, last.day)) return 0
  const marked = index === null || last.shares === 0 ? last.day : Math.max(last.day, marks.day[index] ?? 0)
  return isResolved(marks, last.token, marked) ? 0 : last.cost
}
