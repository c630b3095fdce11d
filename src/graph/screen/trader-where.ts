import { countText } from '../../formats.ts'
import { MAX_OUTCOMES, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { MAX_ROWS } from '../../metrics/leaderboards.ts'
import { SCREEN_COLUMNS } from '../../metrics/screen-columns.ts'
import { builder } from '../kit/builder.ts'
import { GIVEN_CONDITION, LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { EVENT_ID } from '../kit/node-id.ts'
import {
  ALL_OF,
  ANY_OF,
  CONDITIONS_SAY,
  columnEnum,
  conditionFields,
  type GivenConditions,
  NONE_OF,
  sortInputs,
} from '../kit/question.ts'
import { BoardWhereInput, type GivenBoard, NumberRangeInput, type Range } from '../kit/where-inputs.ts'
import { StrategyNameEnum, VerdictEnum } from '../traders/analytics/trader-analytics.ts'
import { CoverageEnum } from '../traders/trader-fields.ts'

export const SCREEN_LIMITS = {
  among: 200,
  /** Conditions on shares held: each reads a market's positions. */
  holds: 5,
} as const

/** The enums of the columns that are labels. */
export const LABEL_ENUMS = { verdict: VerdictEnum, strategy: StrategyNameEnum, coverage: CoverageEnum }

/** Shares held, as a caller describes them. */
export interface GivenHolds {
  market?: string | number | null | undefined
  event?: string | number | null | undefined
  outcome?: number | null | undefined
  value?: Range | null | undefined
}

/** Conditions as a caller gives them. */
export interface GivenWhere extends GivenConditions {
  query?: string | null | undefined
  among?: readonly string[] | null | undefined
  board?: GivenBoard | null | undefined
  holds?: GivenHolds | null | undefined
}

const HoldsWhereInput = builder.inputRef<GivenHolds>('HoldsWhere').implement({
  description: "Shares that a trader holds at the answer's cutoff. It names a market or an event.",
  fields: (t) => ({
    market: t.id({ limits: GIVEN_CONDITION, description: 'The market: its condition, {limits}.' }),
    event: t.id({
      limits: { minLength: 1, maxLength: TEXT_BOUNDS.slug + EVENT_ID.length },
      description: 'The id of the event, {limits}.',
    }),
    outcome: t.int({
      limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
      description: 'Index of the outcome, from {limits}. Default: any.',
    }),
    value: t.field({
      type: NumberRangeInput,
      description:
        'Value of the shares of one outcome, in USD; at cost where the price is unknown. Default: any.',
    }),
  }),
})

export const TraderWhereInput = builder.inputRef<GivenWhere>('TraderWhere')
TraderWhereInput.implement({
  description: `Conditions on traders, which must all hold. ${CONDITIONS_SAY}`,
  fields: (t) => ({
    ...conditionFields(t, SCREEN_COLUMNS, LABEL_ENUMS),
    query: t.string({
      limits: { maxLength: LIST_LIMITS.query },
      description: `Words of a name in any order, or the start of an address, {limits}; the best ${countText(MAX_ROWS)} matches.`,
    }),
    among: t.stringList({
      limits: { maxItems: SCREEN_LIMITS.among },
      description:
        'Addresses, or names that one trader has, {limits}. Without `orderBy` the rows have their order; `notFound` lists the others.',
    }),
    board: t.field({ type: BoardWhereInput, description: 'Members of a leaderboard.' }),
    holds: t.field({
      type: HoldsWhereInput,
      description: `Holders of shares in a market or an event. At most ${SCREEN_LIMITS.holds} such conditions.`,
    }),
    all: t.field({ type: [TraderWhereInput], description: ALL_OF }),
    any: t.field({
      type: [TraderWhereInput],
      description: ANY_OF,
    }),
    not: t.field({ type: TraderWhereInput, description: NONE_OF }),
  }),
})

export const TraderNumberEnum = columnEnum(
  'TraderNumber',
  SCREEN_COLUMNS.filter(({ kind }) => kind === 'NUMBER'),
  {
    description: 'Numbers of traders that have a distribution.',
    says: ({ id, title }) => `The number \`${id}\`: ${title}.`,
  },
)

export const TraderOrderInput = sortInputs('Trader', SCREEN_COLUMNS, {
  says: {
    order:
      'One order of traders. Several apply one after another; with weights, by the weighted mean of percentiles among those who fit. An unknown number comes last; ties by volume, then by address.',
    by: 'Numbers that traders can be sorted by.',
    direction: 'The direction. Default: DESC, or ASC where lower values are better.',
  },
  change: 'True to sort by the change between the days of `asOf` and `compareTo`. Default: false.',
})
