import type { MicroPrice, MicroUsd } from '../../ledger/quantities.ts'
import { addTo } from '../../metrics/running-sum.ts'
import type { BehaviourDay, TokenRecord } from '../analytics/trader-facts.ts'
import { type Account, addFlows, addHolding, addIncome, copyOf } from '../inputs/accounts.ts'
import { type LastTrade, priceOnDay } from '../inputs/build-marks.ts'
import type { TraderClose } from '../inputs/daily-closes.ts'
import { markedValue } from '../inputs/marks.ts'
import { addFlow, tokenRecord } from '../inputs/token-records.ts'
import type { PositionDay } from '../inputs/trader-ledger.ts'
import type { ClosedPosition, ClosedTrader, Lifetime } from './closed-trader.ts'
import type { ProfileView } from './profile-view.ts'

/** What a trader's ledger holds of a view's last day. */
export interface LastDay {
  /** By the id of their token; the closed trader has a position of each. */
  rows: ReadonlyMap<number, PositionDay>
  /** Null if there was none. */
  income: MicroUsd | null
  behaviour: BehaviourDay | null
}

/** A trader at the close of a view's last day, or at the snapshot's place on it. */
export interface PresentTrader extends Pick<ClosedTrader, 'accounts' | 'closes' | 'volumes' | 'behaviour'> {
  /** By the ids of their tokens, ascending. */
  tokens: readonly TokenRecord[]
  life: Lifetime
}

/** Adds the last day to the closed ones: its events, and its prices of the positions held. */
export function presentTrader(
  closed: ClosedTrader,
  { last: day, trades }: { last: LastDay; trades: ReadonlyMap<number, LastTrade> },
  view: ProfileView,
): PresentTrader {
  const last = closed.accounts.at(-1)
  if (last === undefined) throw new RangeError('A view has a last day')
  const account = copyOf(last)
  const life = { ...closed.life, volume: { ...closed.life.volume } }
  const volumes = closed.volumes.map((ofWindow) => new Map(ofWindow))
  const tokens: TokenRecord[] = []
  const before = closed.closes.at(-1) ?? NO_CLOSE
  const close = {
    day: view.day,
    pnl: 0,
    realizedPnl: before.realizedPnl,
    capitalAtRisk: 0,
    volume: 0,
    trades: 0,
  }
  let isMoved = false
  if (day.income !== null || day.rows.size > 0) life.firstDay = Math.min(life.firstDay, view.day)
  if (day.income !== null && view.category === null) addIncome(account, day.income)
  for (const position of closed.positions) {
    const row = day.rows.get(position.token)
    if (row !== undefined) {
      addTo(life.volume, row.volume)
      life.untracked += row.untracked
    }
    if (!position.counts) continue
    const record = row === undefined ? position.record : recordAfter(position, row, view)
    if (record !== null) tokens.push(record)
    const held = row ?? position.held
    if (held === null) {
      close.capitalAtRisk += position.capital
      continue
    }
    const price = priceOnDay(position, view.day, trades) ?? position.price
    const isDecided = position.resolvedOn <= view.day
    addHolding(account, held, price, isDecided)
    close.pnl += unrealizedOf(held, price)
    const isMarked = row === undefined && held.shares !== 0 && price !== position.price
    isMoved ||= row !== undefined || isMarked
    close.capitalAtRisk += row === undefined && !isMarked ? position.capital : isDecided ? 0 : held.cost
    if (row === undefined) continue
    addFlows(account, row)
    close.realizedPnl += row.realized
    close.volume += row.volume
    close.trades += row.fills
    if (position.category !== null)
      for (const ofWindow of volumes)
        ofWindow.set(position.category, (ofWindow.get(position.category) ?? 0) + row.volume)
  }
  close.pnl += close.realizedPnl
  return {
    tokens,
    volumes,
    life,
    accounts: [...closed.accounts.slice(0, -1), account] satisfies Account[],
    closes: isMoved ? [...closed.closes, close] : closed.closes,
    behaviour: day.behaviour === null ? closed.behaviour : [...closed.behaviour, day.behaviour],
  }
}

const NO_CLOSE: Pick<TraderClose, 'realizedPnl'> = { realizedPnl: 0 }

function recordAfter(position: ClosedPosition, row: PositionDay, { day }: ProfileView): TokenRecord {
  const flows = { ...position.flows }
  addFlow(flows, row)
  return tokenRecord(flows, position, day)
}

function unrealizedOf({ shares, cost }: PositionDay, price: MicroPrice | null): MicroUsd {
  return shares === 0 ? 0 : markedValue(shares, cost, price) - cost
}
