import { categoryNamed } from '../../ledger/market-category.ts'
import type { CohortHistory, HistoryWeek } from '../../smart-money/cohort-history.ts'
import type { Performance } from '../../smart-money/performance.ts'
import type { CategoryShift, WeekChanges } from '../../smart-money/week-changes.ts'
import { builder } from '../kit/builder.ts'
import { IntervalType } from '../kit/interval.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { CategoryStanceType, fractionOf } from './category-stance.ts'
import { SignalType } from './signal.ts'
import { SmartCohortEnum } from './smart-cohort.ts'

/** Opportunities that a week is taken to have. */
const USUAL_SIGNALS = 20

const PerformanceType = builder.objectRef<Performance>('SignalPerformance').implement({
  description:
    "How a cohort's opportunities came out. Of a market's signals for one side only the first counts: a market that stays an opportunity for weeks is one bet.",
  fields: (t) => ({
    signals: t.exposeInt('signals', { description: 'Signals that count, 0 or more.' }),
    won: t.exposeInt('won', { description: 'Those whose side paid a dollar.' }),
    lost: t.exposeInt('lost', { description: 'Those whose side paid nothing.' }),
    voided: t.exposeInt('voided', { description: 'Those whose market paid both sides something.' }),
    open: t.exposeInt('open', { description: 'Those whose market has not resolved.' }),
    hitRate: t.exposeFloat('hitRate', {
      nullable: true,
      description: 'The fraction won ÷ (won + lost). Null while there is neither.',
    }),
    hitRateInterval: t.field({
      type: IntervalType,
      nullable: true,
      description: "Wilson's 95 % interval of the hit rate. Null with it.",
      resolve: ({ hitRateInterval }) => hitRateInterval,
    }),
    impliedRate: t.exposeFloat('impliedRate', {
      nullable: true,
      description:
        'The hit rate that the prices implied: the mean price of those won and lost. Null with the hit rate.',
    }),
    meanReturn: t.exposeFloat('meanReturn', {
      nullable: true,
      description:
        'The mean of payout ÷ price − 1 over all that are graded, fees left out. Null while none is.',
    }),
    medianReturn: t.exposeFloat('medianReturn', {
      nullable: true,
      description: 'Their median. Null while none is graded.',
    }),
  }),
})

const CategoryShiftType = builder.objectRef<CategoryShift>('CategoryShift').implement({
  description: "A category's change from the week before. Null numbers: one of the weeks lacks the category.",
  fields: (t) => ({
    category: t.field({
      type: MarketCategoryEnum,
      nullable: true,
      description: 'Null for the markets without one.',
      resolve: ({ category }) => categoryNamed(category),
    }),
    yesShare: t.float({
      nullable: true,
      description:
        'Change of the YES part of the value, from −1 to 1. Null where one of the weeks lacks the category.',
      resolve: ({ yesShare }) => fractionOf(yesShare),
    }),
    divergence: t.float({
      nullable: true,
      description:
        'Change of the mean divergence, from −2 to 2. Null where one of the weeks lacks the category.',
      resolve: ({ divergence }) => fractionOf(divergence),
    }),
  }),
})

const OpportunityChangesType = builder
  .objectRef<WeekChanges['opportunities']>('OpportunityChanges')
  .implement({
    description: "What became of the week before's opportunities, and which are new.",
    fields: (t) => ({
      fresh: t.exposeInt('fresh', { description: 'New, or for the other side now.' }),
      grown: t.exposeInt('grown', { description: 'With a wider divergence than the week before.' }),
      shrunk: t.exposeInt('shrunk', { description: 'With a narrower divergence than the week before.' }),
      same: t.exposeInt('same', { description: 'With the same divergence.' }),
      gone: t.exposeInt('gone', { description: 'No more, with the market not resolved.' }),
      resolved: t.exposeInt('resolved', { description: 'No more, because the market has resolved.' }),
    }),
  })

const WeekChangesType = builder.objectRef<WeekChanges>('CohortChanges').implement({
  description: 'What changed from the week before.',
  fields: (t) => ({
    membersIn: t.exposeInt('membersIn', {
      description: 'Members that were not in the cohort the week before.',
    }),
    membersOut: t.exposeInt('membersOut', { description: "The week before's members that are no more." }),
    categories: t.field({
      type: [CategoryShiftType],
      complexity: { field: 1, multiplier: 10 },
      description: 'Change by category.',
      resolve: ({ categories }) => categories,
    }),
    opportunities: t.field({
      type: OpportunityChangesType,
      description: 'Change of the opportunities.',
      resolve: ({ opportunities }) => opportunities,
    }),
  }),
})

const HistoryWeekType = builder.objectRef<HistoryWeek>('CohortWeek').implement({
  description: 'A cohort at the start of a week, written once.',
  fields: (t) => ({
    snapshotDate: t.field({ type: 'Date', description: 'The Monday.', resolve: ({ week }) => week }),
    cohortSize: t.int({
      description: 'Its members that week, up to 100.',
      resolve: ({ members }) => members,
    }),
    categories: t.field({
      type: [CategoryStanceType],
      complexity: { field: 1, multiplier: 10 },
      description: 'How it stood by category, the largest value first.',
      resolve: ({ categories }) => categories,
    }),
    opportunityCount: t.int({
      description: 'Opportunities that it had.',
      resolve: ({ opportunities }) => opportunities,
    }),
    changes: t.field({
      type: WeekChangesType,
      nullable: true,
      description: 'What changed from the week before. Null for the first week.',
      resolve: ({ changes }) => changes,
    }),
  }),
})

/** What a cohort has said, week by week; it holds no identity. */
export const SmartMoneyHistoryType = builder.objectRef<CohortHistory>('SmartMoneyHistory').implement({
  description: 'What a cohort has said, week by week, and how it came out. It holds no identity.',
  fields: (t) => ({
    cohort: t.field({
      type: SmartCohortEnum,
      description: 'Which cohort it is.',
      resolve: ({ cohort }) => cohort,
    }),
    snapshots: t.field({
      type: [HistoryWeekType],
      description: 'Its weeks, newest first.',
      resolve: ({ weeks }) => weeks,
    }),
    previousSignals: t.field({
      type: [SignalType],
      complexity: { field: 1, multiplier: USUAL_SIGNALS },
      description:
        'The opportunities of those weeks as they were written, newest first, with their outcomes.',
      resolve: ({ signals }) => signals,
    }),
    performance: t.field({
      type: PerformanceType,
      description: 'How all opportunities came out that the cohort ever had.',
      resolve: ({ performance }) => performance,
    }),
  }),
})
