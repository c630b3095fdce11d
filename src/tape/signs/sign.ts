import {
  DAY_SECONDS,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { ExactTotal } from '../../metrics/running-sum.ts'

/*
 * Signs of a whole trade: facts about it and about the events before it. They give no reason for the trade. The thresholds are
 * fixed here and are never fitted to the ledger whose results they describe.
 */

/** The signs that are kept with a trade, in the order of their bits. The order is stored: append only. */
export const KEPT_SIGNS = [
  'NEW_TRADER',
  'ONE_EVENT',
  'ALL_IN',
  'WOKE_UP',
  'BIG_FOR_TRADER',
  'BIG_FOR_MARKET',
  'LARGEST_IN_MARKET',
  'MOVED_THE_PRICE',
  'AGAINST_THE_DAY',
  'NEW_TRADERS_TOGETHER',
  'TWIN',
  'ROUND_TRIP',
  'BOTH_SIDES',
] as const

export type KeptSign = (typeof KEPT_SIGNS)[number]

/** Every sign; the last two depend on metadata, which may change, and are computed when a trade is read. */
export const TRADE_SIGNS = [...KEPT_SIGNS, 'FIRST_IN_CATEGORY', 'NEAR_END'] as const

export type TradeSign = (typeof TRADE_SIGNS)[number]

/** A fact that a sign depends on and that the ledger can lack. */
export type Lack = 'HISTORY' | 'PRICE' | 'ROLE' | 'METADATA'

interface SignDefinition {
  /** The definition as users read it. */
  text: string
  /** The sign is unknown where one of these lacks. */
  needs: readonly Lack[]
}

/** Trades from this size on have signs. */
export const SIGNED_USD: MicroUsd = 1_000 * MICRO
/** A trader is new for this long after its first event. */
export const NEW_SECONDS: Seconds = 7 * DAY_SECONDS
/** Signs of history are unknown in the ledger's first days, unless the ledger begins with the exchange. */
export const HISTORY_SECONDS: Seconds = 30 * DAY_SECONDS
export const ASLEEP_SECONDS: Seconds = 90 * DAY_SECONDS
/** Days before the trade's own whose volume a trade is compared with. */
export const VOLUME_DAYS_BEFORE = 7
export const TOGETHER_SECONDS: Seconds = 3_600
export const TOGETHER_USD: MicroUsd = 500 * MICRO
export const ROUND_TRIP_SECONDS: Seconds = 600
/** Events from which on a trader's trades are spread. */
export const SPREAD_EVENTS = 5
const MOVED: MicroPrice = 30_000
const AGAINST: MicroPrice = 100_000
const LEAST_TRADES = 10
const LEAST_MARKET_TRADES = 50

/** Each sign's definition. Sources of the thresholds: docs/methodology.md, "Signs of a trade". */
export const SIGN_DEFINITIONS: Readonly<Record<TradeSign, SignDefinition>> = {
  NEW_TRADER: {
    text: "The trader's first event of any kind came less than 7 days before the trade.",
    needs: ['HISTORY'],
  },
  ONE_EVENT: {
    text: "All of the trader's fills up to this trade are in one event.",
    needs: ['HISTORY'],
  },
  ALL_IN: {
    text: "A buy, after which at least 80% of the cost of the trader's open positions is in this event; the trader has traded in at least 5 events.",
    needs: ['HISTORY'],
  },
  WOKE_UP: {
    text: 'The trader has an earlier event, and none in the 90 days before the trade.',
    needs: ['HISTORY'],
  },
  BIG_FOR_TRADER: {
    text: "At least 5 times the mean of the trader's earlier whole trades; there are at least 10 of them.",
    needs: ['HISTORY'],
  },
  BIG_FOR_MARKET: {
    text: "At least 20% of the market's volume on the seven UTC days before and on this day up to the trade.",
    needs: [],
  },
  LARGEST_IN_MARKET: {
    text: 'Larger than every earlier whole trade in the market; there are at least 50 of them.',
    needs: [],
  },
  MOVED_THE_PRICE: {
    text: "A taker's trade whose transaction moved the outcome's price by at least 3 cents in the trade's direction.",
    needs: ['PRICE', 'ROLE'],
  },
  AGAINST_THE_DAY: {
    text: "A buy at a time when the price was at least 10 cents below the last UTC day's close, or a sell when it was at least 10 cents above.",
    needs: ['PRICE'],
  },
  NEW_TRADERS_TOGETHER: {
    text: 'A buy by a new trader; in the hour before, at least two other new traders bought the outcome for at least $500 each.',
    needs: ['HISTORY'],
  },
  TWIN: {
    text: 'Another taker traded the same side of the same outcome in the same block, with shares within 1%.',
    needs: ['ROLE'],
  },
  ROUND_TRIP: {
    text: "The trade takes back at least 95% of the shares of the trader's last opposite trade in the outcome, at most 10 minutes before and within 1 cent of its price.",
    needs: ['HISTORY'],
  },
  BOTH_SIDES: {
    text: 'After the trade, the trader holds at least half as many shares of another outcome of the market as of this one.',
    needs: ['HISTORY'],
  },
  FIRST_IN_CATEGORY: {
    text: "The trader's first fill in a market of the category; before, the trader has filled in at least 5 events.",
    needs: ['HISTORY', 'METADATA'],
  },
  NEAR_END: {
    text: "At most 48 hours before the market's scheduled end, in a market that was scheduled to run for at least 14 days.",
    needs: ['METADATA'],
  },
}

/** A trade's last opposite trade in the same outcome. */
export interface OppositeTrade {
  time: Seconds
  shares: MicroShares
  usd: MicroUsd
}

/**
 * The facts from which the kept signs of a whole trade are computed. "Before" means events whose place is before the first event of
 * the trade's transaction; "after" means up to its last fill.
 */
export interface SignFacts {
  time: Seconds
  side: 'BUY' | 'SELL'
  /** That of all of its fills; null if it is unknown or differs among them. */
  role: 'MAKER' | 'TAKER' | null
  usd: MicroUsd
  shares: MicroShares
  /** The mark before and after; null without a price. */
  before: MicroPrice | null
  after: MicroPrice | null
  /** The mark at the last close of a UTC day; null without a price. */
  close: MicroPrice | null
  /** The ledger reaches back far enough, and every share that the trader moved until then is known. */
  isHistoryKnown: boolean
  /** The trader's first event, this transaction's included, and its last event before, or null. */
  traderSince: Seconds
  traderLast: Seconds | null
  /** All of the trader's fills before are in this event. */
  isOneEvent: boolean
  /** Events in which the trader has filled, this one included; counted up to {@link SPREAD_EVENTS}. */
  events: number
  /** The cost of the trader's open positions after the trade, and of those in this event. */
  openCost: ExactTotal
  eventCost: ExactTotal
  /** The trader's earlier whole trades. */
  trades: number
  tradedUsd: ExactTotal
  /** The market's volume on the days that the trade is compared with, before it. */
  marketUsd: ExactTotal
  /** The market's earlier whole trades, and the dollars of the largest. */
  marketTrades: number
  marketMaximum: MicroUsd
  /** Other new traders who bought the outcome for {@link TOGETHER_USD} or more in the hour before. */
  newBuyers: number
  /** Another trader's trade in the block is its twin. */
  hasTwin: boolean
  opposite: OppositeTrade | null
  /** Shares of this outcome that the trader holds after the trade, and the most of another outcome of the market. */
  held: MicroShares
  heldOther: MicroShares
}

/** A trader is new if its first event came less than seven days before. */
export function isNewTrader(since: Seconds, time: Seconds): boolean {
  return time - since < NEW_SECONDS
}

/** Shares of two trades within 1% of the larger. */
export function areTwins(a: MicroShares, b: MicroShares): boolean {
  const [less, more] = a < b ? [a, b] : [b, a]
  return less > 0 && BigInt(more - less) * 100n <= BigInt(more)
}

const HOLDS: Readonly<Record<KeptSign, (facts: SignFacts) => boolean>> = {
  NEW_TRADER: ({ traderSince, time }) => isNewTrader(traderSince, time),
  ONE_EVENT: ({ isOneEvent }) => isOneEvent,
  ALL_IN: ({ side, events, openCost, eventCost }) =>
    side === 'BUY' &&
    events >= SPREAD_EVENTS &&
    BigInt(openCost) > 0n &&
    5n * BigInt(eventCost) >= 4n * BigInt(openCost),
  WOKE_UP: ({ traderLast, time }) => traderLast !== null && time - traderLast > ASLEEP_SECONDS,
  BIG_FOR_TRADER: ({ usd, trades, tradedUsd }) =>
    trades >= LEAST_TRADES && BigInt(usd) * BigInt(trades) >= 5n * BigInt(tradedUsd),
  BIG_FOR_MARKET: ({ usd, marketUsd }) => 5n * BigInt(usd) >= BigInt(marketUsd),
  LARGEST_IN_MARKET: ({ usd, marketTrades, marketMaximum }) =>
    marketTrades >= LEAST_MARKET_TRADES && usd > marketMaximum,
  MOVED_THE_PRICE: (facts) => facts.role === 'TAKER' && (impactOf(facts) ?? 0) >= MOVED,
  AGAINST_THE_DAY: ({ side, before, close }) =>
    before !== null && close !== null && (side === 'BUY' ? close - before : before - close) >= AGAINST,
  NEW_TRADERS_TOGETHER: ({ side, traderSince, time, newBuyers }) =>
    side === 'BUY' && isNewTrader(traderSince, time) && newBuyers >= 2,
  TWIN: ({ role, hasTwin }) => role === 'TAKER' && hasTwin,
  ROUND_TRIP: (facts) => facts.opposite !== null && isRoundTrip(facts, facts.opposite),
  BOTH_SIDES: ({ held, heldOther }) => heldOther > 0 && BigInt(heldOther) * 2n >= BigInt(held),
}

function isRoundTrip({ time, shares, usd }: SignFacts, opposite: OppositeTrade): boolean {
  if (time - opposite.time > ROUND_TRIP_SECONDS) return false
  if (BigInt(shares) * 100n < BigInt(opposite.shares) * 95n || opposite.shares === 0 || shares === 0)
    return false
  const difference = BigInt(usd) * BigInt(opposite.shares) - BigInt(opposite.usd) * BigInt(shares)
  const apart = difference < 0n ? -difference : difference
  return apart * 100n <= BigInt(shares) * BigInt(opposite.shares)
}

/** How far a trade's transaction moved the outcome's price in the trade's direction; null without a price before it. */
export function impactOf({
  side,
  before,
  after,
}: Pick<SignFacts, 'side' | 'before' | 'after'>): MicroPrice | null {
  if (before === null || after === null) return null
  return side === 'BUY' ? after - before : before - after
}

/** The bits behind those of the signs, one for each lack. */
const LACK_BITS = { HISTORY: 1 << 13, PRICE: 1 << 14, ROLE: 1 << 15 } as const
type KeptLack = keyof typeof LACK_BITS

/**
 * The kept signs of a whole trade in two bytes: a bit for each sign that holds and is known, by its place among
 * {@link KEPT_SIGNS}, and a bit for each kind of fact that lacks.
 */
export function packedSigns(facts: SignFacts): number {
  const lacks = new Set<Lack>()
  if (!facts.isHistoryKnown) lacks.add('HISTORY')
  if (facts.before === null) lacks.add('PRICE')
  if (facts.role === null) lacks.add('ROLE')
  let packed = 0
  for (const lack of lacks) packed |= LACK_BITS[lack as KeptLack]
  KEPT_SIGNS.forEach((sign, bit) => {
    const isKnown = !SIGN_DEFINITIONS[sign].needs.some((need) => lacks.has(need))
    if (isKnown && HOLDS[sign](facts)) packed |= 1 << bit
  })
  return packed
}

/** Signs that hold, and signs that the ledger cannot decide; the others do not hold. */
export interface ReadSigns<Sign extends TradeSign = TradeSign> {
  signs: Sign[]
  unknownSigns: Sign[]
}

/** The signs that {@link packedSigns} packed; all are unknown where none were computed. */
export function readSigns(packed: number | null): ReadSigns<KeptSign> {
  if (packed === null) return { signs: [], unknownSigns: [...KEPT_SIGNS] }
  return {
    signs: KEPT_SIGNS.filter((_, bit) => (packed & (1 << bit)) !== 0),
    unknownSigns: KEPT_SIGNS.filter((sign) => (packed & lackBitsOf(sign)) !== 0),
  }
}

/** The bit of a kept sign in {@link packedSigns}. */
export function signBit(sign: KeptSign): number {
  return 1 << KEPT_SIGNS.indexOf(sign)
}

/** The bits that make a kept sign unknown. */
export function lackBitsOf(sign: KeptSign): number {
  return SIGN_DEFINITIONS[sign].needs.reduce((bits, need) => bits | LACK_BITS[need as KeptLack], 0)
}
