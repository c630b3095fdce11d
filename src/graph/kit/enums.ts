import { CATEGORY_TAGS, MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { TABS } from '../../metrics/leaderboards.ts'
import { PERIODS } from '../../metrics/periods.ts'
import { METRICS, type MetricId } from '../../metrics/registry.ts'
import { builder } from './builder.ts'
import { wireEnum } from './wire-enum.ts'

// The lists that several features name: periods, tabs, metrics and categories of markets.

/** The periods in GraphQL; each value carries its name on the wire in `extensions.wire`. */
export const PeriodEnum = builder.enumType('Period', {
  description: 'A period of UTC days ending on the day of the cutoff.',
  values: Object.fromEntries(
    PERIODS.map((period) => [
      period.name,
      { value: period.name, description: daysOf(period.days), extensions: { wire: period.wire } },
    ]),
  ),
})

function daysOf(days: number | null): string {
  if (days === null) return "All time, from the ledger's first event."
  return `The UTC day of the cutoff and the ${days - 1} days before it.`
}

/** The tabs in GraphQL; each value carries its name on the wire in `extensions.wire`. */
export const TabEnum = builder.enumType('Tab', {
  description:
    'The leaderboard tabs: the numbers that traders are ranked by. Each tab has one leaderboard per period.',
  values: Object.fromEntries(
    TABS.map((tab) => [
      tab.name,
      {
        value: tab.name,
        description: `${tab.title}: the metric \`${tab.metric}\`, highest first. Eligible: ${tab.eligible}.`,
        extensions: { wire: tab.wire },
      },
    ]),
  ),
})

const METRIC_TEXTS: ReadonlyMap<MetricId, string> = new Map(
  METRICS.map(({ id, title, unit }) => [id, `${title}. Unit: ${unit}.`]),
)

export const MetricIdEnum = wireEnum<MetricId>('MetricId', {
  description: 'The ids of the metrics; `metrics` has their definitions.',
  wires: METRICS.map(({ id }) => id),
  says: (id) => METRIC_TEXTS.get(id) ?? id,
  // An id is in camelCase, as fields are: `maxDrawdownPct` is MAX_DRAWDOWN_PCT.
  nameOf: (id) => id.replaceAll(/[A-Z]/g, '_$&').toUpperCase(),
})

export const MarketCategoryEnum = wireEnum('MarketCategory', {
  description: "Subject of a market: the first of its event's tags that names a category.",
  wires: MARKET_CATEGORIES,
  says: (category) => `By the tags ${CATEGORY_TAGS[category].map((tag) => `\`${tag}\``).join(', ')}.`,
})

export const ONE_CATEGORY = 'Counts only activity in events of this category. Default: all activity.'
