import type { MicroShares, MicroUsd } from '../ledger/quantities.ts'
import { addTo, emptySum, type RunningSum } from '../metrics/running-sum.ts'
import { isResolved, type Marks, markAt, markedValue } from './marks.ts'
import type { Moments } from './moments.ts'
import type { PositionDay, TraderLedger } from './trader-ledger.ts'

/** A trader at one moment: what is held at it, and the flows since the moment before it. */
export interface Account {
  /** Marked value of everything held, and its cost. */
  value: MicroUsd
  cost: MicroUsd
  /** Shares are held whose outcome is not known. */
  open: boolean
  /** Days with an event, each position's counted by itself. */
  events: number
  realized: MicroUsd
  fees: MicroUsd
  income: MicroUsd
  untracked: MicroShares
  fills: number
  /** These may pass 2^53 over a market maker's life. */
  volume: RunningSum
  shareVolume: RunningSum
  bought: RunningSum
}

/** A trader's account at each moment, in their order. */
export function accountsOf(ledger: TraderLedger, marks: Marks, moments: Moments): Account[] {
  const accounts = moments.days.map(emptyAccount)
  const accountOn = (day: number) => accounts[moments.days.findIndex((moment) => day <= moment)]
  for (const { day, amount } of ledger.income) {
    const account = accountOn(day)
    if (!account) continue
    account.income += amount
    account.events += 1
  }
  for (const position of ledger.positions) {
    for (const row of position) addFlows(accountOn(row.day), row)
    addHoldings(accounts, position, marks, moments)
  }
  return accounts
}

function emptyAccount(): Account {
  return {
    value: 0,
    cost: 0,
    open: false,
    events: 0,
    realized: 0,
    fees: 0,
    income: 0,
    untracked: 0,
    fills: 0,
    volume: emptySum(),
    shareVolume: emptySum(),
    bought: emptySum(),
  }
}

function addFlows(account: Account | undefined, row: PositionDay): void {
  if (!account) return
  account.events += 1
  account.realized += row.realized
  account.fees += row.fees
  account.untracked += row.untracked
  account.fills += row.fills
  addTo(account.volume, row.volume)
  addTo(account.shareVolume, row.traded)
  addTo(account.bought, row.bought)
}

/** Counts a position at each moment, as it stood at the close of its last day up to then. */
function addHoldings(
  accounts: readonly Account[],
  position: PositionDay[],
  marks: Marks,
  moments: Moments,
): void {
  let next = 0
  for (let m = 0; m < accounts.length; m++) {
    const moment = moments.days[m] ?? 0
    while (next < position.length && (position[next]?.day ?? 0) <= moment) next += 1
    const row = position[next - 1]
    const account = accounts[m]
    if (!row || !account || row.shares === 0) continue
    account.value += markedValue(row.shares, row.cost, markAt(marks, row.token, moment))
    account.cost += row.cost
    account.open ||= !isResolved(marks, row.token, moment)
  }
}
