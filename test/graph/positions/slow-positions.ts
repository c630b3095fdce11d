import type { LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import { applyFill, applyMerge, applyResolve, applySplit } from '../../../src/ledger/fold.ts'
import { emptyPosition, type Position } from '../../../src/ledger/position.ts'
import { dayOf, MICRO } from '../../../src/ledger/quantities.ts'

/** A position as the words of the filter describe it, in dollars. */
export interface SlowPosition {
  id: string
  trader: string
  token: string
  market: string
  status: 'OPEN' | 'CLOSED'
  result: string | null
  shares: number
  value: number
  cost: number
  pnl: number
  averagePrice: number | null
  opened: number
  lastDay: number
}

/** Events that {@link slowPositions} replays: those whose effect is on the owner's position in named tokens alone. */
export function isReplayed({ kind }: LedgerEvent): boolean {
  return kind === 'FILL' || kind === 'SPLIT' || kind === 'MERGE' || kind === 'RESOLVE'
}

interface Held {
  position: Position
  first: number
  last: number
}

/** Everybody's positions up to a day's close, by a replay of all events. */
export function slowPositions(
  events: readonly LedgerEvent[],
  markets: readonly MarketInfo[],
  upTo: number,
): SlowPosition[] {
  const held = new Map<string, Held>()
  const prices = new Map<string, number>()
  const resolved = new Map<string, { day: number; payouts: number[] }>()
  const at = (trader: string, token: string, day: number) => {
    const id = `${trader}:${token}`
    const known = held.get(id) ?? { position: emptyPosition(), first: day, last: day }
    held.set(id, known)
    known.last = day
    return known.position
  }
  const marketOf = (condition: string) => markets.find((market) => market.condition === condition)
  for (const event of events) {
    const day = dayOf(event.time)
    if (day > upTo) break
    if (event.kind === 'FILL') {
      applyFill(at(event.owner, event.token, day), event)
      const tokens = markets.find(({ tokens }) => tokens.includes(event.token))?.tokens ?? []
      const price = Math.round((event.usd * MICRO) / event.shares)
      if (event.shares >= MICRO)
        for (const token of tokens) prices.set(token, token === event.token ? price : MICRO - price)
    } else if (event.kind === 'SPLIT' || event.kind === 'MERGE') {
      const tokens = marketOf(event.condition)?.tokens ?? []
      const own = tokens.map((token) => at(event.owner, token, day))
      if (event.kind === 'SPLIT') applySplit(own, event.amount)
      else applyMerge(own, event.amount)
    } else if (event.kind === 'RESOLVE' && !resolved.has(event.condition)) {
      const weights = event.payouts.map(Number)
      const sum = weights.reduce((total, weight) => total + weight, 0)
      const payouts = weights.map((weight) => Math.floor((weight * MICRO) / sum))
      resolved.set(event.condition, { day, payouts })
      for (const [i, token] of (marketOf(event.condition)?.tokens ?? []).entries()) {
        const payout = payouts[i] ?? 0
        prices.set(token, payout)
        for (const [id, one] of held)
          if (id.endsWith(`:${token}`) && one.position.shares > 0) {
            applyResolve([one.position], [payout])
            one.last = day
          }
      }
    }
  }
  return [...held].map(([id, { position, first, last }]) => {
    const [trader = '', token = ''] = id.split(':')
    const market = markets.find(({ tokens }) => tokens.some((one) => one === token))
    const end = resolved.get(market?.condition ?? '')
    const payout = end?.payouts[market?.tokens.map(String).indexOf(token) ?? 0]
    const price = payout ?? prices.get(token)
    const { shares, cost, realized } = position
    const value = price === undefined ? cost : Math.floor((shares * price) / MICRO)
    const isOpen = shares > 0 && end === undefined
    return {
      id,
      trader,
      token,
      market: market?.condition ?? '',
      status: isOpen ? 'OPEN' : 'CLOSED',
      result: isOpen ? null : resultOf(position, end !== undefined && last >= end.day ? payout : undefined),
      shares: shares / MICRO,
      value: value / MICRO,
      cost: cost / MICRO,
      pnl: (realized + value - cost) / MICRO,
      averagePrice: shares === 0 ? null : cost / shares,
      opened: first,
      lastDay: last,
    }
  })
}

function resultOf({ fills, buys, sold }: Position, settledAt: number | undefined): string {
  if (settledAt !== undefined) return settledAt === MICRO ? 'WON' : settledAt === 0 ? 'LOST' : 'MIXED'
  return fills > buys ? 'SOLD' : sold > 0 ? 'MERGED' : 'MOVED'
}
