import { defined } from '../../checks.ts'
import type { Fill } from '../../ledger/event.ts'
import type { Position } from '../../ledger/position.ts'
import {
  exactSum,
  MICRO,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
  type Seconds,
} from '../../ledger/quantities.ts'
import { medianOf } from '../median.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { type ExactTotal, ratioOf } from '../running-sum.ts'
import { priceBin } from '../skill/calibration.ts'
import { copySlippage } from './copyable.ts'
import { addLot, closeLots, noLots, type OpenLots } from './open-lots.ts'

/**
 * One trader's holding of one token, as far as behaviour needs it. `lots`, `open` and `slippage` are the holding's; every other
 * field is a flow since the last {@link resetBehaviour}. A trader's day is the sum of those of the trader's positions.
 */
export interface PositionBehaviour {
  /** Shares by the time they came in, without those that a resolution settled. */
  lots: OpenLots
  /** Shares in open lots; after a resolution fewer than the position's. */
  open: MicroShares
  /** The slippage of a copier's replay that the cost of the shares carries. */
  slippage: MicroUsd
  /** Fills whose role is known. */
  roleKnown: number
  /**
   * Σ of squares of the fills' micro-dollars, in limbs of 36 bits, the lowest first: they add up apart from each other, over
   * 2^15 fills without leaving the exact range.
   */
  squares: [number, number, number]
  buySlippage: MicroUsd
  sellSlippage: MicroUsd
  /** Slippage that came with transferred shares, less what left with them. */
  movedSlippage: MicroUsd
  /** Fills by hour of the UTC day; sparse, as the next: place and value in turns. */
  hours: number[]
  /** Cost of the BUYs by {@link priceBin}, fees included. */
  entryCost: number[]
  /** Of each lot that closed, wholly or in part. */
  heldSeconds: Seconds[]
}

/** Returns the behaviour of a position before its first event. */
export function emptyBehaviour(): PositionBehaviour {
  return {
    lots: noLots(),
    open: 0,
    slippage: 0,
    roleKnown: 0,
    squares: [0, 0, 0],
    buySlippage: 0,
    sellSlippage: 0,
    movedSlippage: 0,
    hours: [],
    entryCost: [],
    heldSeconds: [],
  }
}

/** Starts a new period: every flow returns to 0, the holding stays. */
export function resetBehaviour(behaviour: PositionBehaviour): void {
  behaviour.roleKnown = 0
  behaviour.squares[0] = 0
  behaviour.squares[1] = 0
  behaviour.squares[2] = 0
  behaviour.buySlippage = 0
  behaviour.sellSlippage = 0
  behaviour.movedSlippage = 0
  empty(behaviour.hours)
  empty(behaviour.entryCost)
  empty(behaviour.heldSeconds)
}

/** Empties a list, which hardly ever has more than two numbers. Another length is set outside of compiled code, and the memory given back. */
function empty(list: number[]): void {
  if (list.length > 8) list.length = 0
  else while (list.length > 0) list.pop()
}

/** The terms of a fill that behaviour depends on. */
export type BehaviourFill = Pick<Fill, 'side' | 'role' | 'shares' | 'usd' | 'fee' | 'feeIn'> & {
  time: Seconds
}

/**
 * Counts a fill.
 * @param before shares that the position held before the fill; `after`: behind it
 * @throws RangeError when a sum leaves the exact range
 */
export function countFill(
  behaviour: PositionBehaviour,
  fill: BehaviourFill,
  before: MicroShares,
  after: MicroShares,
): void {
  const { time, shares, usd } = fill
  if (fill.role !== null) behaviour.roleKnown += 1
  addSquare(behaviour.squares, usd)
  addAt(behaviour.hours, Math.floor(time / 3600) % 24, 1)
  moveShares(behaviour, before, after, time)
  if (fill.side === 'SELL') {
    const held = before - after
    if (held === 0) return
    const part = held === shares ? usd : mulDivFloor(usd, held, shares)
    const slippage = copySlippage({ side: 'SELL', shares: held, usd: part })
    behaviour.sellSlippage = exactSum(behaviour.sellSlippage, slippage, 'slippage')
    return
  }
  const slippage = copySlippage({ side: 'BUY', shares, usd })
  behaviour.buySlippage = exactSum(behaviour.buySlippage, slippage, 'slippage')
  const bin = priceBin(shares === 0 ? MICRO : mulDivFloor(usd, MICRO, shares))
  addAt(behaviour.entryCost, bin, fill.feeIn === 'USD' ? exactSum(usd, fill.fee, 'cost') : usd)
  // A fee that took all shares leaves no cost that could carry it.
  if (after > 0) behaviour.slippage = exactSum(behaviour.slippage, slippage, 'slippage')
}

/** Shares came in or left; those that leave take their part of the slippage along, and close the oldest lots. */
export function moveShares(
  behaviour: PositionBehaviour,
  before: MicroShares,
  after: MicroShares,
  time: Seconds,
): void {
  if (after > before) {
    addLot(behaviour.lots, time, after - before)
    behaviour.open = exactSum(behaviour.open, after - before, 'open shares')
    return
  }
  const leaving = before - after
  // Settled shares came first, and leave first.
  const closing = Math.max(0, leaving - (before - behaviour.open))
  if (closing > 0) closeLots(behaviour.lots, time, closing, behaviour.heldSeconds)
  behaviour.open -= closing
  if (leaving > 0 && behaviour.slippage > 0)
    behaviour.slippage -= after === 0 ? behaviour.slippage : mulDivFloor(behaviour.slippage, leaving, before)
}

/**
 * Takes over the slippage that a transfer or a conversion moved.
 * @param moved a position whose cost was `before`, the slippage, as the fold left it: what it realized stays with the trader
 */
export function carrySlippage(behaviour: PositionBehaviour, before: MicroUsd, moved: Position): void {
  behaviour.slippage = moved.cost
  behaviour.movedSlippage = exactSum(
    behaviour.movedSlippage,
    moved.cost - before - moved.realized,
    'slippage',
  )
}

/** The outcome is known: every open lot closes, though its shares stay until they are paid out. */
export function settleLots(behaviour: PositionBehaviour, time: Seconds): void {
  if (behaviour.open === 0) return
  closeLots(behaviour.lots, time, behaviour.open, behaviour.heldSeconds)
  behaviour.open = 0
  behaviour.slippage = 0
}

const LIMB_BITS = 36
const HALF = 2 ** (LIMB_BITS / 2)

/** Adds a square, by parts of half a limb: it is larger than a number holds. */
function addSquare(limbs: [number, number, number], usd: MicroUsd): void {
  const low = usd % HALF
  const middle = Math.floor(usd / HALF) % HALF
  const high = Math.floor(usd / HALF / HALF)
  const lower = 2 * middle * low
  const upper = 2 * high * middle
  limbs[0] = exactSum(limbs[0], low * low + (lower % HALF) * HALF, 'squares')
  const own = 2 * high * low + middle * middle + Math.floor(lower / HALF)
  limbs[1] = exactSum(limbs[1], own + (upper % HALF) * HALF, 'squares')
  limbs[2] = exactSum(limbs[2], high * high + Math.floor(upper / HALF), 'squares')
}

/** The sum that limbs stand for, as a plain number wherever that holds it. */
export function sumOfSquares(low: number, middle: number, high: number): ExactTotal {
  const sum = (high * 2 ** LIMB_BITS + middle) * 2 ** LIMB_BITS + low
  if (Number.isSafeInteger(sum)) return sum
  const bits = BigInt(LIMB_BITS)
  return (((BigInt(high) << bits) + BigInt(middle)) << bits) + BigInt(low)
}

function addAt(sparse: number[], place: number, value: number): void {
  for (let i = 0; i < sparse.length; i += 2) {
    if (sparse[i] !== place) continue
    sparse[i + 1] = exactSum(sparse[i + 1] ?? 0, value, 'values of a day')
    return
  }
  sparse.push(place, value)
}

export const BOT_PROBABILITY = {
  id: 'botProbability',
  title: 'Bot probability',
  formula:
    '0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated probability.',
  unit: 'probability',
  range: { minimum: 0, maximum: 1 },
  minimumSample: { count: 1, of: 'fills' },
  direction: 'NEUTRAL',
  nullWhen: 'the trader has no fills',
  source: 'methodology §6',
} as const satisfies MetricDefinition

export interface FillHabits extends SizeSums {
  /** UTC days with at least one fill. */
  readonly activeDays: number
  /** Null if no role is known. */
  readonly makerRatio: number | null
  /** 24 counts of fills by UTC hour. */
  readonly hourHistogram: ArrayLike<number>
}

/** The four parts, each 0 to 1, higher for a machine. */
export interface BotComponents {
  readonly frequency: number
  readonly makerRatio: number
  readonly entropy: number
  readonly sizeRegularity: number
}

/** A probability, 0 to 1, and its components. */
export interface BotAssessment {
  readonly probability: number
  readonly components: BotComponents
}

const FEWEST_FILLS_FOR_ENTROPY = 50

/**
 * Returns how much a trader trades like a machine. An unknown maker ratio counts as 0, because missing
 * evidence is not evidence of a machine. Null without fills.
 */
export function botProbability(habits: FillHabits): BotAssessment | null {
  const { fills, activeDays } = habits
  if (fills <= 0 || activeDays <= 0) return null
  const components = {
    frequency: Math.min(1, Math.log2(1 + fills / activeDays) / Math.log2(501)),
    makerRatio: habits.makerRatio ?? 0,
    entropy: fills < FEWEST_FILLS_FOR_ENTROPY ? 0 : hourEntropy(habits.hourHistogram),
    sizeRegularity: 1 - Math.min(1, sizeVariation(habits) ?? 1),
  }
  const relentless = activeDays >= 7 && fills >= 500 * activeDays
  const weighted = weigh(components)
  return { probability: relentless ? Math.max(0.99, weighted) : weighted, components }
}

function weigh({ frequency, makerRatio, entropy, sizeRegularity }: BotComponents): number {
  return Math.min(1, 0.4 * frequency + 0.3 * makerRatio + 0.25 * entropy + 0.05 * sizeRegularity)
}

/** Shannon's entropy of the hours over that of a flat day: 0 for one hour only, 1 for all hours alike. */
function hourEntropy(histogram: ArrayLike<number>): number {
  let total = 0
  for (let hour = 0; hour < histogram.length; hour++) total += defined(histogram[hour])
  let bits = 0
  for (let hour = 0; hour < histogram.length; hour++) {
    const share = defined(histogram[hour]) / total
    if (share > 0) bits -= share * Math.log2(share)
  }
  return Math.min(1, Math.max(0, bits / Math.log2(24)))
}

/** The flag that boards filter by. */
export const IS_BOT = {
  id: 'isBot',
  title: 'Bot',
  formula: 'True when the bot probability is 0.70 or more.',
  unit: 'flag',
  range: 'true or false',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** Returns true from a bot probability of 0.70; false for null. */
export function isBot(probability: number | null): boolean {
  return probability !== null && probability >= 0.7
}

export const SIZE_VARIATION = {
  id: 'sizeVariation',
  title: 'Variation of size',
  formula:
    "Size discipline: sample standard deviation divided by the mean of the fills' dollars. 0 when all fills are of one size.",
  unit: 'ratio',
  range: { minimum: 0 },
  minimumSample: { count: 2, of: 'fills' },
  direction: 'NEUTRAL',
  nullWhen: 'no dollars were traded',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** The sums that a variation is read from. */
export interface SizeSums {
  readonly fills: number
  /** Σ usd of the fills, in micro-dollars. */
  readonly usdSum: ExactTotal
  /** Σ usd² of the fills, in micro-dollars squared; past 2^53 in any real case, hence mostly a bigint. */
  readonly usdSquareSum: ExactTotal
}

/** Coefficient of variation of the fills' dollars, 0 or more; null under two fills or without dollars. */
export function sizeVariation({ fills, usdSum, usdSquareSum }: SizeSums): number | null {
  const sum = BigInt(usdSum)
  if (fills < 2 || sum <= 0n) return null
  const n = BigInt(fills)
  // n²(n − 1)-fold variance over the squared sum: exact until the one division.
  const spread = n * (n * BigInt(usdSquareSum) - sum * sum)
  return Math.sqrt(Math.max(0, Number(spread) / Number((n - 1n) * sum * sum)))
}

export const MAKER_RATIO = {
  id: 'makerRatio',
  title: 'Maker ratio',
  formula: 'Fills as maker divided by fills whose role is known.',
  unit: 'fraction',
  range: { minimum: 0, maximum: 1 },
  minimumSample: { count: 1, of: 'fills whose role is known' },
  direction: 'NEUTRAL',
  nullWhen: 'no fill has a known role, as with rows of the Data API',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/**
 * Returns the share of MAKER fills among those with a role, 0 to 1. Fills of unknown role count on neither
 * side, since taking them for TAKER would be a guess. Null when no role is known.
 */
export function makerRatio(makerFills: number, takerFills: number): number | null {
  const known = makerFills + takerFills
  return known === 0 ? null : makerFills / known
}

export const FILLS_PER_ACTIVE_DAY = {
  id: 'fillsPerActiveDay',
  title: 'Fills per active day',
  formula: 'Fills divided by the UTC days with at least one fill.',
  unit: 'ratio',
  range: { minimum: 1 },
  minimumSample: { count: 1, of: 'fills' },
  direction: 'NEUTRAL',
  nullWhen: 'the trader has no fills',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** Returns the mean number of fills on a day with a fill, 1 or more; null without such a day. */
export function fillsPerActiveDay(fills: number, activeDays: number): number | null {
  return ratioOf(fills, activeDays)
}

export const HOUR_HISTOGRAM = {
  id: 'hourHistogram',
  title: 'Fills by hour',
  formula: 'Number of fills in each hour of the UTC day.',
  unit: 'count',
  range: '24 counts, midnight first',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
  shape: 'LIST',
} as const satisfies MetricDefinition

export const HOLDING_TIME = {
  id: 'holdingTime',
  title: 'Holding time',
  formula:
    'Median time between buying and leaving over closed lots, matched first in, first out within a token. Every pair of an entry and the exit that closes some of it is one lot, not weighted by size.',
  unit: 'hours',
  range: { minimum: 0 },
  minimumSample: { count: 1, of: 'closed lots' },
  direction: 'NEUTRAL',
  nullWhen: 'no lot was closed',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/**
 * Median of the lots of all tokens, in hours; the mean of the middle two where their number is even.
 * Null when no lot was closed.
 */
export function holdingTime(lots: Iterable<Seconds>): number | null {
  const seconds = medianOf(lots)
  return seconds === null ? null : seconds / 3600
}
