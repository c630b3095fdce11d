import { defined } from '../../checks.ts'
import type { MicroPrice } from '../../ledger/quantities.ts'
import { exactTotal } from '../../metrics/running-sum.ts'
import { type LastTrade, priceOnDay } from '../inputs/marks.ts'
import type { TraderClose } from '../windows/daily-closes.ts'
import { addFlow, type ProfileDays, type TokenRecord, tokenRecord } from '../windows/trader-days.ts'
import {
  addHolding,
  addIncome,
  addProfileFlows,
  copyOf,
  holdingAt,
  type Moment,
  takeDecidedHolding,
} from '../windows/windows-of.ts'
import { type ClosedPosition, type ClosedTrader, canMove, type Tally } from './closed-trader.ts'
import type { ProfileView } from './profile-view.ts'
import { type LastDay, lifetimeAfter } from './read-days.ts'

/** A trader's daily closes and moments up to a view's end: the prices of the last day are counted. */
export interface Marked extends Pick<ClosedTrader, 'closes'> {
  /** At the view's closes. */
  moments: readonly Moment[]
}

/** Adds the events of the last day to the closed ones. */
export function tallyOf(closed: ClosedTrader, last: LastDay, view: ProfileView): Tally {
  return {
    last,
    tokens: tokensAfter(closed, last, view),
    volumes: volumesAfter(closed, last),
    life: lifetimeAfter(closed.life, last, view),
    behaviour: last.behaviour === null ? closed.behaviour : [...closed.behaviour, last.behaviour],
  }
}

/** The last day's part of a view. */
interface Added {
  moment: Moment
  capitalAtRisk: number
  /** Whether an event or a new mark of something held makes the day a close. */
  isMoved: boolean
}

/** Adds the last day to the closed ones: its events, and its prices of the positions held. */
export function markLastDay(
  closed: ClosedTrader,
  { last, trades }: { last: LastDay; trades: ReadonlyMap<number, LastTrade> },
  view: ProfileView,
): Marked {
  const moment = copyOf(defined(closed.moments.at(-1)))
  if (last.income !== null && view.category === null) addIncome(moment, last.income)
  const added: Added = { moment, capitalAtRisk: closed.capital, isMoved: false }
  for (const position of closed.moving)
    if (!last.rowOf.has(position.token)) addMarked(added, position, { trades, view })
  for (const [token, row] of last.rowOf) {
    const position = defined(closed.positions.get(token))
    if (position.counts) addTouched(added, position, { days: last.days, row, trades, view })
  }
  return {
    moments: [...closed.moments.slice(0, -1), moment],
    closes: added.isMoved ? [...closed.closes, closeOf(added, closed.closes.at(-1), view)] : closed.closes,
  }
}

function tokensAfter(
  { positions }: ClosedTrader,
  { days, rowOf }: LastDay,
  view: ProfileView,
): TokenRecord[] {
  const tokens: TokenRecord[] = []
  for (const position of positions.values()) {
    if (!position.counts) continue
    const row = rowOf.get(position.token)
    const record = row === undefined ? position.record : recordAfter(position, days, row, view)
    if (record !== null) tokens.push(record)
  }
  return tokens
}

/** The last day's prices, and the view that they are read for. */
interface Prices {
  trades: ReadonlyMap<number, LastTrade>
  view: ProfileView
}

/** Adds a position that can move and had no event on the day. */
function addMarked(added: Added, position: ClosedPosition, { trades, view }: Prices): void {
  const { held, capital, resolvedOn } = position
  if (held === null) return
  const price: MicroPrice | null = priceOnDay(position, view.day, trades) ?? position.price
  const isDecided = resolvedOn <= view.day
  addHolding(added.moment, held, price, isDecided)
  const isMoved = held.shares !== 0 && price !== position.price
  added.isMoved ||= isMoved
  added.capitalAtRisk += isMoved ? (isDecided ? 0 : held.cost) : capital
}

/** Adds a position's events of the day, and what they left of it. */
function addTouched(
  added: Added,
  position: ClosedPosition,
  { days, row, trades, view }: Prices & { days: ProfileDays; row: number },
): void {
  const { moment } = added
  addProfileFlows(moment, days, row)
  if (!canMove(position, view)) {
    if (position.held !== null) takeDecidedHolding(moment, position.held, position.price)
    added.capitalAtRisk -= position.capital
  }
  const held = holdingAt(days, row)
  const isDecided = position.resolvedOn <= view.day
  addHolding(moment, held, priceOnDay(position, view.day, trades) ?? position.price, isDecided)
  added.isMoved = true
  added.capitalAtRisk += isDecided ? 0 : held.cost
}

function recordAfter(
  position: ClosedPosition,
  days: ProfileDays,
  row: number,
  { day }: ProfileView,
): TokenRecord {
  const flows = { ...position.flows }
  addFlow(flows, days, row)
  return tokenRecord(flows, position, day)
}

/** The last moment has what flowed on the day alone: the close before it is one of the view's. */
function closeOf(
  { moment, capitalAtRisk }: Added,
  before: TraderClose | undefined,
  view: ProfileView,
): TraderClose {
  const realizedPnl = (before?.realizedPnl ?? 0) + moment.realized
  return {
    day: view.day,
    pnl: realizedPnl + moment.unrealized,
    realizedPnl,
    capitalAtRisk,
    volume: Number(exactTotal(moment.volume)),
    trades: moment.fills,
  }
}

function volumesAfter({ positions, volumes }: ClosedTrader, { days, rowOf }: LastDay): Map<number, number>[] {
  const after = volumes.map((ofWindow) => new Map(ofWindow))
  for (const [token, row] of rowOf) {
    const { counts, category } = defined(positions.get(token))
    if (!counts || category === null) continue
    const usd = defined(days.columns.volume[row])
    for (const ofWindow of after) ofWindow.set(category, (ofWindow.get(category) ?? 0) + usd)
  }
  return after
}
