import { applyResolve, buyIn, convertSets } from '../ledger/fold.ts'
import { realize, sellOut, takeIn, takeOut, valueAt } from '../ledger/holding.ts'
import { emptyPosition, type Position } from '../ledger/position.ts'
import {
  type Day,
  exactSum,
  type MicroPrice,
  type MicroUsd,
  mulDivFloor,
  type Seconds,
  type TokenId,
} from '../ledger/quantities.ts'
import type { NumberName } from './read-view.ts'

// The events of a position as flows, which rules change before the ledger's fold counts them.

/** An event's effect on one position: shares and their dollars, in the order of the ledger. */
export interface Flow {
  kind: 'FILL' | 'SPLIT' | 'MERGE' | 'CONVERT' | 'REDEEM' | 'RESOLVE' | 'TRANSFER'
  time: Seconds
  tx: string | null
  /** Its number among the wallet's events; the flows of one event share it. */
  order: number
  /** Of a fill: true if its order crossed the book; null if unknown. */
  isTaker: boolean | null
  /** Shares that came in (above 0) or left (below 0), whether their cost is known or not. */
  shares: number
  /** The part of the shares that came in without a known cost. */
  uncosted: number
  /** Cost that came in, or proceeds of all shares that left, after fees; of shares that were converted away their result. */
  usd: number
  /** True: the shares left at their average cost, without profit. */
  isAtCost: boolean
  /** True: every share that was held is redeemed. */
  isWhole: boolean
  /** True: nothing is paid for them. */
  isUnpaid: boolean
  /** Gross dollars of a fill, before its fee; 0 for other kinds. */
  gross: number
  /** The fee: dollars, and shares that it took of those that were bought. */
  fee: { usd: number; shares: number }
}

/** A position of the host's own ledger. */
export interface OwnPosition {
  token: TokenId
  title: string | null
  /** Price at the end; null if unknown. */
  price: MicroPrice | null
  isResolved: boolean
  /** The host's own numbers. */
  numbers: Record<NumberName, number>
  /** Profit by the rule of the venue's subgraph; null where it was not computed. */
  official: MicroUsd | null
  /** Prices at the closes of the last days, the newest first. */
  closes: readonly MicroPrice[]
  /** The days of its first and last event. */
  firstDay: Day
  lastDay: Day
  /** Null where they were not read: nothing differs, or there are too many events to look at. */
  flows: readonly Flow[] | null
}

/** A position as it would be by other rules. */
export interface Altered {
  /** The host's own numbers. */
  own: OwnPosition['numbers']
  flows: readonly Flow[]
  price: MicroPrice | null
  isResolved: boolean
  /** Times that the position counts: 0 where it is omitted, 2 where it is listed twice. */
  times: number
  /** Dollars added to the volume. */
  moreVolume: number
  /** Shares of an unredeemed loser count at their cost. */
  isAtCost: boolean
}

/** A position while its flows are folded. */
interface Held {
  altered: Altered
  position: Position
}

/**
 * The numbers of positions by the ledger's own fold, over their flows. Positions that conversions tie are folded together, since the
 * cost of a conversion's Yes shares is that of its No shares.
 * @throws RangeError when a number leaves the exact range
 */
export function foldFlows(positions: readonly Altered[]): Record<NumberName, number>[] {
  const held = positions.map((altered): Held => ({ altered, position: emptyPosition() }))
  for (const { altered, position } of held) position.volume = altered.moreVolume
  const steps = held.flatMap((own) => own.altered.flows.map((flow) => ({ own, flow })))
  if (held.length > 1) steps.sort((a, b) => a.flow.order - b.flow.order)
  const conversions = Map.groupBy(
    steps.filter(({ flow }) => flow.kind === 'CONVERT'),
    ({ flow }) => flow.order,
  )
  for (const { own, flow } of steps) {
    if (flow.kind !== 'CONVERT') foldFlow(own, flow)
    else {
      convert(conversions.get(flow.order) ?? [])
      conversions.delete(flow.order)
    }
  }
  return held.map(numbersOf)
}

function foldFlow({ position, altered }: Held, flow: Flow): void {
  const { kind, shares, usd } = flow
  position.volume = exactSum(position.volume, flow.gross, 'volume')
  const price = altered.price ?? 0
  if (kind === 'RESOLVE') applyResolve([position], [price])
  else if (flow.isWhole) {
    const worth = flow.isUnpaid ? 0 : valueAt(position.shares, price)
    realize(position, worth, takeOut(position, position.shares))
  } else if (shares >= 0 && (kind === 'FILL' || kind === 'SPLIT')) buyIn(position, shares, usd)
  else if (shares > 0) takeIn(position, shares - flow.uncosted, usd)
  else if (flow.isAtCost) takeOut(position, Math.min(-shares, position.shares))
  else sellOut(position, -shares, usd)
}

/** A conversion's flows show how many shares came in, which its fee left over, and which position has its result. */
function convert(steps: readonly { own: Held; flow: Flow }[]): void {
  const no = steps
    .filter(({ flow }) => flow.shares < 0)
    .sort((a, b) => Math.abs(b.flow.usd) - Math.abs(a.flow.usd))
  const yes = steps.filter(({ flow }) => flow.shares > 0)
  const amount = -(no[0]?.flow.shares ?? 0)
  const positionsOf = (legs: typeof steps) => legs.map(({ own }) => own.position)
  convertSets(positionsOf(no), positionsOf(yes), { amount, received: yes[0]?.flow.shares ?? amount })
}

function numbersOf({ position, altered }: Held): Record<NumberName, number> {
  const { shares, cost, realized, bought, volume } = position
  const { price, times, isAtCost } = altered
  const value = price === null || isAtCost ? cost : valueAt(shares, price)
  const numbers = {
    shares,
    bought,
    cost,
    value,
    realized,
    unrealized: value - cost,
    pnl: realized + value - cost,
    volume,
  }
  if (times === 1) return numbers
  for (const name of Object.keys(numbers) as NumberName[]) numbers[name] *= times
  return numbers
}

/** A position as the host has it. */
export function unaltered({ numbers, flows, price, isResolved }: OwnPosition): Altered {
  return { own: numbers, flows: flows ?? [], price, isResolved, times: 1, moreVolume: 0, isAtCost: false }
}

/** The terms of a fill that a flow consists of. */
export interface FillTerms {
  isBuy: boolean
  shares: number
  usd: number
  /** In dollars, and in shares where it is taken of those that were bought. */
  fee: { usd: number; shares: number }
}

/** An event's effect on a position: the amounts that it added. */
export interface Effect {
  shares: number
  cost: number
  realized: number
  untracked: number
}

/** The flow of a fill; one in which the fee took every share is a loss. */
export function flowOfFill(
  at: Pick<Flow, 'time' | 'tx' | 'order' | 'isTaker'>,
  { isBuy, shares, usd, fee }: FillTerms,
): Flow {
  return {
    ...at,
    kind: 'FILL',
    shares: isBuy ? shares - fee.shares : -shares,
    uncosted: 0,
    usd: isBuy ? usd + (fee.shares > 0 ? 0 : fee.usd) : usd - fee.usd,
    isAtCost: false,
    isWhole: false,
    isUnpaid: false,
    gross: usd,
    fee,
  }
}

/** The flow of another event, from its effect. @param direction of shares that the host does not count, and whether every share is redeemed */
export function flowOfMovement(
  at: Pick<Flow, 'kind' | 'time' | 'tx' | 'order'>,
  { shares, cost, realized, untracked }: Effect,
  { isIn, isWhole = false }: { isIn: boolean; isWhole?: boolean },
): Flow {
  const comesIn = shares > 0 || (shares === 0 && isIn)
  const moved = Math.abs(shares) + untracked
  const proceeds = realized - cost
  const usdOut =
    shares >= 0 ? (at.kind === 'MERGE' ? Math.floor(moved / 2) : 0) : mulDivFloor(proceeds, moved, -shares)
  return {
    ...at,
    isTaker: null,
    shares: at.kind === 'RESOLVE' ? 0 : comesIn ? moved : -moved,
    uncosted: comesIn ? untracked : 0,
    usd: comesIn ? cost : at.kind === 'CONVERT' ? realized : usdOut,
    isAtCost: !comesIn && (at.kind === 'TRANSFER' || at.kind === 'CONVERT'),
    isWhole,
    isUnpaid: false,
    gross: 0,
    fee: { usd: 0, shares: 0 },
  }
}
