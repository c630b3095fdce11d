import { meets } from '../../access/tier.ts'
import { categoryStances } from '../../smart-money/category-stances.ts'
import { type CurrentStances, currentStances, stancesAsWritten } from '../../smart-money/current-stances.ts'
import { publicWeeksOf } from '../../smart-money/public-weeks.ts'
import { signalKind, signalSide } from '../../smart-money/signal-kind.ts'
import { currentSignal, recordedSignal, type SignalRow } from '../../smart-money/signal-row.ts'
import type { SmartCohort } from '../../smart-money/smart-cohorts.ts'
import { MOST_MEMBERS } from '../../smart-money/smart-cohorts.ts'
import { divergenceOf, type Stance } from '../../smart-money/stance.ts'
import type { WeekRange } from '../../store/smart-money/week-series.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { CutoffType } from '../kit/cutoff.ts'
import { CategoryStanceType } from './category-stance.ts'
import { SignalType } from './signal.ts'
import { SmartCohortEnum } from './smart-cohort.ts'

/** A cohort at a snapshot; for callers without Pro as its week began. */
export interface SmartMoney extends CurrentStances {
  readonly snapshot: Snapshot
}

/** Rows that a caller without Pro sees, and only which markets they are. */
const TEASER_ROWS = 5
/** Rows that a list of signals is taken to have. */
const USUAL_ROWS = 200

/** A cohort at a snapshot, for the caller of a request. Rejects as `currentStances` does. */
export async function smartMoneyOf(
  cohort: SmartCohort,
  snapshot: Snapshot,
  { reader, caller }: RequestContext,
): Promise<SmartMoney> {
  const read = meets(caller.tier, 'PRO') ? currentStances : stancesAsWritten
  return { ...(await read(reader.smartMoney, cohort, snapshot)), snapshot }
}

/** What a cohort's members hold in open markets, against the prices. */
export const SmartMoneyType = builder.objectRef<SmartMoney>('SmartMoney').implement({
  description:
    "A cohort's positions in open markets, compared with their prices. A market counts until it ends, with at least 3 members and $5,000 of marked value.",
  fields: (t) => ({
    cohort: t.field({
      type: SmartCohortEnum,
      description: 'The cohort whose positions are shown.',
      resolve: ({ cohort }) => cohort,
    }),
    cohortSize: t.int({
      limits: { minimum: 0, maximum: MOST_MEMBERS },
      description: 'Number of members, {limits}.',
      resolve: ({ members }) => members,
    }),
    snapshotDate: t.field({
      type: 'Date',
      description: 'The Monday, 00:00 UTC, since which its members are fixed for the week.',
      resolve: ({ week }) => week,
    }),
    computedAt: t.field({
      type: 'DateTime',
      description: 'Time of computation; with `asOf`, the close of the day.',
      resolve: ({ snapshot }) => snapshot.generatedAt,
    }),
    cutoff: t.field({
      type: CutoffType,
      description: 'The last event counted in positions and prices.',
      resolve: ({ snapshot }) => snapshot.cutoff,
    }),
    categories: t.field({
      type: [CategoryStanceType],
      complexity: { field: 1, multiplier: 10 },
      description:
        'Positions by category, largest value first. Without Pro: as the week began, categories without numbers last.',
      resolve: async ({ cohort, week, stances }, _args, { reader, caller }) =>
        meets(caller.tier, 'PRO')
          ? categoryStances(stances)
          : (await publicWeeksOf(reader.smartMoney)).categories(cohort, week),
    }),
    weeklyPick: t.field({
      type: SignalType,
      nullable: true,
      description:
        'The highlight recorded at the start of the week. Null if no position differed from its price.',
      resolve: weeklyPick,
    }),
    markets: t.field({
      type: [SignalType],
      complexity: { field: 1, multiplier: USUAL_ROWS },
      description: `The opportunities, widest divergence first. Without Pro: up to ${TEASER_ROWS} of the markets that counted as the week began, in arbitrary order, with no numbers but the price.`,
      resolve: async (money, _args, context) => {
        const isPro = meets(context.caller.tier, 'PRO')
        return namedSignals(
          money,
          isPro ? opportunities(money) : money.stances.slice(0, TEASER_ROWS),
          context,
        )
      },
    }),
    consensusMarkets: t.field({
      type: [SignalType],
      nullable: true,
      tier: { requires: 'PRO', otherwise: 'NULL' },
      complexity: { field: 1, multiplier: USUAL_ROWS },
      description:
        'Markets where the cohort holds mostly one side and the price agrees, largest value first. Null without Pro.',
      resolve: (money, _args, context) => namedSignals(money, consensus(money), context),
    }),
  }),
})

async function weeklyPick({ cohort, week, snapshot }: SmartMoney, _args: object, context: RequestContext) {
  const [pick] = await highlightsOf({ cohort, from: week, to: week }, snapshot, context)
  return pick ?? null
}

/** A cohort's highlights as they were written, oldest first, graded by what a snapshot knows. */
export async function highlightsOf(
  range: WeekRange & { cohort: SmartCohort },
  { cutoff }: Snapshot,
  { reader: { smartMoney }, caller }: RequestContext,
): Promise<SignalRow[]> {
  const signals = await smartMoney.signals({ ...range, kind: 'HIGHLIGHT' })
  const shown = meets(caller.tier, 'PRO') ? null : await publicWeeksOf(smartMoney)
  return signals.map((signal) => ({
    ...recordedSignal(signal, range.cohort, cutoff.time),
    isPublic: shown?.showsHighlight(range.cohort, signal.week) ?? false,
  }))
}

function opportunities({ stances }: SmartMoney): Stance[] {
  const wide = stances.filter((stance) => signalKind(stance) === 'OPPORTUNITY')
  return wide.sort((a, b) => Math.abs(divergenceOf(b)) - Math.abs(divergenceOf(a)) || b.value - a.value)
}

function consensus({ stances }: SmartMoney): Stance[] {
  return stances.filter((stance) => signalKind(stance) === 'CONSENSUS').sort((a, b) => b.value - a.value)
}

async function namedSignals(
  { cohort, week }: SmartMoney,
  stances: readonly Stance[],
  { reader }: RequestContext,
): Promise<SignalRow[]> {
  const names = await reader.markets(stances.map(({ market }) => market))
  return stances.map((stance) => {
    const kind = signalKind(stance)
    const side = kind && signalSide(kind, stance)
    return currentSignal(stance, { cohort, week, kind, side }, names.get(stance.market))
  })
}
