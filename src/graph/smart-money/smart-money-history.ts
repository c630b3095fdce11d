import { categoryNamed } from '../../ledger/market-category.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { CohortHistory, HistoryWeek } from '../../smart-money/cohort-history.ts'
import type { Performance } from '../../smart-money/performance.ts'
import { MOST_MEMBERS } from '../../smart-money/smart-cohorts.ts'
import type { CategoryShift, WeekChanges } from '../../smart-money/week-changes.ts'
import { builder } from '../kit/builder.ts'
import { IntervalType } from '../kit/interval.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { CategoryStanceType } from './category-stance.ts'
import { SignalType } from './signal.ts'
import { SmartCohortEnum } from './smart-cohort.ts'

/** Opportunities that a week is taken to have. */
const USUAL_SIGNALS = 20

const PerformanceType = builder.objectRef<Performance>('SignalPerformance').implement({
  description:
    "The track record of a cohort's opportunities. Only a market's first signal for a side counts, so an opportunity that lasts for weeks is one bet.",
  fields: (t) => ({
    signals: t.exposeInt('signals', { limits: { minimum: 0 }, description: 'Signals counted, {limits}.' }),
    won: t.exposeInt('won', { limits: { minimum: 0 }, description: 'Signals whose side paid $1; {limits}.' }),
    lost: t.exposeInt('lost', {
      limits: { minimum: 0 },
      description: 'Signals whose side paid nothing; {limits}.',
    }),
    voided: t.exposeInt('voided', {
      limits: { minimum: 0 },
      description: 'Signals whose market paid both sides something; {limits}.',
    }),
    open: t.exposeInt('open', {
      limits: { minimum: 0 },
      description: 'Signals whose market has not resolved; {limits}.',
    }),
    hitRate: t.exposeFloat('hitRate', {
      nullable: true,
      description: 'Share of won, won ÷ (won + lost), a fraction. Null if both are 0.',
    }),
    hitRateInterval: t.field({
      type: IntervalType,
      nullable: true,
      description: "Wilson's 95% interval of the hit rate. Null if that is null.",
      resolve: ({ hitRateInterval }) => hitRateInterval,
    }),
    impliedRate: t.exposeFloat('impliedRate', {
      nullable: true,
      description:
        'Hit rate implied by prices: the mean price of won and lost signals. Null if the hit rate is null.',
    }),
    meanReturn: t.exposeFloat('meanReturn', {
      nullable: true,
      description:
        'Mean return, payout ÷ price − 1 before fees, over all resolved signals. Null if there are none.',
    }),
    medianReturn: t.exposeFloat('medianReturn', {
      nullable: true,
      description: 'Median of the same returns. Null if there are none.',
    }),
  }),
})

const CategoryShiftType = builder.objectRef<CategoryShift>('CategoryShift').implement({
  description: "A cohort's change in one category from the week before.",
  fields: (t) => ({
    category: t.field({
      type: MarketCategoryEnum,
      nullable: true,
      description: 'The category. Null for markets without one.',
      resolve: ({ category }) => categoryNamed(category),
    }),
    yesShare: t.float({
      nullable: true,
      limits: { minimum: -1, maximum: 1 },
      description: 'Change of `yesShare`, from {limits}. Null if either week lacks the category.',
      resolve: ({ yesShare }) => (yesShare === null ? null : yesShare / MICRO),
    }),
    divergence: t.float({
      nullable: true,
      limits: { minimum: -2, maximum: 2 },
      description: 'Change of `divergence`, from {limits}. Null if either week lacks the category.',
      resolve: ({ divergence }) => (divergence === null ? null : divergence / MICRO),
    }),
  }),
})

const OpportunityChangesType = builder
  .objectRef<WeekChanges['opportunities']>('OpportunityChanges')
  .implement({
    description: "How a cohort's opportunities changed from the week before.",
    fields: (t) => ({
      fresh: t.exposeInt('fresh', {
        limits: { minimum: 0 },
        description: 'New, or now for the other side; {limits}.',
      }),
      grown: t.exposeInt('grown', {
        limits: { minimum: 0 },
        description: 'Wider divergence than the week before; {limits}.',
      }),
      shrunk: t.exposeInt('shrunk', {
        limits: { minimum: 0 },
        description: 'Narrower divergence than the week before; {limits}.',
      }),
      same: t.exposeInt('same', { limits: { minimum: 0 }, description: 'Same divergence; {limits}.' }),
      gone: t.exposeInt('gone', {
        limits: { minimum: 0 },
        description: 'No longer an opportunity, market unresolved; {limits}.',
      }),
      resolved: t.exposeInt('resolved', {
        limits: { minimum: 0 },
        description: 'No longer an opportunity because the market resolved; {limits}.',
      }),
    }),
  })

const WeekChangesType = builder.objectRef<WeekChanges>('CohortChanges').implement({
  description: "A cohort's changes from the week before.",
  fields: (t) => ({
    membersIn: t.exposeInt('membersIn', {
      limits: { minimum: 0 },
      description: 'Members who joined since the week before, {limits}.',
    }),
    membersOut: t.exposeInt('membersOut', {
      limits: { minimum: 0 },
      description: 'Members who left since the week before, {limits}.',
    }),
    categories: t.field({
      type: [CategoryShiftType],
      complexity: { field: 1, multiplier: 10 },
      description: 'Changes by category.',
      resolve: ({ categories }) => categories,
    }),
    opportunities: t.field({
      type: OpportunityChangesType,
      description: 'Changes among the opportunities.',
      resolve: ({ opportunities }) => opportunities,
    }),
  }),
})

const HistoryWeekType = builder.objectRef<HistoryWeek>('CohortWeek').implement({
  description: "A cohort's weekly snapshot, recorded once at the start of the week.",
  fields: (t) => ({
    snapshotDate: t.field({
      type: 'Date',
      description: 'The Monday that starts the week.',
      resolve: ({ week }) => week,
    }),
    cohortSize: t.int({
      limits: { minimum: 0, maximum: MOST_MEMBERS },
      description: 'Members that week, {limits}.',
      resolve: ({ members }) => members,
    }),
    categories: t.field({
      type: [CategoryStanceType],
      complexity: { field: 1, multiplier: 10 },
      description: 'Positions by category, largest value first.',
      resolve: ({ categories }) => categories,
    }),
    opportunityCount: t.int({
      limits: { minimum: 0 },
      description: 'Number of opportunities that week, {limits}.',
      resolve: ({ opportunities }) => opportunities,
    }),
    changes: t.field({
      type: WeekChangesType,
      nullable: true,
      description: 'Changes from the week before. Null for the first week.',
      resolve: ({ changes }) => changes,
    }),
  }),
})

/** What a cohort has said, week by week; it holds no identity. */
export const SmartMoneyHistoryType = builder.objectRef<CohortHistory>('SmartMoneyHistory').implement({
  description: "A cohort's signals week by week, with their outcomes. Contains no identities.",
  fields: (t) => ({
    cohort: t.field({
      type: SmartCohortEnum,
      description: 'The cohort whose positions are shown.',
      resolve: ({ cohort }) => cohort,
    }),
    snapshots: t.field({
      type: [HistoryWeekType],
      // The whole history counts once a week.
      complexity: { field: 1, multiplier: 1 },
      description: 'The weeks, newest first.',
      resolve: ({ weeks }) => weeks,
    }),
    previousSignals: t.field({
      type: [SignalType],
      complexity: { field: 1, multiplier: USUAL_SIGNALS },
      description:
        'The opportunities of those weeks as recorded at the time, newest first, with their outcomes.',
      resolve: ({ signals }) => signals,
    }),
    performance: t.field({
      type: PerformanceType,
      description: "The track record of all the cohort's opportunities.",
      resolve: ({ performance }) => performance,
    }),
  }),
})
