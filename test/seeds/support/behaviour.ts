import type { Fill, SourceRecord } from '../../../src/ledger/event.ts'

/** One trader's fills in one event: what they cost, and what they came to once it was resolved. */
interface Unit {
  cost: number
  pnl: number
  decided: boolean
}

/** A trader's behavior, by the definitions of the methodology's part 6, computed plainly from its fills. */
export interface Behaviour {
  fills: number
  makerRatio: number
  perActiveDay: number
  perMarket: number
  markets: number
  botProbability: number
  units: number
  winRate: number
  /** Σ pnl ÷ Σ cost over decided units, and its standard error. */
  edge: number
  edgeError: number
  topCategoryShare: number
  strategy: 'MARKET_MAKER' | 'HIGH_FREQUENCY' | 'SNIPER' | 'SPECIALIST' | 'OTHER'
}

interface Listing {
  condition: string
  outcome: number
  event: string
  category: string
}

/** Where each token is listed. */
export function listings(records: readonly SourceRecord[]): Map<string, Listing> {
  const found = new Map<string, Listing>()
  for (const record of records) {
    if (record.kind !== 'MARKET') continue
    const { condition, event, category } = record
    record.tokens.forEach((token, outcome) => {
      found.set(token, { condition, outcome, event: String(event?.id), category: String(category) })
    })
  }
  return found
}

/** Each resolved condition's payout by outcome, in dollars a share. */
export function payoutsByCondition(records: readonly SourceRecord[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const record of records) {
    if (record.kind !== 'RESOLVE') continue
    const parts = record.payouts.map(Number)
    const whole = parts.reduce((sum, part) => sum + part, 0)
    found.set(
      record.condition,
      parts.map((part) => part / whole),
    )
  }
  return found
}

/** The behaviour of everybody who traded, by address. */
export function behaviours(records: readonly SourceRecord[]): Map<string, Behaviour> {
  const listed = listings(records)
  const paid = payoutsByCondition(records)
  const fills = records.filter((record) => record.kind === 'FILL')
  const byOwner = Map.groupBy(fills, (fill) => fill.owner)
  return new Map([...byOwner].map(([owner, own]) => [owner, behaviourOf(own, listed, paid)]))
}

function behaviourOf(
  fills: readonly Fill[],
  listed: Map<string, Listing>,
  paid: Map<string, number[]>,
): Behaviour {
  const listingOf = (fill: Fill) => listed.get(fill.token)
  const days = new Set(fills.map((fill) => Math.floor(fill.time / 86_400))).size
  const markets = new Set(fills.map((fill) => listingOf(fill)?.condition)).size
  const makerRatio = fills.filter((fill) => fill.role === 'MAKER').length / fills.length
  const perActiveDay = fills.length / days
  const units = [...unitsOf(fills, listed, paid).values()].filter((unit) => unit.decided)
  const wins = units.filter((unit) => unit.pnl > 0).length
  const losses = units.filter((unit) => unit.pnl < 0).length
  const counted = {
    fills: fills.length,
    makerRatio,
    perActiveDay,
    perMarket: fills.length / markets,
    markets,
    botProbability: botProbability(fills, { days, makerRatio, perActiveDay }),
    units: units.length,
    winRate: wins / (wins + losses),
    ...edgeOf(units),
    topCategoryShare: topShare(fills, (fill) => listingOf(fill)?.category),
  }
  return { ...counted, strategy: strategyOf(counted) }
}

function strategyOf(seen: Omit<Behaviour, 'strategy'>): Behaviour['strategy'] {
  if (seen.makerRatio >= 0.7 && seen.perActiveDay >= 50) return 'MARKET_MAKER'
  if (seen.perActiveDay >= 100 && seen.perMarket >= 20) return 'HIGH_FREQUENCY'
  if (seen.units >= 5 && seen.markets <= 30 && seen.winRate >= 0.7) return 'SNIPER'
  return seen.topCategoryShare >= 0.7 ? 'SPECIALIST' : 'OTHER'
}

/** Only fills: splits, merges and conversions add no profit, so pnl = Σ signed shares · payout less dollars paid. */
function unitsOf(
  fills: readonly Fill[],
  listed: Map<string, Listing>,
  paid: Map<string, number[]>,
): Map<string, Unit> {
  const units = new Map<string, Unit>()
  for (const { token, side, shares, usd, fee, feeIn } of fills) {
    const { condition = '', outcome = 0, event = '' } = listed.get(token) ?? {}
    const unit = units.get(event) ?? { cost: 0, pnl: 0, decided: true }
    units.set(event, unit)
    const payout = paid.get(condition)?.[outcome]
    if (payout === undefined) unit.decided = false
    const kept = feeIn === 'SHARES' ? shares - fee : shares
    const dollars = feeIn === 'USD' ? fee : 0
    if (side === 'BUY') unit.cost += usd
    unit.pnl += side === 'BUY' ? kept * (payout ?? 0) - usd - dollars : usd - dollars - shares * (payout ?? 0)
  }
  return units
}

function edgeOf(units: readonly Unit[]): { edge: number; edgeError: number } {
  const cost = units.reduce((sum, unit) => sum + unit.cost, 0)
  const edge = units.reduce((sum, unit) => sum + unit.pnl, 0) / cost
  const squares = units.reduce((sum, unit) => sum + (unit.pnl - edge * unit.cost) ** 2, 0)
  return { edge, edgeError: Math.sqrt(squares) / cost }
}

function topShare(fills: readonly Fill[], categoryOf: (fill: Fill) => string | undefined): number {
  const total = fills.reduce((sum, fill) => sum + fill.usd, 0)
  const byCategory = Map.groupBy(fills, categoryOf)
  const sums = [...byCategory.values()].map((own) => own.reduce((sum, fill) => sum + fill.usd, 0))
  return Math.max(...sums) / total
}

function botProbability(
  fills: readonly Fill[],
  { days, makerRatio, perActiveDay }: { days: number; makerRatio: number; perActiveDay: number },
): number {
  const frequency = Math.min(1, Math.log2(1 + perActiveDay) / Math.log2(501))
  const mean = fills.reduce((sum, fill) => sum + fill.usd, 0) / fills.length
  const variance =
    fills.reduce((sum, fill) => sum + (fill.usd - mean) ** 2, 0) / Math.max(1, fills.length - 1)
  const regularity = 1 - Math.min(1, Math.sqrt(variance) / mean)
  const weighed = 0.4 * frequency + 0.3 * makerRatio + 0.25 * hourEntropy(fills) + 0.05 * regularity
  return perActiveDay >= 500 && days >= 7 ? Math.max(0.99, weighed) : weighed
}

function hourEntropy(fills: readonly Fill[]): number {
  if (fills.length < 50) return 0
  const hours = Map.groupBy(fills, (fill) => Math.floor((fill.time % 86_400) / 3600))
  const shares = [...hours.values()].map((own) => own.length / fills.length)
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0) / Math.log2(24)
}
