import { type Day, dayOf, type MicroUsd, mulDivFloor } from '../../ledger/quantities.ts'
import { ratioOf } from '../../metrics/running-sum.ts'
import { bootstrap, type Intervals, LEAST_EVENTS } from '../judge.ts'
import type { EventResult } from '../results.ts'
import { contentsOf, type RecordRow } from './record.ts'

/** The results of a record: sums of the entries that count, with open shares at their cost. */
export interface ForwardResults {
  copies: number
  bought: number
  /** Dollars that purchases cost, fees included, and dollars that came in. */
  staked: MicroUsd
  received: MicroUsd
  /** Dollars that came in less the cost of the shares that they are for. */
  net: MicroUsd
  /** The cost of shares that are open, and how many copies have any. */
  openCost: MicroUsd
  open: number
  /** Net result ÷ dollars staked; null where nothing was. */
  onStake: number | null
  /** Events in which something was bought and nothing is open. */
  decidedEvents: number
  intervals: Pick<Intervals, 'net' | 'onStake'>
  /** The net result at the close of each day on which it changed. */
  days: readonly { day: Day; net: MicroUsd }[]
  sentence: string
}

interface Holding {
  event: number
  cost: MicroUsd
  shares: number
  /** The shares that left, and their cost. */
  gone: number
  goneCost: MicroUsd
  net: MicroUsd
}

type Row = Pick<RecordRow, 'seq' | 'kind' | 'time' | 'event' | 'contents'>

/**
 * Sums up a record.
 * @param entries those that count, in order
 * @param seed of the bootstrap over events
 */
export function forwardResults(entries: readonly Row[], seed: string): ForwardResults {
  const held = new Map<string, Holding>()
  const days = new Map<Day, MicroUsd>()
  let [copies, received] = [0, 0]
  const inOrder = entries.toSorted((a, b) => a.time - b.time || a.seq - b.seq)
  for (const row of inOrder)
    if (row.kind === 'COPIED') {
      const { copy, fills } = contentsOf('COPIED', row)
      copies += 1
      if (fills.length === 0) continue
      const cost = fills.reduce((sum, { usd, fee }) => sum + usd + fee, 0)
      const shares = fills.reduce((sum, fill) => sum + fill.shares, 0)
      held.set(copy, { event: row.event ?? 0, cost, shares, gone: 0, goneCost: 0, net: 0 })
    }
  for (const row of inOrder) {
    if (row.kind !== 'SOLD' && row.kind !== 'PAID') continue
    const { copy, shares, usd, fee } = { fee: 0, ...contentsOf(row.kind, row) }
    const own = held.get(copy)
    if (own === undefined) continue
    received += usd - fee
    const gain = leave(own, shares, usd - fee)
    days.set(dayOf(row.time), (days.get(dayOf(row.time)) ?? 0) + gain)
  }
  const all = [...held.values()]
  const sum = (of: (one: Holding) => number) => all.reduce((total, one) => total + of(one), 0)
  const events = eventsOf(all)
  const [staked, net] = [sum(({ cost }) => cost), sum((one) => one.net)]
  const decidedEvents = events.filter(({ isDecided }) => isDecided).length
  const { net: netInterval, onStake: stakeInterval } = bootstrap(events, 0, seed)
  return {
    copies,
    bought: all.length,
    staked,
    received,
    net,
    openCost: sum(({ cost, goneCost }) => cost - goneCost),
    open: all.filter(({ shares, gone }) => gone < shares).length,
    onStake: ratioOf(net, staked),
    decidedEvents,
    intervals: { net: netInterval, onStake: stakeInterval },
    days: cumulative(days),
    sentence: sentenceOf(decidedEvents, netInterval),
  }
}

/** Takes shares out of a holding for some dollars, at their average cost. @returns the gain */
function leave(own: Holding, shares: number, usd: MicroUsd): MicroUsd {
  const before = own.shares - own.gone
  const cost = before <= 0 ? 0 : mulDivFloor(own.cost - own.goneCost, Math.min(shares, before), before)
  own.gone += shares
  own.goneCost += cost
  own.net += usd - cost
  return usd - cost
}

function eventsOf(all: readonly Holding[]): EventResult[] {
  return [...Map.groupBy(all, ({ event }) => event)].map(([event, own]) => ({
    event,
    net: own.reduce((sum, { net }) => sum + net, 0),
    staked: own.reduce((sum, { cost }) => sum + cost, 0),
    isDecided: own.every(({ shares, gone }) => gone >= shares),
    points: [],
  }))
}

function cumulative(days: ReadonlyMap<Day, MicroUsd>): { day: Day; net: MicroUsd }[] {
  let net = 0
  return [...days]
    .sort(([a], [b]) => a - b)
    .map(([day, change]) => {
      net += change
      return { day, net }
    })
}

function sentenceOf(decidedEvents: number, [low, high]: Intervals['net']): string {
  if (decidedEvents < LEAST_EVENTS)
    return `Too early to tell: ${decidedEvents} of the ${LEAST_EVENTS} decided events that it takes.`
  if (low > 0) return 'The rule has made more than the luck of its events explains, so far.'
  return high < 0
    ? 'The rule has lost more than the luck of its events explains, so far.'
    : 'The result so far is within the luck of its events.'
}
