import type { Random } from '../world/random.ts'
import { createRandom } from '../world/random.ts'
import type { WorldSize } from '../world/world-options.ts'

/** The categories of simulated markets. */
export const CATEGORIES = [
  'politics',
  'sports',
  'crypto',
  'culture',
  'weather',
  'economics',
  'tech',
  'finance',
] as const

/** One of the categories of simulated markets. */
export type Category = (typeof CATEGORIES)[number]

/** How takers of a market pay: nothing, dollars on top (second generation) or shares of a BUY (first generation). */
export type FeeStyle = 'NONE' | 'USD' | 'SHARES'

/** One event as it was planned: a plain condition, or a neg-risk group of exclusive questions. */
export interface EventPlan {
  index: number
  /** Conditions in it. */
  questions: number
  negRisk: boolean
  category: Category
  fees: FeeStyle
  /** Hours from the world's start. */
  opens: number
  closes: number
  /** Micro-probabilities at the opening: of each question of a group, or of yes and no. */
  start: readonly number[]
  /** Resolves half and half, regardless of its path. */
  tied: boolean
}

/** The event that ends in a tie: an early, plain one. */
const TIED_EVENT = 11

/** All events of a world in the order of their opening, drawn one at a time. */
export function* planEvents(size: WorldSize): Generator<EventPlan> {
  const random = createRandom(size.seed, 'events')
  const total = [...eventSizes(size.markets)].length
  let index = 0
  for (const questions of eventSizes(size.markets)) {
    yield planEvent(size, random, { index, total, questions })
    index++
  }
}

/** Conditions by event: each sixteenth is a group of 3 to 6, and the last is cut to the requested number. */
function* eventSizes(markets: number): Generator<number> {
  let left = markets
  for (let index = 0; left > 0; index++) {
    const wanted = index % 16 === 5 ? 3 + ((index >> 4) % 4) : 1
    const questions = wanted <= left ? wanted : 1
    yield questions
    left -= questions
  }
}

function planEvent(
  size: WorldSize,
  random: Random,
  { index, total, questions }: { index: number; total: number; questions: number },
): EventPlan {
  const category = CATEGORIES[(index + (index >> 3)) % 8] ?? 'politics'
  const opens = openingHour(size, random, index, total)
  const longest = Math.max(3, Math.min(45, Math.floor(size.days * 0.4)))
  const life = 24 * (2 + Math.floor(longest / 5)) + random.below(24 * (longest - Math.floor(longest / 5)))
  return {
    index,
    questions,
    negRisk: questions > 1,
    category,
    fees: feeStyle(index, category),
    opens,
    closes: opens + life,
    start: startingOdds(random, Math.max(2, questions)),
    tied: index === TIED_EVENT,
  }
}

/** An unplanned event of one question, from an hour on: one in four lives for weeks, the others for a day or two. */
export function planLaterEvent(
  random: Random,
  { index, opens }: { index: number; opens: number },
): EventPlan {
  const category = CATEGORIES[(index + (index >> 3)) % 8] ?? 'politics'
  const life = random.chance(1, 4) ? 24 * 7 + random.below(24 * 28) : 12 + random.below(36)
  const [fees, start] = [feeStyle(index, category), startingOdds(random, 2)]
  return {
    index,
    questions: 1,
    negRisk: false,
    category,
    fees,
    opens,
    closes: opens + life,
    start,
    tied: false,
  }
}

/** A fifth of the events is open from the first day; the others follow evenly, so hours never decrease. */
function openingHour(size: WorldSize, random: Random, index: number, total: number): number {
  const early = Math.ceil(total / 5)
  if (index < early) return Math.floor((index * 24) / early)
  const span = Math.max(1, size.days * 24 - 120)
  const spacing = Math.max(1, Math.floor(span / (total - early)))
  return 24 + Math.floor(((index - early) * span) / (total - early)) + random.below(spacing)
}

function feeStyle(index: number, category: Category): FeeStyle {
  if (index % 12 === 7) return 'SHARES'
  return category === 'crypto' || category === 'sports' ? 'USD' : 'NONE'
}

/** Odds in proportion to weights of 1 to 4, in whole thousandths; they add up to one. */
function startingOdds(random: Random, outcomes: number): number[] {
  const weights = Array.from({ length: outcomes }, () => 100 + random.below(301))
  const total = weights.reduce((sum, weight) => sum + weight)
  const odds = weights.slice(1).map((weight) => Math.floor((weight * 1000) / total) * 1000)
  return [1_000_000 - odds.reduce((sum, odd) => sum + odd), ...odds]
}
