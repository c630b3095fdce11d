import { categoryNamed } from '../../ledger/market-category.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type {
  CategoryShift,
  CohortHistory,
  HistoryWeek,
  WeekChanges,
} from '../../smart-money/cohort-history.ts'
import type { Performance } from '../../smart-money/performance.ts'
import { MOST_MEMBERS } from '../../smart-money/stance.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { trackRecord } from '../kit/interval.ts'
import { SkilledMoneyType } from '../markets/skilled-money.ts'
import { SignalType } from './signal.ts'
import { BY_CATEGORY, CategoryStanceType, COHORT, ROW_CATEGORY, WEEK_START } from './smart-cohort.ts'

/** Opportunities that a week is taken to have. */
const USUAL_SIGNALS = 20

const PerformanceType = builder.objectRef<Performance>('SignalPerformance').implement({
  description:
    "The track record of signals: a cohort's opportunities, or markets where skilled money differed from the rest. Only a market's first signal for a side counts, so one that lasts for weeks is one bet.",
  fields: (t) => ({
    signals: t.count('signals', 'Signals counted, {limits}.'),
    won: t.count('won', 'Signals whose side paid $1; {limits}.'),
    lost: t.count('lost', 'Signals whose side paid nothing; {limits}.'),
    voided: t.count('voided', 'Signals whose market paid both sides something; {limits}.'),
    open: t.count('open', 'Signals whose market has not resolved; {limits}.'),
    ...trackRecord(t, {
      rate: 'Share of won, won ÷ (won + lost), a fraction. Null if both are 0.',
      implied: 'prices: the mean price of won and lost signals',
    }),
    meanReturn: t.number('meanReturn', {
      nullable: true,
      description:
        'Mean return, payout ÷ price − 1 before fees, over all resolved signals. Null if there are none.',
    }),
    medianReturn: t.number('medianReturn', {
      nullable: true,
      description: 'Median of the same returns. Null if there are none.',
    }),
  }),
})

builder.objectFields(SkilledMoneyType, (t) => ({
  record: t.of(PerformanceType, ({ page }) => page.divergenceRecord(), {
    description:
      'How such differences ended so far, in all markets: at the start of each week, the side that skilled traders then had more of, wherever the interval of the difference did not contain 0.',
  }),
}))

const CategoryShiftType = builder.objectRef<CategoryShift>('CategoryShift').implement({
  description: "A cohort's change in one category from the week before.",
  fields: (t) => ({
    category: t.of(MarketCategoryEnum, ({ category }) => categoryNamed(category), {
      nullable: true,
      description: ROW_CATEGORY,
    }),
    yesShare: t.number(({ yesShare }) => (yesShare === null ? null : yesShare / MICRO), {
      nullable: true,
      limits: { minimum: -1, maximum: 1 },
      description: 'Change of `yesShare`, from {limits}. Null if either week lacks the category.',
    }),
    divergence: t.number(({ divergence }) => (divergence === null ? null : divergence / MICRO), {
      nullable: true,
      limits: { minimum: -2, maximum: 2 },
      description: 'Change of `divergence`, from {limits}. Null if either week lacks the category.',
    }),
  }),
})

const OpportunityChangesType = builder
  .objectRef<WeekChanges['opportunities']>('OpportunityChanges')
  .implement({
    description: "How a cohort's opportunities changed from the week before.",
    fields: (t) => ({
      fresh: t.count('fresh', 'New, or now for the other side; {limits}.'),
      grown: t.count('grown', 'Wider divergence than the week before; {limits}.'),
      shrunk: t.count('shrunk', 'Narrower divergence than the week before; {limits}.'),
      same: t.count('same', 'Same divergence; {limits}.'),
      gone: t.count('gone', 'No longer an opportunity, market unresolved; {limits}.'),
      resolved: t.count('resolved', 'No longer an opportunity because the market resolved; {limits}.'),
    }),
  })

const WeekChangesType = builder.objectRef<WeekChanges>('CohortChanges').implement({
  description: "A cohort's changes from the week before.",
  fields: (t) => ({
    membersIn: t.count('membersIn', 'Members who joined since the week before, {limits}.'),
    membersOut: t.count('membersOut', 'Members who left since the week before, {limits}.'),
    categories: t.of([CategoryShiftType], 'categories', { rows: 10, description: 'Changes by category.' }),
    opportunities: t.of(OpportunityChangesType, 'opportunities', 'Changes among the opportunities.'),
  }),
})

const HistoryWeekType = builder.objectRef<HistoryWeek>('CohortWeek').implement({
  description: "A cohort's weekly snapshot, recorded once at the start of the week.",
  fields: (t) => ({
    snapshotDate: t.expose('week', WEEK_START),
    cohortSize: t.exposeInt('members', {
      limits: { minimum: 0, maximum: MOST_MEMBERS },
      description: 'Members that week, {limits}.',
    }),
    categories: t.of([CategoryStanceType], 'categories', { rows: 10, description: BY_CATEGORY }),
    opportunityCount: t.count('opportunities', 'Number of opportunities that week, {limits}.'),
    changes: t.of(WeekChangesType, 'changes', {
      nullable: true,
      description: 'Changes from the week before. Null for the first week.',
    }),
  }),
})

/** A cohort's past signals by week, without identities. */
export const SmartMoneyHistoryType = builder
  .objectRef<CohortHistory & Pick<Snapshot, 'cutoff'>>('SmartMoneyHistory')
  .implement({
    description: "A cohort's signals week by week, with their outcomes. Contains no identities.",
    fields: (t) => ({
      cohort: t.expose('cohort', COHORT),
      cutoff: t.expose('cutoff', CUTOFF),
      snapshots: t.of([HistoryWeekType], 'weeks', { rows: 1, description: 'The weeks, newest first.' }),
      previousSignals: t.of([SignalType], 'signals', {
        rows: USUAL_SIGNALS,
        description:
          'The opportunities of those weeks as recorded at the time, newest first, with their outcomes.',
      }),
      performance: t.of(PerformanceType, 'performance', {
        description: "The track record of all the cohort's opportunities.",
      }),
    }),
  })
