import type { ConditionId, Seconds, TokenId } from '../ledger/quantities.ts'
import type { Cause } from './causes.ts'
import { addedUp, type CausePart } from './compare.ts'
import type { View, ViewEvent } from './read-view.ts'

// Compares a list of events with the host's own, row by row.

/** An event of the wallet as the host has it: dollars in (above 0) or out, before fees. */
export interface OwnEvent {
  kind: 'TRADE' | 'SPLIT' | 'MERGE' | 'REDEEM' | 'CONVERSION' | 'TRANSFER_IN' | 'TRANSFER_OUT'
  token: TokenId | null
  condition: ConditionId | null
  title: string | null
  shares: number
  cash: number
  fee: number
  time: Seconds
  tx: string | null
}

/** The cash flow of a market at both sites: dollars received less dollars paid. */
export interface ComparedMarket {
  condition: ConditionId | null
  title: string | null
  own: number
  other: number
  /** Rows at each site. */
  events: { own: number; other: number }
  causes: CausePart[]
}

/** The cause of an event that only the host has, where the view covers its time. */
const CAUSE_OF: Readonly<Record<OwnEvent['kind'], Cause>> = {
  TRADE: 'UNKNOWN',
  SPLIT: 'SPLIT',
  MERGE: 'MERGE',
  REDEEM: 'REDEMPTION',
  CONVERSION: 'CONVERSION',
  TRANSFER_IN: 'TRANSFER_IN',
  TRANSFER_OUT: 'TRANSFER_OUT',
}

/** The largest difference of one row that is rounding: half a cent. */
const ROUNDING = 5_000

/** Compares the view's events with the host's, market by market; a difference equals the sum of its causes. */
export function compareEvents(view: View, own: readonly OwnEvent[]): ComparedMarket[] {
  const conditionOf = new Map(
    own.flatMap(({ token, condition }) => (token && condition ? [[token, condition] as const] : [])),
  )
  const placeOf = (event: ViewEvent) =>
    event.condition ?? (event.token && conditionOf.get(event.token)) ?? null
  const waiting = Map.groupBy(view.events, keyOf)
  const loose = Map.groupBy(view.events, looseKeyOf)
  const taken = new Set<ViewEvent>()
  const markets = new Map<ConditionId | null, ComparedMarket>()
  const marketOf = (condition: ConditionId | null, title: string | null) => {
    const known = markets.get(condition) ?? {
      condition,
      title,
      own: 0,
      other: 0,
      events: { own: 0, other: 0 },
      causes: [],
    }
    markets.set(condition, known)
    return known
  }
  const times = view.events.map(({ time }) => time)
  const covered: Covered = {
    from: minimum(times),
    to: maximum(times),
    kinds: new Set(view.events.map(({ kind }) => kind)),
    isFullPage: view.isFullPage,
  }
  for (const event of own) {
    const market = marketOf(event.condition, event.title)
    market.own += event.cash
    market.events.own++
    const twin = [...(waiting.get(keyOf(event)) ?? []), ...(loose.get(looseKeyOf(event)) ?? [])].find(
      (one) => !taken.has(one),
    )
    if (twin === undefined) market.causes.push({ cause: missingCause(event, covered), amount: -event.cash })
    else {
      taken.add(twin)
      market.causes.push({
        cause: gapCause(cashOf(twin) - event.cash, event),
        amount: cashOf(twin) - event.cash,
      })
    }
  }
  const seen = new Set([...taken].map(keyOf))
  for (const event of view.events) {
    const market = marketOf(placeOf(event), null)
    market.other += cashOf(event)
    market.events.other++
    if (taken.has(event)) continue
    market.causes.push({
      cause: seen.has(keyOf(event)) ? 'MAKER_AND_TAKER' : 'UNKNOWN',
      amount: cashOf(event),
    })
  }
  return [...markets.values()].map((market) => ({ ...market, causes: addedUp(market.causes) }))
}

/** The times and kinds of the view's events. */
interface Covered {
  from: Seconds
  to: Seconds
  kinds: ReadonlySet<string>
  isFullPage: boolean
}

function missingCause({ time, kind }: OwnEvent, { from, to, kinds, isFullPage }: Covered): Cause {
  if (time < from) return 'MISSING_PAGE'
  if (time > to) return 'OTHER_CUTOFF'
  // A full page that has other events of the kind left one out.
  const isLeftOut = isFullPage && (kinds.has(kind) || kind === 'TRADE')
  return isLeftOut ? 'MISSING_PAGE' : CAUSE_OF[kind]
}

function gapCause(gap: number, { fee }: OwnEvent): Cause {
  if (fee > 0 && Math.abs(Math.abs(gap) - fee) <= 1) return 'FEE'
  return Math.abs(gap) <= ROUNDING ? 'DUST' : 'UNKNOWN'
}

/** Dollars that an event of the view brought in, or cost. */
function cashOf({ kind, side, usd }: ViewEvent): number {
  const isOut = kind === 'SPLIT' || (kind === 'TRADE' && side === 'BUY')
  return isOut ? 0 - usd : usd
}

type Keyed = Pick<OwnEvent, 'token' | 'condition' | 'shares' | 'time' | 'tx'> & { kind: string }

/** Rows of a transaction are told apart by their token and shares. */
function keyOf({ kind, token, condition, shares, time, tx }: Keyed): string {
  return [kind, tx ?? time, kind === 'TRADE' ? token : condition, shares].join(' ')
}

/** Without the shares, which some views round. */
function looseKeyOf({ kind, token, condition, time, tx }: Keyed): string {
  return [kind, tx ?? time, kind === 'TRADE' ? token : condition].join(' ')
}

const minimum = (times: readonly number[]) =>
  times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY)
const maximum = (times: readonly number[]) =>
  times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY)
