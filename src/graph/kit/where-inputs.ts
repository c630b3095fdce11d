import { MAX_ROWS } from '../../metrics/leaderboards.ts'
import { builder } from './builder.ts'
import { SLICE } from './cost/query-cost.ts'
import { GIVEN_SCREEN, LIST_LIMITS } from './limits/known-limits.ts'

/* Inputs that filters of several features share. */

export interface Range {
  min?: number | null | undefined
  max?: number | null | undefined
  known?: boolean | null | undefined
}

/** The first traders of a leaderboard, as a caller names them. */
export interface GivenBoard {
  id: string
  top?: number | null | undefined
}

/** Traders of a leaderboard that a filter names unless it says how many. */
export const BOARD_TOP = 100

/**
 * The options of a field that names a saved screen. Answers to it differ between accounts of one tier, so REST and pages keep none.
 * Its price is that of any question, which is in the store.
 */
export const OWN_SCREEN = { limits: GIVEN_SCREEN, weight: SLICE, extensions: { ofAccount: true } } as const

/** Beyond every number of ours. */
const BOUND = { minimum: -1e15, maximum: 1e15 }

export const NumberRangeInput = builder.inputRef<Range>('NumberRange').implement({
  description: 'A range of a number, both ends included. An unknown number is in no range.',
  fields: (t) => ({
    min: t.float({
      limits: BOUND,
      description: 'The least value, in the unit of the number, from {limits}. Default: no minimum.',
    }),
    max: t.float({ limits: BOUND, description: 'The largest value, from {limits}. Default: no maximum.' }),
    known: t.boolean({ description: 'Whether the number is known. Default: either.' }),
  }),
})

export const BoardWhereInput = builder.inputRef<GivenBoard>('BoardWhere').implement({
  description: "The first traders of a leaderboard at the question's cutoff.",
  fields: (t) => ({
    id: t.string({
      required: true,
      limits: { minLength: 1, maxLength: LIST_LIMITS.boardId },
      description: 'The leaderboard, such as `pnl-7d`; one whose `access` is SIGNED_IN requires sign-in.',
    }),
    top: t.int({
      limits: { minimum: 1, maximum: MAX_ROWS },
      description: `How many of its first traders, from {limits}. Default: ${BOARD_TOP}.`,
    }),
  }),
})
