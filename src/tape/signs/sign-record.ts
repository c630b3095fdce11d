import { defined } from '../../checks.ts'
import {
  DAY_SECONDS,
  type Day,
  dayOf,
  MICRO,
  type MicroPrice,
  type Seconds,
} from '../../ledger/quantities.ts'
import { benjaminiHochberg, type Interval, seededRandom } from '../../metrics/skill/edge.ts'
import {
  lackBitsOf,
  type ReadSigns,
  readSigns,
  SIGN_DEFINITIONS,
  signBit,
  TRADE_SIGNS,
  type TradeSign,
} from './sign.ts'

/** A taker's whole trade in an event that is resolved, made before the market's resolution. */
export interface SettledTrade {
  time: Seconds
  /** The event: a neg-risk market or a lone one. */
  event: number
  isSell: boolean
  shares: number
  usd: number
  /** The payout of a share of the traded outcome. */
  payout: MicroPrice
  /** As the store has them; null while they are not computed. */
  signs: number | null
  createdAt: Seconds | null
  endsAt: Seconds | null
  /** Whether it is its trader's first in the category of its market; null if unknown. */
  isFirst: boolean | null
}

/** Compares the results of trades that have a sign with the prices that were paid. */
export interface SignRecord {
  sign: TradeSign
  definition: string
  /** Trades with the sign, and their share among the trades whose sign is known; null without any. */
  trades: number
  share: number | null
  events: number
  /** Means over events of each event's mean payout, and of its mean price; null without an event. */
  winRate: number | null
  impliedRate: number | null
  /** The 95% interval of the difference; null under {@link LEAST_EVENTS} events. */
  excess: Interval | null
  qValue: number | null
  verdict: 'MORE_OFTEN' | 'LESS_OFTEN' | 'CANNOT_TELL'
  /** The day of the first trade counted, with or without the sign; null without any. */
  since: Day | null
}

const LEAST_EVENTS = 30
const DRAWS = 1_000
/** The part of the draws at or beyond each end. */
const TAIL = 0.025
/** Events from which the interval is taken from the standard error instead of draws, which it equals to three digits. */
const MOST_DRAWN = 5_000
const SIGNIFICANT = 0.05
const NEAR_END_SECONDS: Seconds = 48 * 3_600
const LONG_MARKET_SECONDS: Seconds = 14 * DAY_SECONDS

/** Whether a trade was made near the scheduled end of a long market; null without both times. */
export function isNearEnd(time: Seconds, createdAt: Seconds | null, endsAt: Seconds | null): boolean | null {
  if (createdAt === null || endsAt === null) return null
  const left = endsAt - time
  return left >= 0 && left <= NEAR_END_SECONDS && endsAt - createdAt >= LONG_MARKET_SECONDS
}

/**
 * The signs of a whole trade: those kept with it, and those of its market's metadata as they are known now.
 * @param market undefined where nothing is known of it
 * @param isFirst whether it is the trader's first in the category; null if unknown
 */
export function signsOfTrade(
  trade: { time: Seconds; signs: number | null },
  market: { createdAt: Seconds | null; endsAt: Seconds | null } | undefined,
  isFirst: boolean | null,
): ReadSigns {
  const kept = readSigns(trade.signs)
  const isNear = isNearEnd(trade.time, market?.createdAt ?? null, market?.endsAt ?? null)
  const read = [['FIRST_IN_CATEGORY', isFirst] as const, ['NEAR_END', isNear] as const]
  const of = (answer: true | null) => read.flatMap(([sign, holds]) => (holds === answer ? sign : []))
  return {
    signs: [...kept.signs, ...of(true)],
    unknownSigns: [...kept.unknownSigns, ...of(null)],
  }
}

/** The sums of an event's trades that have a sign. */
interface EventSums {
  trades: number
  payout: number
  price: number
  /** Σ price · (1 − price), the variance of a fair bet. */
  variance: number
}

/**
 * The record of every sign over some trades, corrected for the number of signs.
 * @param draws of events for an interval, which the verdict does not depend on
 */
export function signRecords(trades: readonly SettledTrade[], seed: string, draws = DRAWS): SignRecord[] {
  const since = trades.length === 0 ? null : dayOf(earliest(trades))
  const rows = TRADE_SIGNS.map((sign) => rowOf(sign, trades, { seed: `${seed}:${sign}`, draws }))
  const tested = rows.filter(({ pValue }) => pValue !== null)
  const qValues = benjaminiHochberg(tested.map(({ pValue }) => pValue ?? 1))
  const qOf = new Map(tested.map(({ record }, i) => [record.sign, defined(qValues[i])]))
  return rows.map(({ record }) => {
    const qValue = qOf.get(record.sign) ?? null
    const difference = (record.winRate ?? 0) - (record.impliedRate ?? 0)
    const isFound = qValue !== null && qValue < SIGNIFICANT
    const verdict = !isFound ? 'CANNOT_TELL' : difference > 0 ? 'MORE_OFTEN' : 'LESS_OFTEN'
    return { ...record, qValue, verdict, since }
  })
}

function earliest(trades: readonly SettledTrade[]): Seconds {
  return trades.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY)
}

interface Drawing {
  seed: string
  draws: number
}

function rowOf(sign: TradeSign, trades: readonly SettledTrade[], drawing: Drawing) {
  const events = new Map<number, EventSums>()
  let known = 0
  let count = 0
  for (const trade of trades) {
    const holds = holdsOf(sign, trade)
    if (holds === null) continue
    known++
    if (!holds) continue
    count++
    addTrade(events, trade)
  }
  const all = [...events.values()]
  const payouts = all.map((event) => event.payout / event.trades)
  const prices = all.map((event) => event.price / event.trades)
  const excesses = Float64Array.from(all, (event) => (event.payout - event.price) / event.trades)
  const isTested = all.length >= LEAST_EVENTS
  // The mean of several bets of one event varies at most as much as the mean of their variances, however they depend.
  const variance = sum(all.map((event) => event.variance / event.trades))
  const record = {
    sign,
    definition: SIGN_DEFINITIONS[sign].text,
    trades: count,
    share: known === 0 ? null : count / known,
    events: all.length,
    winRate: meanOf(payouts),
    impliedRate: meanOf(prices),
    excess: isTested ? intervalOf(excesses, drawing) : null,
  }
  return { record, pValue: isTested ? pValueOf(sum(excesses), variance) : null }
}

function holdsOf(sign: TradeSign, { signs, time, createdAt, endsAt, isFirst }: SettledTrade): boolean | null {
  if (sign === 'FIRST_IN_CATEGORY') return isFirst
  if (sign === 'NEAR_END') return isNearEnd(time, createdAt, endsAt)
  if (signs === null || (signs & lackBitsOf(sign)) !== 0) return null
  return (signs & signBit(sign)) !== 0
}

/** A SELL counts as a purchase of the other side. */
function addTrade(
  events: Map<number, EventSums>,
  { event, isSell, usd, shares, payout }: SettledTrade,
): void {
  const sums = events.get(event) ?? { trades: 0, payout: 0, price: 0, variance: 0 }
  events.set(event, sums)
  const price = Math.min(1, usd / shares)
  sums.trades += 1
  sums.payout += isSell ? 1 - payout / MICRO : payout / MICRO
  sums.price += isSell ? 1 - price : price
  sums.variance += price * (1 - price)
}

function sum(values: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += defined(values[i])
  return total
}

function meanOf(values: ArrayLike<number>): number | null {
  return values.length === 0 ? null : sum(values) / values.length
}

/** The 95% interval of the mean, by drawing as many events with replacement as there are. */
function intervalOf(excesses: Float64Array, { seed, draws }: Drawing): Interval {
  const n = excesses.length
  const mean = sum(excesses) / n
  if (n > MOST_DRAWN) {
    const squares = sum(excesses.map((one) => (one - mean) ** 2))
    const reach = 1.959964 * Math.sqrt(squares / (n - 1) / n)
    return [mean - reach, mean + reach]
  }
  const random = seededRandom(seed)
  const numbers = new Uint32Array(n)
  const means = Float64Array.from({ length: draws }, () => {
    random(numbers)
    let total = 0
    for (let i = 0; i < n; i++) total += defined(excesses[Math.floor((defined(numbers[i]) * n) / 2 ** 32)])
    return total / n
  }).sort()
  const tail = Math.ceil(TAIL * draws)
  return [defined(means[tail - 1]), defined(means[draws - tail])]
}

/** The two-sided p-value of a sum whose variance is known, if every price was fair. A win or a loss is a whole step: hence half of one less. */
function pValueOf(total: number, variance: number): number {
  const distance = Math.max(0, Math.abs(total) - 0.5)
  return variance === 0 ? 1 : Math.min(1, complementaryError(distance / Math.sqrt(2 * variance)))
}

/** erfc(x) for x of 0 or more, within 1.2e-7: Numerical Recipes, §6.2. */
function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2)
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ]
  const polynomial = terms.reduceRight((value, term) => value * t + term, 0)
  return t * Math.exp(-x * x + polynomial)
}
