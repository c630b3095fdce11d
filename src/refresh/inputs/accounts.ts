import type { MicroPrice, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import { officialUnrealized } from '../../metrics/profit/official-pnl.ts'
import { addTo, emptySum, type RunningSum } from '../../metrics/running-sum.ts'
import { isResolved, type Marks, markAt, markedValue } from './marks.ts'
import type { PositionDay, TraderLedger } from './trader-ledger.ts'
import type { ValuationDays } from './valuation-days.ts'

/** A trader at one valuation day: the holdings at its close, and the flows since the valuation day before. */
export interface Account {
  /** Marked value of everything held, and its cost. */
  value: MicroUsd
  cost: MicroUsd
  /** Unrealized profit by the official rule. */
  official: MicroUsd
  /** True if shares of an unknown outcome are held, by either rule. */
  open: boolean
  /** Days with an event, each position's counted by itself. */
  events: number
  realized: MicroUsd
  officialRealized: MicroUsd
  fees: MicroUsd
  income: MicroUsd
  untracked: MicroShares
  fills: number
  /** These may pass 2^53 over a market maker's life. */
  volume: RunningSum
  shareVolume: RunningSum
  bought: RunningSum
}

/**
 * A trader's account at each valuation day, in order, up to the day before the last: the last account has the flows since
 * the valuation day before, and no holdings yet.
 * @param ledger up to the day before the last moment
 */
export function accountsBefore(
  ledger: TraderLedger,
  marks: Marks,
  moments: Pick<ValuationDays, 'days'>,
): Account[] {
  const accounts = moments.days.map(emptyAccount)
  const accountOn = (day: number) => accounts[moments.days.findIndex((moment) => day <= moment)]
  for (const { day, amount } of ledger.income) {
    const account = accountOn(day)
    if (!account) continue
    addIncome(account, amount)
  }
  for (const position of ledger.positions) addPosition(accounts, position, marks, moments)
  return accounts
}

function emptyAccount(): Account {
  return {
    value: 0,
    cost: 0,
    official: 0,
    open: false,
    events: 0,
    realized: 0,
    officialRealized: 0,
    fees: 0,
    income: 0,
    untracked: 0,
    fills: 0,
    volume: emptySum(),
    shareVolume: emptySum(),
    bought: emptySum(),
  }
}

/** The same account, to be added to. */
export function copyOf(account: Account): Account {
  const { volume, shareVolume, bought } = account
  return { ...account, volume: { ...volume }, shareVolume: { ...shareVolume }, bought: { ...bought } }
}

/** Adds a day's income. */
export function addIncome(account: Account, amount: MicroUsd): void {
  account.income += amount
  account.events += 1
}

/** Adds what flowed on a position's day. */
export function addFlows(account: Account, row: PositionDay): void {
  account.events += 1
  account.realized += row.realized
  account.officialRealized += row.officialRealized
  account.fees += row.fees
  account.untracked += row.untracked
  account.fills += row.fills
  addTo(account.volume, row.volume)
  addTo(account.shareVolume, row.traded)
  addTo(account.bought, row.bought)
}

/** Counts a position's flows, and at each moment but the last what it held at the close of its last day up to then. */
function addPosition(
  accounts: readonly Account[],
  position: readonly PositionDay[],
  marks: Marks,
  moments: Pick<ValuationDays, 'days'>,
): void {
  let next = 0
  let held: PositionDay | undefined
  for (let m = 0; m < accounts.length; m++) {
    const moment = moments.days[m] ?? 0
    const account = accounts[m]
    for (let row = position[next]; row && row.day <= moment; row = position[++next]) {
      if (account) addFlows(account, row)
      held = row
    }
    if (account && held && m < accounts.length - 1)
      addHolding(account, held, markAt(marks, held.token, moment), isResolved(marks, held.token, moment))
  }
}

/** Adds what a position holds at the moment, by either rule: all that its last day up to then left. */
export function addHolding(
  account: Account,
  held: PositionDay,
  mark: MicroPrice | null,
  isDecided: boolean,
): void {
  if (held.shares === 0 && held.officialAmount === 0) return
  account.value += markedValue(held.shares, held.cost, mark)
  account.cost += held.cost
  account.official += officialUnrealized({ amount: held.officialAmount, avg: held.officialAvg, mark })
  account.open ||= !isDecided
}
