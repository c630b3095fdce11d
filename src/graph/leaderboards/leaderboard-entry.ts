import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { MicroShares } from '../../ledger/quantities.ts'
import type { Tab } from '../../metrics/leaderboards.ts'
import type { Snapshot, TraderRow } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { ADDRESS } from '../kit/limits/forms.ts'
import { FOR_EVERYBODY, ROUNDED_DIGITS, type TierRule } from '../kit/tier-rule.ts'
import { CoverageEnum, coverageOf } from '../traders/coverage.ts'
import { KeyNumbersInterface } from '../traders/key-numbers.ts'
import { RiskNumbersInterface } from '../traders/risk-numbers.ts'
import { TraderType } from '../traders/trader.ts'
import { ON_GATED_BOARD } from './board-access.ts'
import type { RowNumbers } from './row-numbers.ts'

/** A row of a board: a place, who stands there, and its numbers over the board's period. */
export interface Entry {
  readonly numbers: RowNumbers
  readonly tab: Tab
  readonly snapshot: Snapshot
  /** From 1, the best. */
  readonly rank: number
  /** The rank a day before; null where it was not on the board then, or that board is not known. */
  readonly previousRank: number | null
  /** Who stands there. */
  readonly row: TraderRow
  /** Shares that left without having been seen to come. */
  readonly untracked: MicroShares
  /** What orders the board, in the unit that the API shows. */
  readonly value: number | null
}

const WITHHELD = 'Null where the row is withheld from the caller'

/** Everything but a row's rank and value: a field that is added is withheld too. */
const SIGNED_IN: TierRule<Entry> = { requires: 'FREE', otherwise: 'NULL', where: ON_GATED_BOARD }

/** A row of a board. */
export const LeaderboardEntryType = builder.objectRef<Entry>('LeaderboardEntry').implement({
  description: `A leaderboard row: a trader with its numbers over the leaderboard's period. Where the leaderboard's \`access\` is SIGNED_IN, anonymous callers see \`rank\` and a rounded \`value\`; all else is null.`,
  fieldTier: SIGNED_IN,
  interfaces: [KeyNumbersInterface, RiskNumbersInterface],
  fields: (t) => ({
    rank: t.exposeInt('rank', {
      tier: FOR_EVERYBODY,
      description: 'The rank, 1 is the best.',
    }),
    previousRank: t.exposeInt('previousRank', {
      nullable: true,
      description: `The rank one day earlier. Null if the trader was not on the leaderboard then, or it is unknown. ${WITHHELD}.`,
    }),
    address: t.string({
      nullable: true,
      limits: ADDRESS,
      description: `The trader's address: {limits}. ${WITHHELD}.`,
      resolve: ({ row }) => row.address,
    }),
    username: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      description: `The public name. ${WITHHELD}, or if unknown.`,
      resolve: ({ row }) => row.username,
    }),
    profileImage: t.string({
      complexity: textCost(TEXT_BOUNDS.picture),
      nullable: true,
      description: `URL of the public profile picture. ${WITHHELD}, or if unknown.`,
      resolve: ({ row }) => row.profileImage,
    }),
    xUsername: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      description: `The trader's X handle, without the @. ${WITHHELD}, or if unknown.`,
      resolve: ({ row }) => row.xUsername,
    }),
    verifiedBadge: t.boolean({
      nullable: true,
      description: `True if the source of the public name marks it as verified. ${WITHHELD}.`,
      resolve: ({ row }) => row.verified,
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      description: `The trader's full profile. ${WITHHELD}.`,
      resolve: ({ row, snapshot }, _args, { loaders }) => loaders(snapshot).profiles.load(row.id),
    }),
    coverage: t.field({
      type: CoverageEnum,
      nullable: true,
      description: `Whether the ledger holds the trader's complete history; if not, profit can be too low or too high. ${WITHHELD}.`,
      resolve: ({ row, untracked, snapshot }, _args, { loaders }) =>
        coverageOf({ row, numbers: { untracked }, snapshot }, loaders),
    }),
    value: t.exposeFloat('value', {
      nullable: true,
      tier: { ...SIGNED_IN, otherwise: 'ROUNDED' },
      description: `The value of the leaderboard's \`metric\`, in its unit. Null when the metric is null. Rounded to ${ROUNDED_DIGITS} significant digits where the row is withheld.`,
    }),
    volume: t.amount(({ numbers }) => numbers.volume, {
      nullable: true,
      metric: 'volume',
      description: `${WITHHELD}.`,
    }),
  }),
})
