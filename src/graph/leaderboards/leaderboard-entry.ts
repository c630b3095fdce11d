import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { dayOf, type MicroShares } from '../../ledger/quantities.ts'
import type { Tab } from '../../metrics/leaderboards.ts'
import type { Snapshot, TraderRow } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { decimalOf } from '../kit/decimal.ts'
import { ADDRESS } from '../kit/limits/forms.ts'
import type { TierRule } from '../kit/tier-rule.ts'
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
  /** From 1, the best; where who stands there is withheld, that of the first row of its band. */
  readonly rank: number
  /** The rank a day before; null where it was not on the board then, or that board is not known. */
  readonly previousRank: number | null
  /** Who stands there; null where that is withheld from the caller. */
  readonly row: TraderRow | null
  /** What the row is labelled by, where who stands there is withheld; else null. */
  readonly place: string | null
  /** Shares that left without having been seen to come; 0 where who stands there is withheld. */
  readonly untracked: MicroShares
  /** What orders the board, in the unit that the API shows. */
  readonly value: number | null
}

const WITHHELD = 'Null where identities are withheld from the caller'

const COARSE =
  'Where identities are withheld, numbers are rounded to 2 digits or 1 so that at least 5 neighbouring rows match, or null.'

/** Everything that identifies a row's trader. */
const IDENTITY: TierRule<Entry> = { requires: 'FREE', otherwise: 'NULL', where: ON_GATED_BOARD }

/** A row of a board. */
export const LeaderboardEntryType = builder.objectRef<Entry>('LeaderboardEntry').implement({
  description: `A leaderboard row: a trader with its numbers over the leaderboard's period. ${COARSE}`,
  interfaces: [KeyNumbersInterface, RiskNumbersInterface],
  fields: (t) => ({
    rank: t.exposeInt('rank', {
      description:
        'The rank, 1 is the best. Where identities are withheld, each band of 5 or more rows shares the rank of its first.',
    }),
    previousRank: t.exposeInt('previousRank', {
      nullable: true,
      description: `The rank one day earlier. Null if the trader was not on the leaderboard then, or it is unknown. ${WITHHELD}.`,
    }),
    address: t.string({
      nullable: true,
      tier: IDENTITY,
      limits: ADDRESS,
      description: `The trader's address: {limits}. ${WITHHELD}.`,
      resolve: ({ row }) => row?.address ?? null,
    }),
    username: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      tier: IDENTITY,
      description: `The public name. ${WITHHELD}, or if unknown.`,
      resolve: ({ row }) => row?.username ?? null,
    }),
    label: t.string({
      nullable: true,
      description:
        'A placeholder where identities are withheld, such as `Trader #12345`. It belongs to the row, not the trader, and stays the same for the day of the cutoff. Null where the trader is shown.',
      resolve: labelOfEntry,
    }),
    profileImage: t.string({
      complexity: textCost(TEXT_BOUNDS.picture),
      nullable: true,
      tier: IDENTITY,
      description: `URL of the public profile picture. ${WITHHELD}, or if unknown.`,
      resolve: ({ row }) => row?.profileImage ?? null,
    }),
    xUsername: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      tier: IDENTITY,
      description: `The trader's X handle, without the @. ${WITHHELD}, or if unknown.`,
      resolve: ({ row }) => row?.xUsername ?? null,
    }),
    verifiedBadge: t.boolean({
      nullable: true,
      tier: IDENTITY,
      description: `True if the source of the public name marks it as verified. ${WITHHELD}.`,
      resolve: ({ row }) => row?.verified ?? null,
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      tier: IDENTITY,
      description: `The trader's full profile. ${WITHHELD}.`,
      resolve: ({ row, snapshot }, _args, { loaders }) => row && loaders(snapshot).profiles.load(row.id),
    }),
    coverage: t.field({
      type: CoverageEnum,
      nullable: true,
      tier: IDENTITY,
      description: `Whether the ledger holds the trader's complete history; if not, profit can be too low or too high. ${WITHHELD}.`,
      resolve: ({ row, untracked, snapshot }, _args, { loaders }) =>
        row && coverageOf({ row, numbers: { untracked }, snapshot }, loaders),
    }),
    value: t.exposeFloat('value', {
      nullable: true,
      description: `The value of the leaderboard's \`metric\`, in its unit. Null when the metric is null. ${COARSE}`,
    }),
    volume: t.float({
      nullable: true,
      metric: 'volume',
      description: `${COARSE}`,
      resolve: ({ numbers }) => numbers.volume && decimalOf(numbers.volume),
    }),
  }),
})

/** Of the cutoff's day rather than of today, so that an answer stays as it is for as long as its snapshot. */
function labelOfEntry({ place, snapshot }: Entry, _args: object, { labels }: RequestContext) {
  return place === null ? null : labels.of(place, dayOf(snapshot.cutoff.time))
}
