import { meets } from '../../access/tier.ts'
import { MAX_ROWS } from '../../metrics/leaderboards.ts'
import {
  type CurrentStances,
  categoryStances,
  currentStances,
  stancesOfTraders,
} from '../../smart-money/current-stances.ts'
import { currentSignal, recordedSignal, type SignalRow } from '../../smart-money/signals.ts'
import {
  divergenceOf,
  type SmartCohort,
  type Stance,
  signalKind,
  signalSide,
} from '../../smart-money/stance.ts'
import type { WeekRange } from '../../smart-money/week-series.ts'
import { UNKNOWN_VOLUME } from '../../store/markets/market-list.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { priced, sized } from '../kit/cost/query-cost.ts'
import { COMPUTED, CutoffType } from '../kit/cutoff.ts'
import { dayOfSnapshot } from '../kit/market-page.ts'
import { membersOf } from '../screen/saved-screens.ts'
import { SignalType } from './signal.ts'
import { BY_CATEGORY, CategoryStanceType, COHORT_OR_SCREEN } from './smart-cohort.ts'

export interface SmartMoney extends Omit<CurrentStances, 'cohort'> {
  /** Null: the members of a screen. */
  readonly cohort: SmartCohort | null
  readonly snapshot: Snapshot
}

/** Opportunities that a caller without Pro gets. */
const TEASER_ROWS = 5
/** Rows that a list of signals is taken to have. */
const USUAL_ROWS = 200

/** A cohort at a snapshot. Rejects as `currentStances` does. */
export async function smartMoneyOf(
  cohort: SmartCohort,
  snapshot: Snapshot,
  { smartMoney }: RequestContext,
): Promise<SmartMoney> {
  return { ...(await currentStances(smartMoney, cohort, snapshot)), snapshot }
}

/** The members of a saved screen in place of a cohort. @throws PequodError as `membersOf` does */
export async function smartMoneyOfScreen(
  screen: string,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<SmartMoney> {
  const members = await membersOf(screen, snapshot, context)
  const stances = await stancesOfTraders(context.smartMoney, members, snapshot)
  return { cohort: null, week: dayOfSnapshot(snapshot), members: members.length, stances, snapshot }
}

/** A cohort's holdings in open markets, beside the prices. */
export const SmartMoneyType = builder.objectRef<SmartMoney>('SmartMoney').implement({
  description:
    "A cohort's positions in open markets, compared with their prices. A market counts until it ends, with at least 3 members and $5,000 of marked value.",
  fields: (t) => ({
    cohort: t.expose('cohort', COHORT_OR_SCREEN),
    cohortSize: t.exposeInt('members', {
      limits: { minimum: 0, maximum: MAX_ROWS },
      description: 'Number of members, {limits}.',
    }),
    snapshotDate: t.of('Date', 'week', {
      description:
        'The Monday, 00:00 UTC, since which its members are fixed for the week; for a screen, the day of its members.',
    }),
    computedAt: t.when(({ snapshot }) => snapshot.generatedAt, COMPUTED),
    cutoff: t.of(CutoffType, ({ snapshot }) => snapshot.cutoff, {
      description: 'The last event counted in positions and prices.',
    }),
    categories: t.of([CategoryStanceType], ({ stances }) => categoryStances(stances), {
      rows: 10,
      description: BY_CATEGORY,
    }),
    weeklyPick: t.of(SignalType, weeklyPick, {
      nullable: true,
      description:
        'The highlight recorded at the start of the week. Null if no position differed from its price, and for a screen.',
    }),
    markets: t.field({
      type: [SignalType],
      tier: { requires: 'PRO', otherwise: 'FEWER' },
      complexity: sized(
        { assumedSize: USUAL_ROWS },
        priced((_args, { caller }) => (meets(caller.tier, 'PRO') ? USUAL_ROWS : TEASER_ROWS)),
      ),
      description: `The opportunities, widest divergence first. Without Pro: the ${TEASER_ROWS} whose markets have the largest volume, in that order.`,
      resolve: async (money, _args, context) =>
        namedSignals(
          money,
          meets(context.caller.tier, 'PRO') ? widestFirst(money) : await teasers(money, context),
          context,
        ),
    }),
    consensusMarkets: t.field({
      type: [SignalType],
      nullable: true,
      tier: { requires: 'PRO', otherwise: 'NULL' },
      complexity: { field: 1, multiplier: USUAL_ROWS },
      description:
        'Markets where the cohort holds mostly one side and the price agrees, largest value first.',
      resolve: (money, _args, context) => namedSignals(money, consensus(money), context),
    }),
  }),
})

async function weeklyPick({ cohort, week, snapshot }: SmartMoney, _args: object, context: RequestContext) {
  if (cohort === null) return null
  const [pick] = await highlightsOf({ cohort, from: week, to: week }, snapshot, context)
  return pick ?? null
}

/** Returns a cohort's highlights as they were written, oldest first, graded by a snapshot's results. */
export async function highlightsOf(
  range: WeekRange & { cohort: SmartCohort },
  { cutoff, ledgerVersion }: Snapshot,
  { smartMoney }: RequestContext,
): Promise<SignalRow[]> {
  const signals = await smartMoney.signals({ ...range, kind: 'HIGHLIGHT' }, ledgerVersion)
  return signals.map((signal) => recordedSignal(signal, range.cohort, cutoff))
}

function opportunities({ stances }: SmartMoney): Stance[] {
  return stances.filter((stance) => signalKind(stance) === 'OPPORTUNITY')
}

function widestFirst(money: SmartMoney): Stance[] {
  return opportunities(money).sort(
    (a, b) => Math.abs(divergenceOf(b)) - Math.abs(divergenceOf(a)) || b.value - a.value,
  )
}

/**
 * The order reveals nothing of the cohort: the largest volume first, unknown volumes last, then by condition.
 * One statement.
 */
async function teasers(money: SmartMoney, { reader }: RequestContext): Promise<Stance[]> {
  const all = opportunities(money)
  const markets = all.map(({ market }) => market)
  const upTo = money.snapshot.cutoff.time
  const volumes = await reader.marketStore.volumes(markets, { upTo })
  // A market without a fill has volume 0; null is unknown.
  const volumeOf = ({ market }: Stance) => (volumes.has(market) ? (volumes.get(market) ?? UNKNOWN_VOLUME) : 0)
  return all.sort((a, b) => volumeOf(b) - volumeOf(a)).slice(0, TEASER_ROWS)
}

function consensus({ stances }: SmartMoney): Stance[] {
  return stances.filter((stance) => signalKind(stance) === 'CONSENSUS').sort((a, b) => b.value - a.value)
}

async function namedSignals(
  { cohort, week, snapshot: { cutoff } }: SmartMoney,
  stances: readonly Stance[],
  { reader }: RequestContext,
): Promise<SignalRow[]> {
  const names = await reader.markets(stances.map(({ market }) => market))
  return stances.map((stance) => {
    const kind = signalKind(stance)
    const side = kind && signalSide(kind, stance)
    return currentSignal(stance, { cohort, week, kind, side, cutoff }, names.get(stance.market))
  })
}
