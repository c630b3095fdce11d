import { type Day, MICRO } from '../../ledger/quantities.ts'
import { officialUnrealized } from '../../metrics/profit/official-pnl.ts'
import type { PositionResult, TraderPosition } from '../../store/snapshot/trader-record.ts'
import { type LastTrade, priceOnDay } from '../inputs/build-marks.ts'
import { markedValue } from '../inputs/marks.ts'
import { addFlow, tokenRecord } from '../windows/token-records.ts'
import { holdingAt } from '../windows/windows-of.ts'
import { type ClosedPosition, type ClosedTrader, type PositionSums, sumsOf } from './closed-trader.ts'
import type { ProfileView } from './profile-view.ts'
import type { LastDay } from './read-days.ts'

/** The position in each token that a trader touched, by ascending id. They add up to the view's totals. */
export function traderPositions(
  closed: ClosedTrader,
  { last, trades }: { last: LastDay; trades: ReadonlyMap<number, LastTrade> },
  view: ProfileView,
): TraderPosition[] {
  return closed.positions.flatMap((position) => {
    const row = last.rowOf.get(position.token)
    const isThere = position.counts && (row !== undefined || position.sums.firstDay !== null)
    return isThere ? [positionAfter(position, last, row, trades, view)] : []
  })
}

function positionAfter(
  position: ClosedPosition,
  { days }: LastDay,
  row: number | undefined,
  trades: ReadonlyMap<number, LastTrade>,
  { day }: ProfileView,
): TraderPosition {
  const sums = row === undefined ? position.sums : sumsOf(days, { first: row, end: row + 1 }, position.sums)
  const flows = { ...position.flows }
  if (row !== undefined) addFlow(flows, days, row)
  const { open, closedOn, realized, cost: bought } = tokenRecord(flows, position, day)
  const price = priceOnDay(position, day, trades) ?? position.price
  const { shares, cost, officialAmount, officialAvg } =
    (row === undefined ? position.held : holdingAt(days, row)) ?? NOTHING
  const value = shares === 0 ? 0 : markedValue(shares, cost, price)
  const { firstDay, lastDay, fees, volume, fills, untracked, officialRealized } = sums
  return {
    token: position.token,
    isOpen: open,
    result: open ? null : resultOf(position, sums, day),
    openedOn: firstDay ?? day,
    closedOn: open ? null : (closedOn ?? lastDay ?? day),
    lastDay: lastDay ?? day,
    shares,
    cost,
    price,
    value,
    realized,
    bought,
    fees,
    volume,
    fills,
    untracked,
    unrealized: value - cost,
    official:
      officialRealized + officialUnrealized({ amount: officialAmount, avg: officialAvg, mark: price }),
  }
}

const NOTHING = { shares: 0, cost: 0, officialAmount: 0, officialAvg: 0 }

/** How a position that is not open ended: settled by an event on the day of the resolution or later, or left before. */
export function resultOf(
  { resolvedOn, payout }: Pick<ClosedPosition, 'resolvedOn' | 'payout'>,
  { lastDay, sales, sold }: Pick<PositionSums, 'lastDay' | 'sales' | 'sold'>,
  day: Day,
): PositionResult {
  const isSettled = resolvedOn <= day && (lastDay ?? 0) >= resolvedOn
  if (isSettled) return payout === MICRO ? 'WON' : payout === 0 ? 'LOST' : 'MIXED'
  if (sales > 0) return 'SOLD'
  return sold > 0 ? 'MERGED' : 'MOVED'
}
