import type { MicroUsd } from '../../ledger/quantities.ts'
import { addTotals } from '../../metrics/add-totals.ts'
import { pnl } from '../../metrics/profit/pnl.ts'
import { roi } from '../../metrics/profit/roi.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import { addTo, emptySum, exactTotal, type RunningSum } from '../../metrics/running-sum.ts'
import type { Account } from '../inputs/accounts.ts'
import type { Window } from '../inputs/valuation-days.ts'

/** One trader's numbers over one window, in micro-units. */
export interface WindowTotals {
  pnl: MicroUsd
  realized: MicroUsd
  unrealized: MicroUsd
  /** Profit by the official rule. */
  official: MicroUsd
  volume: ExactTotal
  shareVolume: ExactTotal
  bought: ExactTotal
  fees: MicroUsd
  income: MicroUsd
  fills: number
  /** Marked value held at the window's start; 0 for all time. */
  startValue: MicroUsd
  /** What the return is measured against: the start value and what was bought; above 2^53 the nearest double. */
  stake: number
  /** A fraction; null if nothing was held at the start and nothing bought. */
  roi: number | null
  /** Anything that can have moved the numbers: an event in the window, or an open holding at either end. */
  active: boolean
}

/** Reads a window off a trader's accounts. */
export function windowTotals(
  accounts: readonly Account[],
  window: Pick<Window, 'before' | 'end'>,
): WindowTotals {
  const start = window.before === null ? undefined : accounts[window.before]
  const end = accounts[window.end]
  const flows = flowsOf(accounts, (window.before ?? -1) + 1, window.end)
  const before = start ? { realized: 0, unrealized: unrealizedOf(start) } : null
  const marked = pnl({ realized: flows.realized, unrealized: unrealizedOf(end) }, before)
  const bought = exactTotal(flows.bought)
  const startValue = start?.value ?? 0
  return {
    pnl: marked,
    realized: flows.realized,
    unrealized: marked - flows.realized,
    official: flows.official + (end?.official ?? 0) - (start?.official ?? 0),
    volume: exactTotal(flows.volume),
    shareVolume: exactTotal(flows.shareVolume),
    bought,
    fees: flows.fees,
    income: flows.income,
    fills: flows.fills,
    startValue,
    stake: Number(addTotals(startValue, bought)),
    roi: roi(marked, startValue, bought),
    active: Boolean(start?.open || end?.open) || flows.events > 0,
  }
}

function unrealizedOf(account: Account | undefined): MicroUsd {
  return account ? account.value - account.cost : 0
}

/** What flowed from one account to another, both included. */
function flowsOf(accounts: readonly Account[], first: number, last: number) {
  const sums = { volume: emptySum(), shareVolume: emptySum(), bought: emptySum() }
  const flows = { realized: 0, official: 0, fees: 0, income: 0, fills: 0, events: 0, ...sums }
  for (let i = first; i <= last; i++) {
    const account = accounts[i]
    if (!account || account.events === 0) continue
    flows.realized += account.realized
    flows.official += account.officialRealized
    flows.fees += account.fees
    flows.income += account.income
    flows.fills += account.fills
    flows.events += account.events
    addSum(flows.volume, account.volume)
    addSum(flows.shareVolume, account.shareVolume)
    addSum(flows.bought, account.bought)
  }
  return flows
}

function addSum(total: RunningSum, { low, high }: RunningSum): void {
  addTo(total, low)
  if (high !== 0n) total.high += high
}
