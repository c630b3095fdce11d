import { defined } from '../checks.ts'
import { valueAt } from '../ledger/holding.ts'
import {
  DAY_SECONDS,
  type Day,
  dayOf,
  type MicroUsd,
  mulDivFloor,
  type Seconds,
} from '../ledger/quantities.ts'
import { ratioOf } from '../metrics/running-sum.ts'
import { type Copy, FATES, type Fate, sharesAt } from './replay.ts'
import type { Tokens } from './tape.ts'

/** The result of a copy. */
export interface CopyResult {
  /** Dollars that came in and went out, fees included. */
  cost: MicroUsd
  proceeds: MicroUsd
  fees: MicroUsd
  /** The value at the end of what is still open, at its mark or, without one, at its cost. */
  open: MicroUsd
  isOpen: boolean
  net: MicroUsd
}

/** The copies of one event, together: what the bootstrap draws. */
export interface EventResult {
  event: number
  net: MicroUsd
  staked: MicroUsd
  /** True once nothing of it is open. */
  isDecided: boolean
  /** The net result at the close of each day of the run. */
  days: readonly MicroUsd[]
}

/** The result of a run. */
export interface Results {
  net: MicroUsd
  /** Dollars that purchases cost, fees included. */
  staked: MicroUsd
  fees: MicroUsd
  /** Fractions; null where nothing was staked. */
  onStake: number | null
  onBankroll: number
  /** The net result at the close of each day, from the first. */
  days: readonly MicroUsd[]
  /** The largest fall of those from a peak before, the start included. */
  drawdown: MicroUsd
  fates: Readonly<Record<Fate, number>>
  /** Copies that are open at the end, and what they are worth. */
  open: { copies: number; value: MicroUsd }
  events: readonly EventResult[]
}

/** The result of a copy at the close of a rule's last day. */
export function copyResult(copy: Copy, tokens: Tokens, last: Day): CopyResult {
  const { entries, exits, settled, decision } = copy
  const cost = entries.reduce((sum, { usd, fee }) => sum + usd + fee, 0)
  const sold = exits.reduce((sum, { usd, fee }) => sum + usd - fee, 0)
  const proceeds = sold + (settled?.usd ?? 0)
  const fees = [...entries, ...exits].reduce((sum, { fee }) => sum + fee, 0)
  const left = sharesAt(copy, (last + 1) * DAY_SECONDS)
  const open = openValue(copy, left, tokens.mark(decision.token, last), (last + 1) * DAY_SECONDS)
  return { cost, proceeds, fees, open, isOpen: left > 0, net: proceeds + open - cost }
}

/** The value of what is open at a time: at the mark, or without one its share of what was paid until then. */
function openValue({ entries }: Copy, shares: number, mark: number | null, time: Seconds): MicroUsd {
  if (shares === 0) return 0
  if (mark !== null) return valueAt(shares, mark)
  const until = entries.filter((fill) => fill.time <= time)
  const bought = until.reduce((sum, fill) => sum + fill.shares, 0)
  const cost = until.reduce((sum, { usd, fee }) => sum + usd + fee, 0)
  return mulDivFloor(cost, shares, bought)
}

/**
 * Step 4: what copies came to.
 * @param days false leaves out the daily curves, which take most of the time. @default true
 */
export function resultsOf(
  copies: readonly Copy[],
  { tokens, from, to, bankroll }: { tokens: Tokens; from: Day; to: Day; bankroll: MicroUsd },
  days = true,
): Results {
  const fates = Object.fromEntries(FATES.map((fate) => [fate, 0])) as Record<Fate, number>
  const events = new Map<number, EventResult & { days: MicroUsd[] }>()
  let [net, staked, fees] = [0, 0, 0]
  const open = { copies: 0, value: 0 }
  for (const copy of copies) {
    fates[copy.fate] += 1
    if (copy.entries.length === 0) continue
    const result = copyResult(copy, tokens, to)
    net += result.net
    staked += result.cost
    fees += result.fees
    if (result.isOpen) {
      open.copies += 1
      open.value += result.open
    }
    const id = tokens.event(copy.decision.token)
    const event = events.get(id) ?? newEvent(id, days ? to - from + 1 : 0)
    event.net += result.net
    event.staked += result.cost
    event.isDecided &&= !result.isOpen
    if (days) addDays(event.days, copy, tokens, from)
    events.set(id, event)
  }
  const all = [...events.values()]
  const curve = Array.from({ length: days ? to - from + 1 : 0 }, (_, day) =>
    all.reduce((sum, event) => sum + defined(event.days[day]), 0),
  )
  return {
    net,
    staked,
    fees,
    onStake: ratioOf(net, staked),
    onBankroll: net / bankroll,
    days: curve,
    drawdown: drawdownOf(curve),
    fates,
    open,
    events: all,
  }
}

function newEvent(event: number, days: number): EventResult & { days: MicroUsd[] } {
  return { event, net: 0, staked: 0, isDecided: true, days: new Array<number>(days).fill(0) }
}

/** Adds what a copy had come to at the close of each day. */
function addDays(days: MicroUsd[], copy: Copy, tokens: Tokens, from: Day): void {
  const { entries, exits, settled, decision } = copy
  const first = dayOf(defined(entries[0]).time) - from
  let last = 0
  for (let at = Math.max(0, first); at < days.length; at++) {
    const close = (from + at + 1) * DAY_SECONDS - 1
    const left = sharesAt(copy, close)
    let net = settled !== null && settled.time <= close ? settled.usd : 0
    for (const { time, usd, fee } of entries) if (time <= close) net -= usd + fee
    for (const { time, usd, fee } of exits) if (time <= close) net += usd - fee
    net += openValue(copy, left, tokens.mark(decision.token, from + at), close)
    last = net
    days[at] = defined(days[at]) + net
    const isOver = left === 0 && entries.every(({ time }) => time <= close)
    if (!isOver) continue
    for (let rest = at + 1; rest < days.length; rest++) days[rest] = defined(days[rest]) + last
    return
  }
}

/** The largest fall from a peak; a run begins at 0. */
function drawdownOf(days: readonly MicroUsd[]): MicroUsd {
  let [peak, fall] = [0, 0]
  for (const net of days) {
    peak = Math.max(peak, net)
    fall = Math.max(fall, peak - net)
  }
  return fall
}
