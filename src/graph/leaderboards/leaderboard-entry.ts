import { defined } from '../../checks.ts'
import { decimalOf } from '../../ledger/quantities.ts'
import type { Tab } from '../../metrics/leaderboards.ts'
import { ratioOf } from '../../metrics/running-sum.ts'
import type { ShownNumbers, Snapshot, TraderRow } from '../../store/snapshot/snapshot-reader.ts'
import { type BoardCells, FLAGS } from '../../store/snapshot/standings.ts'
import { ON_GATED_BOARD } from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import { ADDRESS, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import { FOR_EVERYBODY, ROUNDED_DIGITS, type TierRule } from '../kit/tier-rule.ts'
import { TraderType } from '../traders/trader.ts'
import {
  CoverageEnum,
  coverageIn,
  identityFields,
  KeyNumbersInterface,
  RiskNumbersInterface,
  type RowNumbers,
  VERIFIED,
} from '../traders/trader-fields.ts'

/** A row's numbers that standings do not have: they are read for the rows of a page if its query selects one. */
export type RowExtras = ShownNumbers

/**
 * The numbers of a board's row.
 * @param extras undefined if the query selects none of them
 */
export function rowNumbers(cells: BoardCells, row: number, extras: RowExtras | undefined): RowNumbers {
  return new RowOfCells(cells, row, extras)
}

/** A class, so that its getters are shared by all rows. */
class RowOfCells implements RowNumbers {
  readonly pnl: number
  readonly volume: number
  readonly fills: number
  readonly roi: number | null
  readonly isBot: boolean
  readonly #extras: RowExtras | undefined

  constructor(cells: BoardCells, row: number, extras: RowExtras | undefined) {
    this.pnl = defined(cells.pnl[row])
    this.volume = defined(cells.volume[row])
    this.fills = defined(cells.fills[row])
    this.roi = ratioOf(this.pnl, defined(cells.stake[row]))
    this.isBot = (defined(cells.flags[row]) & FLAGS.bot) !== 0
    this.#extras = extras
  }

  get realized() {
    return defined(this.#extras).realized
  }

  get markets() {
    return defined(this.#extras).markets
  }

  get winRate() {
    return defined(this.#extras).winRate
  }

  get wins() {
    return defined(this.#extras).wins
  }

  get losses() {
    return defined(this.#extras).losses
  }

  get botProbability() {
    return defined(this.#extras).botProbability
  }

  get sharpeRatio() {
    return defined(this.#extras).sharpeRatio
  }

  get sortinoRatio() {
    return defined(this.#extras).sortinoRatio
  }

  get profitFactor() {
    return defined(this.#extras).profitFactor
  }

  get maxDrawdown() {
    return defined(this.#extras).maxDrawdown
  }

  get maxDrawdownPct() {
    return defined(this.#extras).maxDrawdownPct
  }
}

/** Returns the number that ordered a row, in the unit of the API. */
export function shownValue({ metric }: Tab, cells: BoardCells, row: number): number {
  const value = defined(cells.metric[row])
  return metric === 'pnl' || metric === 'volume' ? decimalOf(value) : value
}

/** A row of a board: a rank, its trader, and the trader's numbers over the board's period. */
export interface Entry {
  readonly numbers: RowNumbers
  readonly tab: Tab
  /** True if it is withheld from anonymous callers. */
  readonly isGated: boolean
  readonly snapshot: Snapshot
  /** From 1, the best. */
  readonly rank: number
  /** The rank a day before; null where it was not on the board then, or that board is not known. */
  readonly previousRank: number | null
  readonly row: TraderRow
  /** Whether the coverage is not OK. */
  readonly isPartial: boolean
  /** The number that ordered the board, in the unit of the API. */
  readonly value: number
}

/** Everything but a row's rank and value: a field that is added is withheld too. */
const SIGNED_IN: TierRule<Entry> = { requires: 'FREE', otherwise: 'NULL', where: ON_GATED_BOARD }

export const LeaderboardEntryType = builder.objectRef<Entry>('LeaderboardEntry').implement({
  description: `A leaderboard row: a trader with its numbers over the leaderboard's period. Where the leaderboard's \`access\` is SIGNED_IN, anonymous callers see \`rank\` and a rounded \`value\`; all else is null, except as of a day of an earlier month.`,
  fieldTier: SIGNED_IN,
  interfaces: [KeyNumbersInterface, RiskNumbersInterface],
  fields: (t) => ({
    rank: t.exposeInt('rank', {
      tier: FOR_EVERYBODY,
      description: 'The rank, 1 is the best.',
    }),
    previousRank: t.exposeInt('previousRank', {
      nullable: true,
      description:
        'The rank one day earlier. Null if the trader was not on the leaderboard then, or it is unknown.',
    }),
    address: t.text(({ row }) => row.address, {
      nullable: true,
      limits: ADDRESS,
      description: WALLET_ADDRESS,
    }),
    ...identityFields(t, ({ row }) => row),
    verifiedBadge: t.flag(({ row }) => row.verified, { nullable: true, description: VERIFIED }),
    trader: t.of(
      TraderType,
      ({ row, snapshot }, _args, { loaders }) => loaders(snapshot).profiles.load(row.id),
      { nullable: true, description: "The trader's full profile." },
    ),
    coverage: t.field({
      type: CoverageEnum,
      nullable: true,
      description:
        "Whether the ledger holds the trader's complete history; if not, profit can be too low or too high.",
      resolve: ({ row, isPartial, snapshot }, _args, { loaders }) =>
        coverageIn({ trader: row.id, isPartial, snapshot }, loaders),
    }),
    value: t.number('value', {
      nullable: true,
      tier: { ...SIGNED_IN, otherwise: 'ROUNDED' },
      description: `The value of the leaderboard's \`metric\`, in its unit. Null when the metric is null. Rounded to ${ROUNDED_DIGITS} significant digits where the row is withheld.`,
    }),
    volume: t.amount(({ numbers }) => numbers.volume, { nullable: true, metric: 'volume' }),
  }),
})
