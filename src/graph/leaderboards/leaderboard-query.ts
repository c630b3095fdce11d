import type { Day } from '../../ledger/quantities.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import { MAKES_ANOTHER_BOARD, WITHOUT_GATED } from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import { weighted } from '../kit/cost/list-size.ts'
import { SLICE } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { MarketCategoryEnum, ONE_CATEGORY } from '../kit/enums.ts'
import { LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { DayWindowInput, namesDay, PRO_WINDOW } from './day-window.ts'
import { findLeaderboard, unknownLeaderboard } from './find-leaderboard.ts'
import { allLeaderboards, LeaderboardType } from './leaderboard.ts'

builder.queryField('leaderboards', (t) =>
  t.field({
    type: [LeaderboardType],
    complexity: { field: 1, multiplier: LEADERBOARDS.length },
    tier: {
      ...WITHOUT_GATED,
      where: {
        says: `\`asOf\` is given, and ${WITHOUT_GATED.where.says}`,
        holds: (_root, { asOf }: { asOf?: Day | null }) => (asOf ?? null) !== null,
      },
    },
    description: 'Every leaderboard, in display order, with its metric, number of rows and row limits.',
    args: { asOf: t.arg(AS_OF_ARGUMENT) },
    resolve: (_root, { asOf }, context) => allLeaderboards(asOf ?? null, context),
  }),
)

builder.queryField('leaderboard', (t) =>
  t.field({
    type: LeaderboardType,
    nullable: true,
    complexity: weighted(),
    description: 'The rows of one leaderboard, best first.',
    throws: { NOT_FOUND: 'for an unknown id; the message lists the known ones' },
    args: {
      id: t.arg.string({
        required: true,
        limits: { minLength: 1, maxLength: LIST_LIMITS.boardId },
        description:
          'The id `{tab}-{period}`, such as `pnl-7d`; with days of its own, the tab alone is enough.',
      }),
      asOf: t.arg({ ...AS_OF_ARGUMENT, tier: MAKES_ANOTHER_BOARD }),
      window: t.arg({
        type: DayWindowInput,
        tier: PRO_WINDOW,
        weight: SLICE,
        description:
          "Replaces the id's period with these days, within the ledger's: profit is the total at the close of the last day less the total at the close of the day before the first. The answer is as of the last day, so `asOf` cannot be combined with it. Default: the id's period.",
      }),
      category: t.arg({
        type: MarketCategoryEnum,
        tier: MAKES_ANOTHER_BOARD,
        weight: SLICE,
        description: ONE_CATEGORY,
      }),
    },
    resolve: async (_root, { id, asOf, window, category }, context) => {
      const days = window && namesDay(window) ? window : null
      const asked = { name: id, asOf: asOf ?? null, window: days, category: category ?? null }
      const board = await findLeaderboard(asked, context)
      if (board === null) throw unknownLeaderboard(id)
      return board
    },
  }),
)
