import { countText } from '../../formats.ts'
import { MAX_OUTCOMES, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { MAX_ROWS } from '../../metrics/leaderboards.ts'
import { SCREEN_COLUMNS, type ScreenColumn } from '../../metrics/screen-columns.ts'
import { DayWindowInput } from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import { GIVEN_CONDITION, LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { EVENT_ID } from '../kit/node-id.ts'
import { TIER_DIRECTIVE } from '../kit/tier-rule.ts'
import { BoardWhereInput, type GivenBoard, NumberRangeInput, type Range } from '../kit/where-inputs.ts'
import { StrategyNameEnum, VerdictEnum } from '../traders/analytics/trader-analytics.ts'
import { CoverageEnum } from '../traders/identity-fields.ts'

export const SCREEN_LIMITS = {
  conditions: 40,
  /** Levels of `all`, `any` and `not`. */
  depth: 3,
  among: 200,
  orders: 5,
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

/** Conditions as a caller gives them, by the names of their columns; all of them must hold. */
export interface GivenWhere {
  [column: string]: unknown
  query?: string | null | undefined
  among?: readonly string[] | null | undefined
  board?: GivenBoard | null | undefined
  holds?: GivenHolds | null | undefined
  all?: readonly GivenWhere[] | null | undefined
  any?: readonly GivenWhere[] | null | undefined
  not?: GivenWhere | null | undefined
}

export interface GivenOrder {
  by: string
  direction?: 'ASC' | 'DESC' | null | undefined
  weight?: number | null | undefined
  change?: boolean | null | undefined
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

/** The rule of numbers by which a gated leaderboard is ordered. */
export const GATED = {
  requires: 'FREE',
  otherwise: 'ERROR',
  where: { says: 'it compares a metric of a leaderboard whose `access` is SIGNED_IN', holds: () => true },
} as const
const GATED_DIRECTIVE = {
  directives: [{ name: TIER_DIRECTIVE.name, args: { requires: 'FREE', otherwise: 'ERROR' } }],
}

export const TraderWhereInput = builder.inputRef<GivenWhere>('TraderWhere')
TraderWhereInput.implement({
  description: `Conditions on traders, which must all hold. A condition on an unknown number is false, so \`not\` includes it. At most ${SCREEN_LIMITS.conditions} conditions, \`all\`, \`any\` and \`not\` ${SCREEN_LIMITS.depth} levels deep.`,
  fields: (t) => ({
    ...Object.fromEntries(
      SCREEN_COLUMNS.map(({ id, kind, description, isGated }) => {
        const options = {
          description: isGated ? `${description} Requires sign-in.` : description,
          ...(isGated && GATED_DIRECTIVE),
        }
        if (kind === 'FLAG') return [id, t.boolean(options)]
        if (kind === 'DAY') return [id, t.field({ type: DayWindowInput, ...options })]
        if (kind === 'NUMBER') return [id, t.field({ type: NumberRangeInput, ...options })]
        return [id, t.field({ type: [labelEnum(id)], ...options })]
      }),
    ),
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
    all: t.field({ type: [TraderWhereInput], description: 'Conditions that all hold.' }),
    any: t.field({
      type: [TraderWhereInput],
      description: 'Alternatives: at least one of these conditions holds.',
    }),
    not: t.field({ type: TraderWhereInput, description: 'Conditions that do not all hold.' }),
  }),
})

function labelEnum(id: string) {
  const found = Object.entries(LABEL_ENUMS).find(([name]) => name === id)
  if (found === undefined) throw new Error(`The label ${id} has no enum`)
  return found[1]
}

/** An enum of columns. @param says a sentence about a column and its title */
function columnEnum(
  name: string,
  columns: readonly ScreenColumn[],
  { description, says }: { description: string; says: (column: ScreenColumn) => string },
) {
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(
      columns.map((column) => [
        column.id.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
        {
          value: column.id as string,
          description: `${says(column)}${column.isGated ? ' Requires sign-in.' : ''}`,
          ...(column.isGated && GATED_DIRECTIVE),
        },
      ]),
    ),
  })
}

/** A label orders by its place in the list of its labels. */
const TraderSortEnum = columnEnum(
  'TraderSort',
  SCREEN_COLUMNS.filter(({ kind }) => kind !== 'FLAG'),
  {
    description: 'Numbers that traders can be sorted by.',
    says: ({ id, title }) => `Sorts by \`${id}\`: ${title}.`,
  },
)

export const TraderNumberEnum = columnEnum(
  'TraderNumber',
  SCREEN_COLUMNS.filter(({ kind }) => kind === 'NUMBER'),
  {
    description: 'Numbers of traders that have a distribution.',
    says: ({ id, title }) => `The number \`${id}\`: ${title}.`,
  },
)

const SortDirectionEnum = builder.enumType('SortDirection', {
  description: 'Directions of an order.',
  values: {
    ASC: { description: 'The lowest value first.' },
    DESC: { description: 'The highest value first.' },
  } as const,
})

export const TraderOrderInput = builder.inputRef<GivenOrder>('TraderOrder').implement({
  description:
    'One order of traders. Several apply one after another; with weights, by the weighted mean of percentiles among those who fit. An unknown number comes last; ties by volume, then by address.',
  fields: (t) => ({
    by: t.field({ type: TraderSortEnum, required: true, description: 'The number.' }),
    direction: t.field({
      type: SortDirectionEnum,
      description: 'The direction. Default: DESC, or ASC where lower values are better.',
    }),
    weight: t.float({
      limits: { minimum: 0.001, maximum: 1_000 },
      description: 'The weight, from {limits}, on every order or on none. Default: one order after another.',
    }),
    change: t.boolean({
      description: 'True to sort by the change between the days of `asOf` and `compareTo`. Default: false.',
    }),
  }),
})
