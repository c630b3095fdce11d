import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import { type ConditionId, MICRO } from '../../ledger/quantities.ts'
import type { SignalRow } from '../../smart-money/signals.ts'
import type { SignalKind } from '../../smart-money/stance.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { MarketCategoryEnum, valuesOf } from '../kit/enums.ts'
import { CONDITION_ID, HASH } from '../kit/limits/known-limits.ts'
import { loadMarket, MarketRef } from '../kit/market-page.ts'
import type { TierRule } from '../kit/tier-rule.ts'
import { COHORT_OR_SCREEN, MEMBERS, MEMBERS_WEEK, YES_PRICE } from './smart-cohort.ts'

const KINDS: Readonly<Record<SignalKind, string>> = {
  OPPORTUNITY: "The cohort's YES share differs from the price by 0.15 or more.",
  CONSENSUS: "At least 80% of the cohort's value is on one side, and the price agrees.",
  HIGHLIGHT: 'The signal of the week: the largest |divergence| · log10(value) · √members at its start.',
}

const SignalKindEnum = builder.enumType('SignalKind', {
  description: 'The kinds of smart-money signal.',
  values: valuesOf(KINDS),
})

const SideEnum = builder.enumType('MarketSide', {
  description: 'A side of a two-outcome market.',
  values: { YES: { description: 'The first outcome.' }, NO: { description: 'The second outcome.' } } as const,
})

const OutcomeEnum = builder.enumType('SignalOutcome', {
  description: 'Outcomes of a signal.',
  values: {
    WON: { description: 'A share of its side paid $1.' },
    LOST: { description: 'A share of its side paid nothing.' },
    VOID: { description: 'The market paid both sides something.' },
    OPEN: { description: 'The market has not resolved.' },
  } as const,
})

/** A cohort's positioning in a market requires Pro; the week's highlight is public. */
const POSITIONING: TierRule<SignalRow> = {
  requires: 'PRO',
  otherwise: 'NULL',
  where: { says: 'the signal is not a weekly highlight', holds: ({ kind }) => kind !== 'HIGHLIGHT' },
}

/** A cohort's stance in a market of two outcomes, YES being the first, with its result. */
export const SignalType = builder.objectRef<SignalRow>('Signal').implement({
  description:
    "A cohort's position in a two-outcome market against its price; YES is the first outcome. Each question of a neg-risk group is a market of its own.",
  fields: (t) => ({
    cohort: t.expose('cohort', COHORT_OR_SCREEN),
    snapshotDate: t.expose('week', MEMBERS_WEEK),
    condition: t.text('condition', { limits: HASH, description: CONDITION_ID }),
    question: t.text('question', {
      nullable: true,
      complexity: textCost(TEXT_BOUNDS.question),
      description: "The market's question. Null while unknown.",
    }),
    slug: t.text('slug', {
      nullable: true,
      complexity: textCost(TEXT_BOUNDS.slug),
      description: "The market's slug. Null while unknown.",
    }),
    yesName: t.text(({ condition }, _args, context) => outcomeName(condition, 0, context), {
      nullable: true,
      complexity: textCost(TEXT_BOUNDS.name),
      description: "Name of the first outcome, YES here: `Yes`, or a team's. Null while unknown.",
    }),
    noName: t.text(({ condition }, _args, context) => outcomeName(condition, 1, context), {
      nullable: true,
      complexity: textCost(TEXT_BOUNDS.name),
      description: 'Name of the second outcome, NO here. Null while unknown.',
    }),
    market: t.of(MarketRef, ({ condition }, _args, context) => loadMarket(condition, context), {
      nullable: true,
      description: 'The market. Null while the ledger holds no event of it.',
    }),
    category: t.of(MarketCategoryEnum, ({ category }) => categoryNamed(category), {
      nullable: true,
      description: "The market's category at the time. Null if it had none.",
    }),
    price: t.amount('price', {
      limits: { minimum: 0, maximum: 1 },
      description: YES_PRICE,
    }),
    kind: t.of(SignalKindEnum, 'kind', {
      nullable: true,
      description: 'The kind of signal. Null if it is none.',
    }),
    side: t.of(SideEnum, 'side', {
      nullable: true,
      description: 'The side that the signal favors. Null if it is none.',
    }),
    yesShare: t.number(({ yesShare }) => yesShare / MICRO, {
      nullable: true,
      tier: POSITIONING,
      description: `YES share of the cohort's marked value in the market, a fraction floored to 6 decimals.`,
    }),
    divergence: t.number(({ divergence }) => divergence / MICRO, {
      nullable: true,
      limits: { minimum: -1, maximum: 1 },
      tier: POSITIONING,
      description: `Divergence from the market: \`yesShare\` minus \`price\`, from {limits}.`,
    }),
    value: t.amount('value', {
      nullable: true,
      tier: POSITIONING,
      description: `Marked value of the cohort's shares in the market, in USD.`,
    }),
    members: t.exposeInt('members', {
      nullable: true,
      tier: POSITIONING,
      ...MEMBERS,
    }),
    outcome: t.of(OutcomeEnum, ({ grade }) => grade.outcome, 'The outcome as of `cutoff`.'),
    cutoff: t.expose('cutoff', CUTOFF),
    return: t.number(({ grade }) => grade.return, {
      nullable: true,
      description:
        'Return of a share of its side, payout ÷ price − 1, before fees. Null while the market is open.',
    }),
  }),
})

async function outcomeName(
  condition: ConditionId,
  index: number,
  context: RequestContext,
): Promise<string | null> {
  const market = await loadMarket(condition, context)
  if (market === null) return null
  const outcomes = (await market.page.outcomes()).get(market.facts.id) ?? []
  return outcomes.find(({ outcome }) => outcome === index)?.name ?? null
}
