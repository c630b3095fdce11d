import { CATEGORY_TAGS, MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { PERIODS, TABS } from '../../metrics/leaderboards.ts'
import { METRICS, type MetricId } from '../../metrics/registry.ts'
import { builder } from './builder.ts'

/** A name on the wire as GraphQL spells it: `consistent-all` is CONSISTENT_ALL. */
export type EnumName<Wire extends string> = Wire extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${EnumName<Tail>}`
  : Uppercase<Wire>

/** The name in GraphQL of a name on the wire in lower case, whose words are joined by hyphens. */
function enumName<Wire extends string>(wire: Wire): EnumName<Wire> {
  return wire.replaceAll('-', '_').toUpperCase() as EnumName<Wire>
}

interface WireEnum<Wire extends string> {
  description: string
  wires: readonly Wire[]
  says: (wire: Wire) => string
  /** A value's name in GraphQL. @default enumName */
  nameOf?: (wire: Wire) => string
}

/**
 * An enum whose values the code holds by their names on the wire, as REST shows them; each carries that name in
 * `extensions.wire`.
 */
export function wireEnum<Wire extends string>(
  name: string,
  { description, wires, says, nameOf = enumName }: WireEnum<Wire>,
) {
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(
      wires.map((wire) => [nameOf(wire), { value: wire, description: says(wire), extensions: { wire } }]),
    ),
  })
}

/**
 * Returns the values of an enum by name, each with its meaning, and with its wire name where that differs.
 */
export function valuesOf<Name extends string>(
  texts: Readonly<Record<Name, string | { readonly says: string; readonly wire?: string }>>,
) {
  const values = Object.entries<string | { readonly says: string; readonly wire?: string }>(texts).map(
    ([name, said]) => {
      const { says, wire } = typeof said === 'string' ? { says: said } : said
      return [name, { value: name, description: says, ...(wire !== undefined && { extensions: { wire } }) }]
    },
  )
  return Object.fromEntries(values) as { [Value in Name]: { value: Value; description: string } }
}

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
