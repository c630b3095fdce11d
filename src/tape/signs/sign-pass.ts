import { CONTRACTS } from '../../chain/contracts.ts'
import { defined } from '../../checks.ts'
import {
  DAY_SECONDS,
  type Day,
  dayOf,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import { addTotals, type ExactTotal } from '../../metrics/running-sum.ts'
import { positionKey } from '../../store/ingest/fold-state.ts'
import { fillPrice } from '../../store/ingest/price-day-rows.ts'
import type { TransactionName } from '../../store/ledger/ledger.ts'
import type { Place } from '../../store/ledger/place.ts'
import {
  areTwins,
  HISTORY_SECONDS,
  isNewTrader,
  type OppositeTrade,
  packedSigns,
  ROUND_TRIP_SECONDS,
  SIGNED_USD,
  type SignFacts,
  SPREAD_EVENTS,
  TOGETHER_SECONDS,
  TOGETHER_USD,
  VOLUME_DAYS_BEFORE,
} from './sign.ts'

/*
 * One pass over the ledger in the order of places computes the signs of every whole trade of $1,000 or more. Its state is a few
 * numbers a trader, a market and an outcome, besides the open positions, which the fold of the ledger keeps (Holdings).
 */

export interface SignFill {
  owner: number
  token: number
  side: 'BUY' | 'SELL'
  role: 'MAKER' | 'TAKER' | null
  shares: MicroShares
  usd: MicroUsd
}

/** An event of the ledger as the pass reads it. */
export interface SignEvent extends Place {
  /** The transaction; null if the event is one of its own, as where the source names none. */
  tx: TransactionName | null
  /** The block; null for a row of the Data API. */
  block: number | null
  /** Those whose event it is: none for a resolution, both for a transfer; contracts are omitted. */
  traders: readonly number[]
  /** Null for a movement. */
  fill: SignFill | null
}

/** Positions and what is known of tokens, as of the last event that was applied. */
export interface Holdings<Event extends SignEvent> {
  /** Folds an event into positions. */
  apply(event: Event): void
  /** Open shares of a position: none once the market is resolved. */
  shares(token: number, trader: number): MicroShares
  /** Cost of an open position, of several, and of all of a trader's. */
  costIn(tokens: readonly number[], trader: number): ExactTotal
  openCost(trader: number): ExactTotal
  /** Whether shares of unknown origin, or an event that names no known position, are among the trader's events. */
  isPartial(trader: number): boolean
  tokens: SignTokens
}

/** Facts of tokens. A token whose condition is unknown is a market and an event of its own. */
export interface SignTokens {
  market(token: number): number
  /** The event's id: a neg-risk market with all its questions, or a lone market. */
  event(token: number): number
  /** Tokens of the market, and of the event, the token itself included. */
  ofMarket(token: number): readonly number[]
  ofEvent(token: number): readonly number[]
  /** The payout of a share if the market is resolved before a place; else null. */
  payout(token: number, before: Place): MicroPrice | null
}

export interface SignedTrade {
  /** The key of its first fill. */
  key: number
  time: Seconds
  owner: number
  token: number
  side: 'BUY' | 'SELL'
  usd: MicroUsd
  /** As {@link packedSigns} packs them. */
  signs: number
  before: MicroPrice | null
  after: MicroPrice | null
}

interface TraderState {
  first: Seconds
  last: Seconds
  /** The first few distinct events with a fill. */
  events: number[]
  trades: number
  usd: ExactTotal
}

interface MarketState {
  /** Volume by UTC day, of the last eight days with any. */
  days: { day: Day; usd: ExactTotal }[]
  trades: number
  maximum: MicroUsd
}

interface OutcomeState {
  mark: MicroPrice | null
  /** The day of the last change of `mark`, and the mark before that day. */
  day: Day
  close: MicroPrice | null
  /** Buys by new traders of the last hour, in order. */
  newBuys: { time: Seconds; trader: number; usd: MicroUsd }[]
}

/** The state of a pass: everything that later signs depend on, apart from positions. It can be cloned structurally. */
export interface SignState {
  /** The first event's time, and whether that event is as old as the exchange; null before any event. */
  first: { time: Seconds; isExchange: boolean } | null
  /** The time of the last event that was taken; −1 before any. */
  time: Seconds
  traders: Map<number, TraderState>
  markets: Map<number, MarketState>
  outcomes: Map<number, OutcomeState>
  /** The last trade of a position and side, as {@link recentKey} names it, for ten minutes. */
  recent: Map<number, OppositeTrade>
  /** When older ones were last removed from `recent`. */
  forgot: Seconds
}

/** How often trades that are too old for a round trip are removed. */
const FORGET_SECONDS: Seconds = 3_600

/** A state before the first event. */
export function emptySignState(): SignState {
  return {
    first: null,
    time: -1,
    traders: new Map(),
    markets: new Map(),
    outcomes: new Map(),
    recent: new Map(),
    forgot: 0,
  }
}

/** The fills of one trader, outcome and side in one transaction. */
interface WholeTrade {
  key: number
  time: Seconds
  block: number | null
  owner: number
  token: number
  side: 'BUY' | 'SELL'
  role: 'MAKER' | 'TAKER' | null
  usd: MicroUsd
  shares: MicroShares
  /** Events of the second: the first of its transaction, and its own last fill. */
  begins: number
  ends: number
  /** Noted before it begins; null for a trade without signs. */
  facts: SignFacts | null
  /** The next trade whose transaction begins with the same event, and the next that ends with the same. */
  nextBegun: WholeTrade | null
  nextEnded: WholeTrade | null
}

/** The first block of the oldest exchange: a ledger whose first event is no later begins with it. */
const EXCHANGE_BLOCK = Math.min(
  ...CONTRACTS.flatMap(({ kind, startBlock }) => (kind === 'EXCHANGE' ? (startBlock ?? []) : [])),
)

/**
 * Takes the events of one second, in the ledger's order, and returns the signs of the whole trades that are large enough.
 * All events of a second must come in one call, and seconds in order.
 */
export function takeSecond<Event extends SignEvent>(
  state: SignState,
  holdings: Holdings<Event>,
  events: readonly Event[],
): SignedTrade[] {
  const [first] = events
  if (first === undefined) return []
  state.first ??= { time: first.time, isExchange: first.block !== null && first.block <= EXCHANGE_BLOCK }
  if (first.time - state.forgot >= FORGET_SECONDS) forgetRecent(state, first.time)
  state.time = first.time
  const { trades, beginning, ending } = wholeTrades(events)
  for (let i = 0; i < events.length; i++) {
    const event = defined(events[i])
    for (let trade = beginning[i]; trade; trade = trade.nextBegun) noteBefore(state, holdings, trade, event)
    applyEvent(state, holdings, event)
    for (let trade = ending[i]; trade; trade = trade.nextEnded) noteAfter(state, holdings, trade, event)
  }
  const signed: SignedTrade[] = []
  for (const trade of trades) {
    const { key, time, owner, token, side, usd, facts } = trade
    if (facts === null) continue
    facts.hasTwin = trades.some((other) => isTwin(trade, other))
    const { before, after } = facts
    signed.push({ key, time, owner, token, side, usd, signs: packedSigns(facts), before, after })
  }
  return signed
}

/** The whole trades of a second, in the order of their first fills. */
interface TradesOfSecond {
  trades: WholeTrade[]
  /** By event, the first of the trades whose transaction begins with it, and of those whose last fill it is. */
  beginning: (WholeTrade | null)[]
  ending: (WholeTrade | null)[]
}

function wholeTrades(events: readonly SignEvent[]): TradesOfSecond {
  const trades: WholeTrade[] = []
  const transactions = new Map<TransactionName, Transaction>()
  let last: Transaction = { tx: null, begins: 0, trades: [] }
  for (let i = 0; i < events.length; i++) {
    const { tx, key, time, block, fill } = defined(events[i])
    // Nearly always, a transaction's events are next to each other.
    if (tx === null || last.tx !== tx) {
      if (last.tx !== null) transactions.set(last.tx, last)
      last = (tx === null ? undefined : transactions.get(tx)) ?? { tx, begins: i, trades: [] }
    }
    if (fill === null) continue
    const { owner, token, side, role, usd, shares } = fill
    const known = last.trades.find((one) => one.owner === owner && one.token === token && one.side === side)
    if (known === undefined) {
      const { begins } = last
      const links = { facts: null, nextBegun: null, nextEnded: null }
      const trade: WholeTrade = {
        key,
        time,
        block,
        owner,
        token,
        side,
        role,
        usd,
        shares,
        begins,
        ends: i,
        ...links,
      }
      trades.push(trade)
      last.trades.push(trade)
      continue
    }
    known.usd += usd
    known.shares += shares
    known.ends = i
    if (known.role !== role) known.role = null
  }
  const beginning: (WholeTrade | null)[] = new Array(events.length).fill(null)
  const ending: (WholeTrade | null)[] = new Array(events.length).fill(null)
  for (const trade of trades.toReversed()) {
    trade.nextBegun = defined(beginning[trade.begins])
    beginning[trade.begins] = trade
    trade.nextEnded = defined(ending[trade.ends])
    ending[trade.ends] = trade
  }
  return { trades, beginning, ending }
}

interface Transaction {
  tx: TransactionName | null
  /** The place of its first event in its second. */
  begins: number
  trades: WholeTrade[]
}

function isTwin(trade: WholeTrade, other: WholeTrade): boolean {
  return (
    other.owner !== trade.owner &&
    other.block === trade.block &&
    other.token === trade.token &&
    other.side === trade.side &&
    other.role === 'TAKER' &&
    areTwins(trade.shares, other.shares)
  )
}

/** Notes what the signs of a large trade need of the events before `first`, the first of its transaction. */
function noteBefore<Event extends SignEvent>(
  state: SignState,
  holdings: Holdings<Event>,
  trade: WholeTrade,
  first: Place,
): void {
  const { time, owner, token, side, role, usd, shares } = trade
  if (usd < SIGNED_USD) return
  const trader = state.traders.get(owner)
  const market = state.markets.get(holdings.tokens.market(token))
  const outcome = state.outcomes.get(token)
  const event = holdings.tokens.event(token)
  trade.facts = {
    time,
    side,
    role,
    usd,
    shares,
    before: holdings.tokens.payout(token, first) ?? outcome?.mark ?? null,
    after: null,
    close: closeBefore(holdings.tokens, token, outcome, dayOf(time)),
    isHistoryKnown: false,
    traderSince: trader?.first ?? time,
    traderLast: trader?.last ?? null,
    isOneEvent: (trader?.events ?? []).every((one) => one === event),
    events: 0,
    openCost: 0,
    eventCost: 0,
    trades: trader?.trades ?? 0,
    tradedUsd: trader?.usd ?? 0,
    marketUsd: volumeBefore(market, dayOf(time)),
    marketTrades: market?.trades ?? 0,
    marketMaximum: market?.maximum ?? 0,
    newBuyers: side === 'BUY' ? newBuyers(outcome, owner, time) : 0,
    hasTwin: false,
    opposite: state.recent.get(recentKey(owner, token, side === 'BUY' ? 'SELL' : 'BUY')) ?? null,
    held: 0,
    heldOther: 0,
  }
}

function closeBefore(
  tokens: SignTokens,
  token: number,
  outcome: OutcomeState | undefined,
  day: Day,
): MicroPrice | null {
  const payout = tokens.payout(token, { time: day * DAY_SECONDS, key: Number.NEGATIVE_INFINITY, item: 0 })
  if (payout !== null || outcome === undefined) return payout
  return outcome.day < day ? outcome.mark : outcome.close
}

function volumeBefore(market: MarketState | undefined, day: Day): ExactTotal {
  return (market?.days ?? [])
    .filter((one) => one.day >= day - VOLUME_DAYS_BEFORE)
    .reduce((sum: ExactTotal, { usd }) => addTotals(sum, usd), 0)
}

function newBuyers(outcome: OutcomeState | undefined, owner: number, time: Seconds): number {
  const bought = new Map<number, MicroUsd>()
  for (const buy of outcome?.newBuys ?? [])
    if (buy.trader !== owner && buy.time >= time - TOGETHER_SECONDS)
      bought.set(buy.trader, (bought.get(buy.trader) ?? 0) + buy.usd)
  return [...bought.values()].filter((usd) => usd >= TOGETHER_USD).length
}

function applyEvent<Event extends SignEvent>(
  state: SignState,
  holdings: Holdings<Event>,
  event: Event,
): void {
  holdings.apply(event)
  for (const id of event.traders) touch(state, id, event.time)
  if (event.fill !== null) applyFill(state, holdings.tokens, event.fill, event)
}

function touch({ traders }: SignState, id: number, time: Seconds): void {
  const trader = traders.get(id)
  if (trader === undefined) traders.set(id, { first: time, last: time, events: [], trades: 0, usd: 0 })
  else trader.last = time
}

function applyFill(state: SignState, tokens: SignTokens, fill: SignFill, place: Place): void {
  const { owner, token, role, usd } = fill
  const trader = defined(state.traders.get(owner))
  const event = tokens.event(token)
  if (trader.events.length < SPREAD_EVENTS && !trader.events.includes(event)) trader.events.push(event)
  if (role !== 'MAKER') addVolume(marketOf(state, tokens.market(token)), dayOf(place.time), usd)
  const price = fillPrice(fill)
  if (price === null) return
  const outcomes = tokens.ofMarket(token)
  setMark(state, token, price, dayOf(place.time))
  if (outcomes.length === 2)
    for (const other of outcomes) if (other !== token) setMark(state, other, MICRO - price, dayOf(place.time))
}

function marketOf({ markets }: SignState, id: number): MarketState {
  const known = markets.get(id)
  if (known !== undefined) return known
  const market = { days: [], trades: 0, maximum: 0 }
  markets.set(id, market)
  return market
}

function addVolume({ days }: MarketState, day: Day, usd: MicroUsd): void {
  const last = days.at(-1)
  if (last?.day === day) last.usd = addTotals(last.usd, usd)
  else days.push({ day, usd })
  while (defined(days[0]).day < day - VOLUME_DAYS_BEFORE) days.shift()
}

function outcomeOf({ outcomes }: SignState, token: number): OutcomeState {
  const known = outcomes.get(token)
  if (known !== undefined) return known
  const outcome = { mark: null, day: -1, close: null, newBuys: [] }
  outcomes.set(token, outcome)
  return outcome
}

function setMark(state: SignState, token: number, price: MicroPrice, day: Day): void {
  const outcome = outcomeOf(state, token)
  if (day !== outcome.day) outcome.close = outcome.mark
  outcome.day = day
  outcome.mark = price
}

/** Completes the facts of a trade after its last fill, and counts the trade for those that follow. */
function noteAfter<Event extends SignEvent>(
  state: SignState,
  holdings: Holdings<Event>,
  trade: WholeTrade,
  last: Place,
): void {
  const { owner, token, side, usd, shares, time, facts } = trade
  const trader = defined(state.traders.get(owner))
  const { tokens } = holdings
  const isHistoryKnown = isReached(state, time) && !holdings.isPartial(owner)
  if (facts !== null) {
    facts.after = tokens.payout(token, last) ?? state.outcomes.get(token)?.mark ?? null
    facts.isHistoryKnown = isHistoryKnown
    facts.events = trader.events.length
    if (side === 'BUY') {
      facts.openCost = holdings.openCost(owner)
      facts.eventCost = holdings.costIn(tokens.ofEvent(token), owner)
    }
    facts.held = holdings.shares(token, owner)
    const others = tokens.ofMarket(token).filter((other) => other !== token)
    facts.heldOther = Math.max(0, ...others.map((other) => holdings.shares(other, owner)))
  }
  trader.trades += 1
  trader.usd = addTotals(trader.usd, usd)
  const market = marketOf(state, tokens.market(token))
  market.trades += 1
  market.maximum = Math.max(market.maximum, usd)
  state.recent.set(recentKey(owner, token, side), { time, shares, usd })
  if (side === 'BUY' && isHistoryKnown && isNewTrader(trader.first, time))
    addNewBuy(outcomeOf(state, token), { time, trader: owner, usd })
}

function addNewBuy({ newBuys }: OutcomeState, buy: OutcomeState['newBuys'][number]): void {
  while (newBuys[0] !== undefined && newBuys[0].time < buy.time - TOGETHER_SECONDS) newBuys.shift()
  newBuys.push(buy)
}

/** Whether the ledger begins with the exchange, or long enough before a time. */
function isReached({ first }: SignState, time: Seconds): boolean {
  return first !== null && (first.isExchange || time - first.time >= HISTORY_SECONDS)
}

function recentKey(trader: number, token: number, side: 'BUY' | 'SELL'): number {
  return 2 * positionKey(token, trader) + (side === 'BUY' ? 0 : 1)
}

function forgetRecent(state: SignState, time: Seconds): void {
  for (const [key, trade] of state.recent)
    if (trade.time < time - ROUND_TRIP_SECONDS) state.recent.delete(key)
  state.forgot = time
}
