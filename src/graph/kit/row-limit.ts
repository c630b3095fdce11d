import { meets, type Tier } from '../../access/tier.ts'
import { DEFAULT_ROWS, MAX_ROWS } from '../../metrics/leaderboards.ts'
import type { TierRule } from './tier-rule.ts'
import { withheldArgument } from './withheld-arguments.ts'

/** Who may ask for more rows than everybody gets. */
export const MORE_ROWS: TierRule<number> = {
  requires: 'PRO',
  otherwise: 'NULL',
  where: { says: `it is above ${DEFAULT_ROWS}`, holds: (limit) => limit > DEFAULT_ROWS },
}

/** The part of a board's order that a caller gets: rows from `from`, counted from 0, to before `to`. */
export interface RowRange {
  readonly from: number
  readonly to: number
  /** The end of what was asked for, beyond `to` where the caller's tier or the board's end cut it. */
  readonly asked: number
}

/**
 * The rows that a resolver's arguments ask for, {@link MORE_ROWS} having been applied to them: those behind the first
 * `from`, down to the lowest that a tier is shown, however many pages lead there.
 */
export function rowRange(args: { first?: number | null | undefined }, from: number, tier: Tier): RowRange {
  const withheld = withheldArgument(args, 'first')
  const asked = from + (typeof withheld === 'number' ? withheld : (args.first ?? DEFAULT_ROWS))
  return { from, to: Math.min(from + (args.first ?? DEFAULT_ROWS), shownRows(tier)), asked }
}

/** How many rows of a board a tier is shown in all. */
export function shownRows(tier: Tier): number {
  return meets(tier, 'PRO') ? MAX_ROWS : DEFAULT_ROWS
}

/**
 * Why rows of a board with `total` rows were withheld, in one sentence. Null where none were: a board that is shorter
 * than what everybody may see withholds nothing.
 */
export function truncatedReason({ asked }: RowRange, total: number, tier: Tier): string | null {
  const shown = shownRows(tier)
  if (Math.min(asked, total) <= shown) return null
  const [rows, most] = [shown, MAX_ROWS].map((count) => count.toLocaleString('en'))
  return meets(tier, 'PRO')
    ? `A leaderboard has at most ${rows} rows to show.`
    : `Only the first ${rows} rows are shown without Pro: sign in with a Pro account for up to ${most}.`
}
