import { decimalOf } from '../../ledger/quantities.ts'
import { screenColumn } from '../../metrics/screen-columns.ts'
import { type Distribution, type DistributionBin, distributionOf } from '../../numbers/screen/distribution.ts'
import { builder } from '../kit/builder.ts'
import { LOOK_AT_ALL, priced, sized } from '../kit/cost/query-cost.ts'
import { refuseGated } from '../kit/question.ts'
import { TraderConnectionType } from './trader-connection.ts'
import { TraderNumberEnum } from './trader-where.ts'

/** Numbers of one answer. */
const MOST_NUMBERS = 8
/** Bins of a distribution, for its price. */
const USUAL_BINS = 24

/** A distribution with the number that it is of. */
interface OwnDistribution extends Distribution {
  of: string
}

interface OwnBin extends DistributionBin {
  of: string
}

const TraderDistributionBinType = builder.objectRef<OwnBin>('TraderDistributionBin').implement({
  description: 'Traders with a number in a range, the lower bound included.',
  fields: (t) => ({
    from: t.number(({ of, from }) => inUnit(of, from), {
      nullable: true,
      description: 'The lower bound, in the unit of the number. Null for the lowest range, which is open.',
    }),
    to: t.number(({ of, to }) => inUnit(of, to), {
      nullable: true,
      description: 'The upper bound, in the unit of the number. Null for the highest range, which is open.',
    }),
    traders: t.count('traders', 'Traders in the range, {limits}.'),
  }),
})

const TraderDistributionType = builder.objectRef<OwnDistribution>('TraderDistribution').implement({
  description: 'How a number is distributed over all traders with a trade in the window.',
  fields: (t) => ({
    of: t.of(TraderNumberEnum, 'of', 'The number.'),
    known: t.count('known', 'Traders whose number is known, {limits}.'),
    unknown: t.count('unknown', 'Traders whose number is unknown, as of too few bets, {limits}.'),
    bins: t.field({
      type: [TraderDistributionBinType],
      complexity: sized(
        { assumedSize: USUAL_BINS },
        priced(() => USUAL_BINS),
      ),
      description:
        'Adjacent ranges, the lowest first, with the traders in each: in steps of 1, 2 and 5 for amounts and counts, else in equal steps. Empty without a known number.',
      resolve: ({ of, bins }) => bins.map((bin) => ({ of, ...bin })),
    }),
  }),
})

/** A bound as the number is shown: amounts are in whole millionths. */
function inUnit(of: string, bound: number | null): number | null {
  return bound !== null && screenColumn(of).isMicro ? decimalOf(bound) : bound
}

builder.objectField(TraderConnectionType, 'distributions', (t) =>
  t.field({
    type: [TraderDistributionType],
    nullable: true,
    complexity: sized(
      { assumedSize: MOST_NUMBERS },
      priced(() => MOST_NUMBERS),
    ),
    countsCall: (_page, { of }) => of.length > 0,
    description:
      'Distributions of numbers over all traders with a trade in the window, regardless of `where`. Null for a search by name alone.',
    args: {
      of: t.arg({
        type: [TraderNumberEnum],
        required: true,
        weight: LOOK_AT_ALL,
        limits: { maxItems: MOST_NUMBERS },
        description: 'The numbers, {limits}.',
      }),
    },
    resolve: async ({ question }, { of }, context) => {
      const table = question?.table
      if (table === undefined) return null
      return Promise.all(
        of.map(async (name) => {
          const { id, isGated } = screenColumn(name)
          if (isGated) refuseGated('of', context)
          return { of: id as string, ...(await distributionOf(table, id)) }
        }),
      )
    },
  }),
)
