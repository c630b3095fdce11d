import { categoryNamed } from '../../ledger/market-category.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { CategoryStance } from '../../smart-money/current-stances.ts'
import { MOST_MEMBERS, SMART_COHORTS } from '../../smart-money/stance.ts'
import { builder } from '../kit/builder.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'

/** The cohorts in GraphQL; each value carries its name on the wire in `extensions.wire`. */
const SmartCohortEnum = builder.enumType('SmartCohort', {
  description: `The cohorts: up to ${MOST_MEMBERS} traders each, fixed every ISO week on Monday at 00:00 UTC.`,
  values: Object.fromEntries(
    SMART_COHORTS.map(({ name, wire, says }) => [
      name,
      { value: wire, description: says, extensions: { wire } },
    ]),
  ),
})

export const DEFAULT_COHORT = SMART_COHORTS[0].wire

export const COHORT_ARGUMENT = {
  type: SmartCohortEnum,
  defaultValue: DEFAULT_COHORT,
  description: 'The cohort. Default: TOP_PNL.',
} as const

export const COHORT = { type: SmartCohortEnum, description: 'The cohort whose positions are shown.' } as const
/** The same for an answer about a cohort or a screen. */
export const COHORT_OR_SCREEN = {
  ...COHORT,
  nullable: true,
  description: `${COHORT.description} Null for the members of a screen.`,
} as const
/** The options of a field with the week of a cohort's members. */
export const MEMBERS_WEEK = {
  type: 'Date',
  description: "The Monday since which the cohort's members are fixed; for a screen, the day of its members.",
} as const
export const WEEK_START = { type: 'Date', description: 'The Monday that starts the week.' } as const
/** Said of the price of a cohort's market. */
export const YES_PRICE = 'Price of a YES share, in USD from {limits}.'
export const COHORT_VALUE = "Marked value of the cohort's shares, in USD."
export const BY_CATEGORY = 'Positions by category, largest value first.'
export const ROW_CATEGORY = 'The category. Null for markets without one.'
/** The options of a field with the number of a cohort's members in a market. */
export const MEMBERS = {
  limits: { minimum: 3 },
  description: 'Members holding shares with a value, {limits}.',
} as const

export const CategoryStanceType = builder.objectRef<CategoryStance>('CategoryStance').implement({
  description: "A cohort's position in the markets of one category.",
  fields: (t) => ({
    category: t.of(MarketCategoryEnum, ({ category }) => categoryNamed(category), {
      nullable: true,
      description: ROW_CATEGORY,
    }),
    markets: t.exposeInt('markets', { limits: { minimum: 1 }, description: 'Markets counted, {limits}.' }),
    value: t.amount('value', COHORT_VALUE),
    yesShare: t.fraction(({ yesShare }) => yesShare / MICRO, 'YES share of that value, from {limits}.'),
    divergence: t.number(({ divergence }) => divergence / MICRO, {
      limits: { minimum: -1, maximum: 1 },
      description: "Unweighted mean of the markets' divergences, from {limits}.",
    }),
  }),
})
