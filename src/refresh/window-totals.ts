import type { MicroUsd } from '../ledger/quantities.ts'
import { type MarkedPnl, pnl } from '../metrics/pnl.ts'
import type { ExactTotal } from '../metrics/ratio-of.ts'
import { roi } from '../metrics/roi.ts'
import { addTo, emptySum, type RunningSum, totalOf } from '../metrics/running-sum.ts'
import type { Account } from './accounts.ts'
import type { Window } from './moments.ts'

/** One trader's numbers over one window, in micro-units. */
export interface WindowTotals {
  pnl: MicroUsd
  realized: MicroUsd
  unrealized: MicroUsd
  volume: ExactTotal
  shareVolume: ExactTotal
  bought: ExactTotal
  fees: MicroUsd
  income: MicroUsd
  fills: number
  /** Marked value held at the window's start; 0 for all time. */
  startValue: MicroUsd
  /** A fraction; null where nothing was held at the start and nothing bought. */
  roi: number | null
  /** Anything that can have moved the numbers: an event in the window, or an open holding at either end. */
  active: boolean
}

/** Reads a window off a trader's accounts. */
export function windowTotals(accounts: readonly Account[], window: Window): WindowTotals {
  const within = accounts.slice(window.before === null ? 0 : window.before + 1, window.end + 1)
  const start = window.before === null ? undefined : accounts[window.before]
  const before = window.before === null ? null : markedAt(accounts, window.before)
  const marked = pnl(markedAt(accounts, window.end), before)
  const realized = sum(within, ({ realized }) => realized)
  const bought = exactTotal(within, ({ bought }) => bought)
  const startValue = start?.value ?? 0
  const isHeld = Boolean(start?.open || accounts[window.end]?.open)
  return {
    pnl: marked,
    realized,
    unrealized: marked - realized,
    volume: exactTotal(within, ({ volume }) => volume),
    shareVolume: exactTotal(within, ({ shareVolume }) => shareVolume),
    bought,
    fees: sum(within, ({ fees }) => fees),
    income: sum(within, ({ income }) => income),
    fills: sum(within, ({ fills }) => fills),
    startValue,
    roi: roi(marked, startValue, bought),
    active: isHeld || within.some(({ events }) => events > 0),
  }
}

function markedAt(accounts: readonly Account[], moment: number): MarkedPnl {
  const { value, cost } = accounts[moment] ?? { value: 0, cost: 0 }
  return {
    realized: sum(accounts.slice(0, moment + 1), ({ realized }) => realized),
    unrealized: value - cost,
  }
}

function sum(accounts: readonly Account[], part: (account: Account) => number): number {
  return accounts.reduce((total, account) => total + part(account), 0)
}

/** A plain number wherever it is exact. */
function exactTotal(accounts: readonly Account[], part: (account: Account) => RunningSum): ExactTotal {
  const total = emptySum()
  for (const account of accounts) {
    const { low, high } = part(account)
    addTo(total, low)
    total.high += high
  }
  return total.high === 0n ? total.low : totalOf(total)
}
