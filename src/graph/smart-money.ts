import { meets } from '../access/tier.ts'
import { categoryStances } from '../smart-money/category-stances.ts'
import { type CurrentStances, currentStances } from '../smart-money/current-stances.ts'
import { signalKind, signalSide } from '../smart-money/signal-kind.ts'
import { currentSignal, recordedSignal, type SignalRow } from '../smart-money/signal-row.ts'
import type { SmartCohort } from '../smart-money/smart-cohorts.ts'
import { divergenceOf, type Stance } from '../smart-money/stance.ts'
import type { Snapshot } from '../store/snapshot-reader.ts'
import { builder } from './builder.ts'
import { CategoryStanceType } from './category-stance.ts'
import type { RequestContext } from './context.ts'
import { CutoffType } from './cutoff.ts'
import { SignalType } from './signal.ts'
import { SmartCohortEnum } from './smart-cohort.ts'

/** A cohort at a snapshot. */
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
  { reader }: RequestContext,
): Promise<SmartMoney> {
  return { ...(await currentStances(reader.smartMoney, cohort, snapshot)), snapshot }
}

/** What a cohort's members hold in open markets, against the prices. */
export const SmartMoneyType = builder.objectRef<SmartMoney>('SmartMoney').implement({
  description:
    "What a cohort's members hold in open markets, against the prices. A market counts with at least 3 members and $5,000 of marked value.",
  fields: (t) => ({
    cohort: t.field({
      type: SmartCohortEnum,
      description: 'Which cohort it is.',
      resolve: ({ cohort }) => cohort,
    }),
    cohortSize: t.int({ description: 'Its members, up to 100.', resolve: ({ members }) => members }),
    snapshotDate: t.field({
      type: 'Date',
      description: 'The Monday, 00:00 UTC, from which on its members are fixed for a week.',
      resolve: ({ week }) => week,
    }),
    computedAt: t.field({
      type: 'DateTime',
      description: 'When their positions and the prices were computed; with `asOf`, the close of the day.',
      resolve: ({ snapshot }) => snapshot.generatedAt,
    }),
    cutoff: t.field({
      type: CutoffType,
      description: 'The last event that the positions and prices count.',
      resolve: ({ snapshot }) => snapshot.cutoff,
    }),
    categories: t.field({
      type: [CategoryStanceType],
      complexity: { field: 1, multiplier: 10 },
      description: 'How it stands by category, the largest value first.',
      resolve: ({ stances }) => categoryStances(stances),
    }),
    weeklyPick: t.field({
      type: SignalType,
      nullable: true,
      description:
        "The highlight of the week's start, as it was written then. Null where no stance differed from its price.",
      resolve: weeklyPick,
    }),
    markets: t.field({
      type: [SignalType],
      complexity: { field: 1, multiplier: USUAL_ROWS },
      description: `The opportunities, the widest divergence first. Without Pro, up to ${TEASER_ROWS} of all markets that count, in no order that tells anything, and none of their numbers but the price.`,
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
        'Markets in which it is of one mind and the price agrees, the largest value first. Null for callers without Pro.',
      resolve: (money, _args, context) => namedSignals(money, consensus(money), context),
    }),
  }),
})

async function weeklyPick({ cohort, week, snapshot }: SmartMoney, _args: object, { reader }: RequestContext) {
  const [pick] = await reader.smartMoney.signals({ cohort, kind: 'HIGHLIGHT', from: week, to: week })
  return pick ? recordedSignal(pick, cohort, snapshot.cutoff.time) : null
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
