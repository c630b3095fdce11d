import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import { MICRO } from '../../ledger/quantities.ts'
import { SIGNAL_KINDS } from '../../smart-money/signal-kind.ts'
import type { SignalRow } from '../../smart-money/signal-row.ts'
import { builder } from '../kit/builder.ts'
import { decimalOf } from '../kit/decimal.ts'
import { textCost } from '../kit/query-cost.ts'
import type { TierRule } from '../kit/tier-rule.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { SmartCohortEnum } from './smart-cohort.ts'

const KINDS = {
  OPPORTUNITY: "The cohort's part of YES differs from the price by 0.15 or more.",
  CONSENSUS: 'The cohort holds at least 80 % on one side, and the price agrees.',
  HIGHLIGHT: 'The stance of the week: the largest |divergence| · log10(value) · √members at its start.',
}

const SignalKindEnum = builder.enumType('SignalKind', {
  description: "What a cohort's stance in a market is a signal of.",
  values: Object.fromEntries(SIGNAL_KINDS.map((kind) => [kind, { description: KINDS[kind] }])),
})

const SideEnum = builder.enumType('MarketSide', {
  description: 'A side of a market of two outcomes.',
  values: { YES: { description: 'The first outcome.' }, NO: { description: 'The second outcome.' } } as const,
})

const OutcomeEnum = builder.enumType('SignalOutcome', {
  description: 'How a signal came out.',
  values: {
    WON: { description: 'A share of its side paid a dollar.' },
    LOST: { description: 'A share of its side paid nothing.' },
    VOID: { description: 'The market paid both sides something.' },
    OPEN: { description: 'The market has not resolved.' },
  } as const,
})

/** The week's highlight is everybody's, as far as it gives no category away; every other stance is for Pro. */
const STANCE: TierRule<SignalRow> = {
  requires: 'PRO',
  otherwise: 'NULL',
  where: {
    says: 'the signal is not the highlight of a week, or would tell of the other markets of a category',
    holds: ({ isPublic }) => !isPublic,
  },
}

/** Said of every field that {@link STANCE} withholds. */
const OTHERS =
  'Null for callers without Pro, unless it is the highlight of a week that gives no category away.'

/** How a cohort stands in a market of two outcomes, YES being the first: what it says, and what became of it. */
export const SignalType = builder.objectRef<SignalRow>('Signal').implement({
  description:
    'How a cohort stands in a market of two outcomes, YES being the first. Markets with more outcomes have none; each question of a group is a market of its own.',
  fields: (t) => ({
    cohort: t.field({
      type: SmartCohortEnum,
      description: 'Whose stance it is.',
      resolve: ({ cohort }) => cohort,
    }),
    snapshotDate: t.field({
      type: 'Date',
      description: "The Monday from which on the cohort's members are fixed.",
      resolve: ({ week }) => week,
    }),
    condition: t.exposeString('condition', { description: "The market's condition: 0x and 64 hex digits." }),
    question: t.exposeString('question', {
      complexity: textCost(TEXT_BOUNDS.question),
      nullable: true,
      description: "The market's question. Null while it is unknown.",
    }),
    slug: t.exposeString('slug', {
      complexity: textCost(TEXT_BOUNDS.slug),
      nullable: true,
      description: "The market's slug. Null while it is unknown.",
    }),
    category: t.field({
      type: MarketCategoryEnum,
      nullable: true,
      description: "The market's category then. Null where it had none.",
      resolve: ({ category }) => categoryNamed(category),
    }),
    price: t.float({
      description: 'What a YES share cost, in USD from 0 to 1.',
      resolve: ({ price }) => decimalOf(price),
    }),
    kind: t.field({
      type: SignalKindEnum,
      nullable: true,
      tier: STANCE,
      description: `What it is a signal of. Null where it is none. ${OTHERS}`,
      resolve: ({ kind }) => kind,
    }),
    side: t.field({
      type: SideEnum,
      nullable: true,
      tier: STANCE,
      description: `The side that the signal is for. Null where it is none. ${OTHERS}`,
      resolve: ({ side }) => side,
    }),
    yesShare: t.float({
      nullable: true,
      tier: STANCE,
      description: `The YES shares' part of the cohort's marked value in the market, a fraction floored to 6 decimals. ${OTHERS}`,
      resolve: ({ yesShare }) => yesShare / MICRO,
    }),
    divergence: t.float({
      nullable: true,
      tier: STANCE,
      description: `How much more of YES it holds than the price says: \`yesShare\` less \`price\`, from −1 to 1. ${OTHERS}`,
      resolve: ({ divergence }) => divergence / MICRO,
    }),
    value: t.float({
      nullable: true,
      tier: STANCE,
      description: `The marked value of the cohort's shares in the market, in USD. ${OTHERS}`,
      resolve: ({ value }) => decimalOf(value),
    }),
    members: t.int({
      nullable: true,
      tier: STANCE,
      description: `Members that hold shares worth something, 3 or more. ${OTHERS}`,
      resolve: ({ members }) => members,
    }),
    outcome: t.field({
      type: OutcomeEnum,
      nullable: true,
      tier: STANCE,
      description: `How it came out, as far as the answer reaches. ${OTHERS}`,
      resolve: ({ grade }) => grade.outcome,
    }),
    return: t.float({
      nullable: true,
      tier: STANCE,
      description: `What a share of its side paid, by what it cost, less 1; fees left out. Null while the market is open. ${OTHERS}`,
      resolve: ({ grade }) => grade.return,
    }),
  }),
})
