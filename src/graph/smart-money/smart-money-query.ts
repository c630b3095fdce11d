import { dayOf, weekStart } from '../../ledger/quantities.ts'
import { cohortHistory } from '../../smart-money/cohort-history.ts'
import { cohortWeek, noWeekYet } from '../../smart-money/current-stances.ts'
import { builder } from '../kit/builder.ts'
import { priced, sliced } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { CONDITION_ID, GIVEN_CONDITION } from '../kit/limits/known-limits.ts'
import { OWN_SCREEN } from '../kit/where-inputs.ts'
import { findMarket } from '../markets/market-query.ts'
import { SignalType } from './signal.ts'
import { COHORT_ARGUMENT, DEFAULT_COHORT } from './smart-cohort.ts'
import { highlightsOf, SmartMoneyType, smartMoneyOf, smartMoneyOfScreen } from './smart-money.ts'
import { SmartMoneyHistoryType } from './smart-money-history.ts'
import { SmartMoneyMarketType } from './smart-money-market.ts'

/** Two years. */
const MAX_WEEKS = 104
const DEFAULT_WEEKS = 12
const PRO = { requires: 'PRO', otherwise: 'ERROR' } as const

builder.queryFields((t) => {
  const cohort = t.arg(COHORT_ARGUMENT)
  const weeks = t.arg.int({
    defaultValue: DEFAULT_WEEKS,
    limits: { minimum: 1, maximum: MAX_WEEKS },
    description: `Number of past weeks, from {limits}. Default: ${DEFAULT_WEEKS}.`,
  })
  const asOf = t.arg(AS_OF_ARGUMENT)
  const id = t.arg.string({
    required: true,
    limits: GIVEN_CONDITION,
    description: CONDITION_ID,
  })
  return {
    smartMoney: t.field({
      type: SmartMoneyType,
      description:
        "A cohort's positions in open markets, compared with market prices: its size, positions by category, the weekly highlight and opportunities. Without Pro, five opportunities with their side and price, by the volume of their markets; Pro adds the others, every position, and consensus.",
      complexity: priced(() => 1),
      throws: {
        SERVICE_UNAVAILABLE: 'until the first week is computed',
        NOT_FOUND: 'for a screen that the caller may not read',
      },
      args: {
        cohort,
        asOf,
        screen: t.arg.id({ ...OWN_SCREEN, description: 'Members of this screen instead.' }),
      },
      resolve: async (_root, { cohort, asOf, screen }, context) => {
        const snapshot = await context.snapshot(asOf ?? null)
        return screen
          ? smartMoneyOfScreen(screen, snapshot, context)
          : smartMoneyOf(cohort ?? DEFAULT_COHORT, snapshot, context)
      },
    }),
    smartMoneyHighlights: t.field({
      type: [SignalType],
      complexity: sliced({ assumedSize: DEFAULT_WEEKS, slicingArguments: ['weeks'] }, () => MAX_WEEKS),
      description: "A cohort's weekly highlights as recorded at the time, newest first, with their outcomes.",
      args: { weeks, cohort },
      resolve: async (_root, args, context) => {
        const snapshot = await context.snapshot()
        const [to, name] = [weekStart(dayOf(snapshot.cutoff.time)), args.cohort ?? DEFAULT_COHORT]
        const range = { cohort: name, from: to - 7 * ((args.weeks ?? DEFAULT_WEEKS) - 1), to }
        const weeks = await context.smartMoney.weeks({ cohort: name, from: 0, to })
        if (weeks.length === 0) throw noWeekYet(name)
        return (await highlightsOf(range, snapshot, context)).reverse()
      },
    }),
    smartMoneyHistory: t.field({
      type: SmartMoneyHistoryType,
      nullable: true,
      tier: PRO,
      complexity: sliced(
        { assumedSize: DEFAULT_WEEKS, slicingArguments: ['weeks'], sizedFields: ['snapshots'] },
        () => MAX_WEEKS,
      ),
      description:
        "A cohort's weeks with their changes, past opportunities with outcomes, and performance. Contains no identities.",
      args: { cohort, weeks },
      resolve: async (_root, args, context) => {
        const count = args.weeks ?? DEFAULT_WEEKS
        const name = args.cohort ?? DEFAULT_COHORT
        const snapshot = await context.snapshot()
        const history = await cohortHistory(context.smartMoney, name, count, snapshot)
        return { ...history, cutoff: snapshot.cutoff }
      },
    }),
    smartMoneyMarket: t.field({
      type: SmartMoneyMarketType,
      nullable: true,
      tier: PRO,
      description: "A cohort's position in one market: divergence, the last eight weeks, and its members.",
      throws: { NOT_FOUND: 'for an unknown condition' },
      args: { id, cohort, asOf },
      resolve: async (_root, args, context) => {
        const name = args.cohort ?? DEFAULT_COHORT
        const market = await findMarket(args, context)
        const week = await cohortWeek(context.smartMoney, name, market.snapshot)
        return { market, cohort: name, week }
      },
    }),
  }
})
