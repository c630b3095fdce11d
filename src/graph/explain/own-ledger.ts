import { defined } from '../../checks.ts'
import type { ConditionId, TokenId } from '../../ledger/quantities.ts'
import { comparePositions } from '../../reconcile/compare.ts'
import type { OwnEvent } from '../../reconcile/compare-events.ts'
import { type Flow, flowOfFill, flowOfMovement, type OwnPosition } from '../../reconcile/flows.ts'
import type { View } from '../../reconcile/read-view.ts'
import type { OwnLedger } from '../../reconcile/reconcile.ts'
import { type EarlierClose, officialView } from '../../reconcile/total-figures.ts'
import { comparePlaces, hashText, placeName } from '../../store/ledger/place.ts'
import type { TraderPosition } from '../../store/snapshot/trader-record.ts'
import type { EventStep } from '../../store/trades/day-steps.ts'
import type { StoredMovement, StoredTrade } from '../../store/trades/trade-filter.ts'
import type { TokenName } from '../../store/trades/trade-store.ts'
import type { RequestContext } from '../kit/context.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { dayOfSnapshot } from '../kit/market-page.ts'
import { eventEnd } from '../kit/paging/page-slice.ts'
import { marketLinks, positionsOf } from '../traders/market-links.ts'

// A trader's own numbers, and the events behind those that another view contradicts.

/** Days of positions that are replayed for one request at most. */
const MOST_DAYS = 600
const MOST_FLOWS = 50_000
/** Events of a trader that are compared with a list of events at most. */
const MOST_EVENTS = 10_000
/** Days whose closes are tried as the other site's prices. */
const CLOSES = 3

interface Named {
  position: TraderPosition
  token: TokenName
}

/**
 * Reads what a view is compared with: the numbers of every position, and the events of those that differ, the largest differences first.
 * @param isOfficial the view is that of the official rule
 * @returns the view too, as `shown`
 */
export async function ownLedger(
  trader: TraderProfile,
  { view, isOfficial }: { view: View; isOfficial: boolean },
  context: RequestContext,
): Promise<{ own: OwnLedger; shown: View; isWhole: boolean; ids: ReadonlyMap<string, number> }> {
  const positions = await positionsOf(trader, context)
  const links = marketLinks(trader.snapshot, context)
  const names = await links.tokens(positions.map(({ token }) => token))
  const named = positions.flatMap((position, i): Named[] => {
    const token = names[i]
    return token ? [{ position, token }] : []
  })
  const bare = named.map((one): OwnPosition => ({ ...numbersOf(one), flows: null, closes: [] }))
  const shown = isOfficial ? officialView(view, bare) : view
  const differing = differingTokens(shown, bare)
  const gapOf = ({ token, position }: Named) =>
    differing.tokens.get(token.token) ?? Math.abs(position.official - position.realized - position.unrealized)
  const meant = named
    .filter(
      ({ token, position }) =>
        differing.tokens.has(token.token) || (differing.hasTotals && position.isTouched),
    )
    .sort((a, b) => gapOf(b) - gapOf(a))
  const flows = await flowsOf(meant, named, { trader, context })
  const closes = await closesOf(shown, meant, trader, context)
  const own = {
    events: shown.hasEvents ? await eventsOf(named, { trader, context }) : [],
    positions: bare.map((one, i) => {
      const id = named[i]?.position.token ?? 0
      return { ...one, closes: closes.prices.get(id) ?? [], flows: flows.byToken.get(id) ?? null }
    }),
    closes: differing.hasTotals ? await earlierCloses(trader, closes.official, context) : [],
  }
  return {
    isWhole: flows.isWhole,
    ids: new Map(named.map(({ token }) => [token.token, token.id])),
    shown,
    own,
  }
}

/** The wallet's profit at each close before the last one, the newest first. */
async function earlierCloses(
  { row, snapshot }: TraderProfile,
  official: ReadonlyMap<number, number>,
  context: RequestContext,
): Promise<EarlierClose[]> {
  const points = await context.loaders(snapshot).series(null).load(row.id)
  return points
    .filter(({ day }) => day < dayOfSnapshot(snapshot))
    .map(({ day, pnl, realized }) => ({
      day,
      pnl,
      realized,
      official: official.get(day) ?? null,
    }))
    .reverse()
}

function numbersOf({ position, token }: Named): Omit<OwnPosition, 'flows' | 'closes'> {
  const { shares, bought, cost, value, realized, unrealized, volume, price, isOpen } = position
  const official = position.isTouched ? position.official : null
  return {
    token: token.token,
    title: token.name,
    price,
    official,
    isResolved: shares > 0 ? !isOpen : position.closedOn !== null,
    firstDay: position.openedOn,
    lastDay: position.lastDay,
    numbers: { shares, bought, cost, value, realized, unrealized, pnl: realized + unrealized, volume },
  }
}

/** The positions whose numbers differ, each with its largest difference. */
function differingTokens(view: View, own: readonly OwnPosition[]) {
  const tokens = new Map<TokenId, number>()
  let hasTotals = false
  for (const { token, numbers } of comparePositions(view, own)) {
    const gap = Math.max(0, ...numbers.map(({ own: mine, other }) => Math.abs(other - mine)))
    if (gap === 0) continue
    if (token === null) hasTotals = true
    else tokens.set(token, gap)
  }
  return { tokens, hasTotals }
}

interface Reading {
  trader: TraderProfile
  context: RequestContext
}

/** The flows of positions, and of those of the same multi-outcome market where one was converted. */
async function flowsOf(meant: readonly Named[], all: readonly Named[], reading: Reading) {
  const byToken = new Map<number, Flow[]>()
  const steps = new Map<number, EventStep[]>()
  const waiting = [...meant]
  const left = { days: MOST_DAYS, events: MOST_FLOWS }
  const units = { converted: new Set<number>(), unread: new Set<number>() }
  for (let next = 0; next < waiting.length; next++) {
    const { position } = defined(waiting[next])
    if (steps.has(position.token)) continue
    const read = await stepsOf(position, reading, left)
    if (read === null) {
      units.unread.add(position.unit)
      continue
    }
    left.days -= read.days
    left.events -= read.steps.length
    steps.set(position.token, read.steps)
    if (!read.steps.some(({ event }) => 'kind' in event && event.kind === 'CONVERT')) continue
    units.converted.add(position.unit)
    const tied = all.filter((one) => one.position.unit === position.unit && !steps.has(one.position.token))
    waiting.splice(next + 1, 0, ...tied)
  }
  // A conversion moves cost between positions, so some of them alone would fold to other numbers.
  for (const { position } of all)
    if (units.converted.has(position.unit) && units.unread.has(position.unit)) steps.delete(position.token)
  const places = [...steps.values()].flat().map(({ event }) => event)
  const order = new Map(
    [...places].sort(comparePlaces).map((event, i) => [`${event.time} ${placeName(event)}`, i]),
  )
  const outcomes = new Map(all.map(({ position, token }) => [position.token, token.outcome]))
  for (const [token, own] of steps)
    byToken.set(
      token,
      own.map((step) =>
        flowOf(step, order.get(`${step.event.time} ${placeName(step.event)}`) ?? 0, {
          trader: reading.trader.row.id,
          outcome: outcomes.get(token) ?? null,
          hasPayout: own.some(({ event }) => 'kind' in event && event.kind === 'RESOLVE'),
        }),
      ),
    )
  return { byToken, isWhole: units.unread.size === 0 }
}

/** Every event of a position; null where it has more days than are left, or a day with too many events. */
async function stepsOf(
  { token }: TraderPosition,
  { trader, context }: Reading,
  left: { days: number; events: number },
) {
  const { trades } = context.reader
  const { row, snapshot } = trader
  const id = { trader: row.id, token }
  const days = await trades.positionDays(id, dayOfSnapshot(snapshot), snapshot.ledgerVersion)
  if (days.length > left.days) return null
  const steps: EventStep[] = []
  for (const { day } of days) {
    const own = await trades.stepsOfDay({
      ...id,
      day,
      version: snapshot.ledgerVersion,
      upTo: eventEnd(snapshot),
    })
    if (own === null || steps.length + own.length > left.events) return null
    steps.push(...own)
  }
  return { steps, days: days.length }
}

function flowOf(
  { event, change }: EventStep,
  order: number,
  at: { trader: number; outcome: number | null; hasPayout: boolean },
): Flow {
  const base = { time: event.time, order, tx: event.tx ? hashText(event.tx) : null }
  if ('side' in event) {
    const isBuy = event.side === 0
    const inShares = isBuy && event.feeIn === 1
    const fee = { usd: inShares ? 0 : change.fees, shares: inShares ? event.fee : 0 }
    const isTaker = event.role === null ? null : event.role === 1
    return flowOfFill({ ...base, isTaker }, { isBuy, shares: event.shares, usd: event.usd, fee })
  }
  const isIn =
    event.kind === 'TRANSFER' ? event.other === at.trader : event.kind === 'CONVERT' && at.outcome === 0
  // Without a resolution only the payout is known.
  const isWhole = event.kind === 'REDEEM' && event.amounts === null && at.hasPayout
  const kind = event.kind === 'INCOME' ? 'TRANSFER' : event.kind
  return flowOfMovement({ ...base, kind }, change, { isIn, isWhole })
}

/** Prices at the closes of the last days, where a view shows neither price nor value of what differs, and the official profit of all positions. */
async function closesOf(view: View, meant: readonly Named[], trader: TraderProfile, context: RequestContext) {
  const prices = new Map<number, number[]>()
  const official = new Map<number, number>()
  const isShown = view.positions.some(({ price, numbers }) => price !== null || numbers.value !== undefined)
  if (isShown || meant.length === 0) return { prices, official }
  const { snapshot, row } = trader
  const last = dayOfSnapshot(snapshot)
  for (let day = last - 1; day >= Math.max(last - CLOSES, snapshot.firstDay); day--) {
    const positions = (await context.loaders(snapshot).positions(day).load(row.id)) ?? []
    official.set(
      day,
      positions.reduce((sum, one) => sum + (one.isTouched ? one.official : 0), 0),
    )
    for (const { token, price } of positions)
      if (price !== null) prices.set(token, [...(prices.get(token) ?? []), price])
  }
  return { prices, official }
}

/** Every event of the trader, as a list of activity has it. */
async function eventsOf(named: readonly Named[], { trader, context }: Reading): Promise<OwnEvent[]> {
  const { trades } = context.reader
  const { row, snapshot } = trader
  const page = { filter: { upTo: eventEnd(snapshot) }, newestFirst: true, limit: MOST_EVENTS }
  const fills = await trades.fills({ ...page, streams: [{ column: 'owner_id', id: row.id }] })
  const movements = await trades.movements({
    ...page,
    streams: [
      { column: 'owner_id', id: row.id },
      { column: 'other_id', id: row.id },
    ],
  })
  const hashes = await trades.hashes(fills.map(({ key }) => key))
  const moved = await trades.movementHashes(movements.map(({ key }) => key))
  const links = marketLinks(snapshot, context)
  const byToken = new Map(named.map(({ token }) => [token.id, token]))
  const events: OwnEvent[] = []
  for (const event of [...fills, ...movements]) {
    const known = event.token === null ? null : (byToken.get(event.token) ?? null)
    const condition = ('condition' in event ? event.condition : null) ?? known?.condition ?? null
    const market = condition === null ? null : await links.marketOf({ token: null, condition })
    const tx = ('side' in event ? hashes : moved).get(event.key)?.tx ?? null
    const terms = 'side' in event ? fillTerms(event) : movementTerms(event, row.id)
    if (terms === null) continue
    events.push({
      ...terms,
      token: (known?.token ?? null) as TokenId | null,
      condition: (market?.condition ?? null) as ConditionId | null,
      title: market?.question ?? null,
      time: event.time,
      tx: hashText(tx),
    })
  }
  return events
}

type Terms = Pick<OwnEvent, 'kind' | 'shares' | 'cash' | 'fee'>

function fillTerms({ side, shares, usd, fee, feeIn }: StoredTrade): Terms {
  return { kind: 'TRADE', shares, cash: side === 0 ? 0 - usd : usd, fee: feeIn === 0 ? fee : 0 }
}

/** Null for a kind that lists of activity do not have. */
function movementTerms({ kind, amount, other }: StoredMovement, trader: number): Terms | null {
  const dollars = amount ?? 0
  switch (kind) {
    case 'SPLIT':
      return { kind, shares: dollars, cash: 0 - dollars, fee: 0 }
    case 'MERGE':
    case 'REDEEM':
      return { kind, shares: dollars, cash: dollars, fee: 0 }
    case 'TRANSFER':
      return { kind: other === trader ? 'TRANSFER_IN' : 'TRANSFER_OUT', shares: dollars, cash: 0, fee: 0 }
    default:
      return null
  }
}
