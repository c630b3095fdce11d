import { percentOf } from '../../formats.ts'
import type { MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'

/** A trader's manner in one word. */
export const STRATEGY = {
  id: 'strategy',
  title: 'Strategy',
  formula:
    'The first matching class: MARKET_MAKER (maker ratio ≥ 0.7 and ≥ 50 fills per active day), HIGH_FREQUENCY (≥ 100 fills per active day and ≥ 20 per market), SNIPER (≥ 5 decided units, ≤ 30 markets, win rate ≥ 0.7), SPECIALIST (one category ≥ 70% of volume), DIVERSIFIED (≥ 5 categories with ≥ 5% each, none above 50%), GENERAL. The rule that fired is returned too.',
  unit: 'label',
  range: 'MARKET_MAKER, HIGH_FREQUENCY, SNIPER, SPECIALIST, DIVERSIFIED or GENERAL',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
  labels: ['MARKET_MAKER', 'HIGH_FREQUENCY', 'SNIPER', 'SPECIALIST', 'DIVERSIFIED', 'GENERAL'],
} as const satisfies MetricDefinition

/** The names, in the order of their rules. */
export type StrategyName = (typeof STRATEGY)['labels'][number]

export interface TradingStyle {
  readonly fills: number
  /** UTC days with at least one fill. */
  readonly activeDays: number
  /** Distinct conditions among the fills. */
  readonly markets: number
  readonly makerRatio: number | null
  readonly decidedUnits: number
  readonly winRate: number | null
  /** All dollars traded, those without a category included. */
  readonly volume: MicroUsd
  /** Dollars traded by category; volume without a category is not in it. */
  readonly volumeByCategory: ReadonlyMap<string, MicroUsd>
}

/** The name, and the rule that fired with the trader's own figures as one sentence. */
export interface StrategyMatch {
  readonly strategy: StrategyName
  readonly rule: string
}

/** Each rule answers with its sentence, or null if it does not fit. The order decides. */
const RULES: readonly (readonly [StrategyName, (style: TradingStyle) => string | null])[] = [
  ['MARKET_MAKER', marketMaker],
  ['HIGH_FREQUENCY', highFrequency],
  ['SNIPER', sniper],
  ['SPECIALIST', specialist],
  ['DIVERSIFIED', diversified],
]

/**
 * Returns the first strategy that fits, else GENERAL. Shares of volume are of all volume, whether it has a
 * category or not.
 */
export function strategy(style: TradingStyle): StrategyMatch {
  for (const [name, rule] of RULES) {
    const sentence = rule(style)
    if (sentence !== null) return { strategy: name, rule: sentence }
  }
  return { strategy: 'GENERAL', rule: 'No narrower class applies.' }
}

function marketMaker({ fills, activeDays, makerRatio }: TradingStyle): string | null {
  if (makerRatio === null || makerRatio < 0.7 || activeDays === 0 || fills < 50 * activeDays) return null
  return `${percent(makerRatio)} of fills are as maker (at least 70%), with ${rate(fills, activeDays)} fills per active day (at least 50).`
}

function highFrequency({ fills, activeDays, markets }: TradingStyle): string | null {
  if (activeDays === 0 || fills < 100 * activeDays || fills < 20 * markets) return null
  return `${rate(fills, activeDays)} fills per active day (at least 100) and ${rate(fills, markets)} per market (at least 20).`
}

function sniper({ decidedUnits, markets, winRate }: TradingStyle): string | null {
  if (decidedUnits < 5 || markets > 30 || winRate === null || winRate < 0.7) return null
  return `${percent(winRate)} of decided units won (at least 70%), over ${decidedUnits} units (at least 5) in ${markets} markets (at most 30).`
}

function specialist({ volume, volumeByCategory }: TradingStyle): string | null {
  for (const [category, usd] of volumeByCategory) {
    if (volume > 0 && usd / volume >= 0.7)
      return `${percent(usd / volume)} of volume is in ${category} (at least 70%).`
  }
  return null
}

function diversified({ volume, volumeByCategory }: TradingStyle): string | null {
  if (volume <= 0) return null
  let broad = 0
  let largest = 0
  for (const usd of volumeByCategory.values()) {
    if (usd / volume >= 0.05) broad += 1
    largest = Math.max(largest, usd / volume)
  }
  if (broad < 5 || largest > 0.5) return null
  return `${broad} categories hold 5% of volume or more (at least 5), the largest ${percent(largest)} (at most 50%).`
}

/** Rounded down, so that a figure never claims a threshold that was missed. */
function percent(fraction: number): string {
  return percentOf(Math.floor(fraction * 1000 + 1e-9) / 1000)
}

function rate(fills: number, per: number): string {
  return `${Math.floor((fills * 10) / per) / 10}`
}
