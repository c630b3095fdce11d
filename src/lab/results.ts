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
import { placeOf } from '../numbers/windows/windows-of.ts'
import { type Copy, FATES, type Fate, sharesAt } from './replay.ts'
import type { Tokens } from './tape.ts'

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
  /** The net result at the closes of the days that were asked for. */
  points: readonly MicroUsd[]
}

export interface Results {
  net: MicroUsd
  /** Dollars that purchases cost, fees included. */
  staked: MicroUsd
  fees: MicroUsd
  /** Fractions; null where nothing was staked. */
  onStake: number | null
  onBankroll: number
  /** The net result at the close of each day that was asked for. */
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

/** The places of the days from one to another, from 0 on. */
export function placesOf({ from, to }: { from: Day; to: Day }): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => place)
}

/**
 * Step 4: what copies came to.
 * @param days ascending places of days from the first, for the curve, which takes most of the time; the last day comes last. None: no curve
 * and no drawdown
 * @param points some of those places, at whose closes each event's net result is returned, too. @default none
 */
export function resultsOf(
  copies: readonly Copy[],
  { tokens, from, to, bankroll }: { tokens: Tokens; from: Day; to: Day; bankroll: MicroUsd },
  days: readonly number[],
  points: readonly number[] = [],
): Results {
  const fates = Object.fromEntries(FATES.map((fate) => [fate, 0])) as Record<Fate, number>
  const events = new Map<number, EventResult & { points: MicroUsd[] }>()
  const curve = new Array<MicroUsd>(days.length).fill(0)
  const pointPlaces = points.map((point) => days.indexOf(point))
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
    const event = events.get(id) ?? newEvent(id, points.length)
    event.net += result.net
    event.staked += result.cost
    event.isDecided &&= !result.isOpen
    events.set(id, event)
    if (days.length === 0) continue
    const { first, nets } = netsOf(copy, tokens, from, days)
    for (let i = 0; i < nets.length; i++)
      curve[first + i] = defined(curve[first + i]) + defined(nets[i]) - (nets[i - 1] ?? 0)
    for (const [i, place] of pointPlaces.entries())
      if (place >= first)
        event.points[i] = defined(event.points[i]) + defined(nets[Math.min(place - first, nets.length - 1)])
  }
  // So far it has the changes.
  for (let day = 1; day < curve.length; day++) curve[day] = defined(curve[day]) + defined(curve[day - 1])
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
    events: [...events.values()],
  }
}

function newEvent(event: number, points: number): EventResult & { points: MicroUsd[] } {
  return { event, net: 0, staked: 0, isDecided: true, points: new Array<number>(points).fill(0) }
}

/** The net results of a copy at the closes of days from its first on, up to the one after which nothing changes; `first` is a place in `days`. */
function netsOf(
  copy: Copy,
  tokens: Tokens,
  from: Day,
  days: readonly number[],
): { first: number; nets: MicroUsd[] } {
  const { entries, exits, settled, decision } = copy
  const first = placeOf(days, dayOf(defined(entries[0]).time) - from)
  const bought = defined(entries.at(-1)).time
  const nets: MicroUsd[] = []
  for (let place = first; place < days.length; place++) {
    const at = defined(days[place])
    const close = (from + at + 1) * DAY_SECONDS - 1
    const left = sharesAt(copy, close)
    let net = settled !== null && settled.time <= close ? settled.usd : 0
    for (const { time, usd, fee } of entries) if (time <= close) net -= usd + fee
    for (const { time, usd, fee } of exits) if (time <= close) net += usd - fee
    nets.push(net + openValue(copy, left, tokens.mark(decision.token, from + at), close))
    if (left === 0 && bought <= close) break
  }
  return { first, nets }
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
