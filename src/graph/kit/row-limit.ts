import { meets, type Tier } from '../../access/tier.ts'
import { DEFAULT_ROWS, MAX_ROWS } from '../../metrics/leaderboards.ts'
import type { ArgumentTier } from './tier-rule.ts'

/** Who may ask for more rows than everybody gets. */
export const MORE_ROWS: ArgumentTier<number> = {
  requires: 'PRO',
  otherwise: 'NULL',
  where: { says: `it is above ${DEFAULT_ROWS}`, holds: (limit) => limit > DEFAULT_ROWS },
}

/** The part of a board's order that a caller gets: rows from `from`, counted from 0, to before `to`. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/**
 * The rows that a resolver's arguments ask for, {@link MORE_ROWS} having been applied to them: those behind the first
 * `from`, down to the lowest that a tier is shown, however many pages lead there.
 */
export function rowRange(
  { first }: { first?: number | null | undefined },
  from: number,
  tier: Tier,
): RowRange {
  return { from, to: Math.min(from + (first ?? DEFAULT_ROWS), shownRows(tier)) }
}

/** How many rows of a board a tier is shown in all. */
export function shownRows(tier: Tier): number {
  return meets(tier, 'PRO') ? MAX_ROWS : DEFAULT_ROWS
}

/**
 * Why the rows behind a part of a board with `total` rows are withheld, in one sentence. Null where none are: a board that is
 * shorter than what everybody may see withholds nothing.
 */
export function truncatedReason({ to }: RowRange, total: number, tier: Tier): string | null {
  const shown = shownRows(tier)
  if (to < shown || total <= shown) return null
  const [rows, most] = [shown, MAX_ROWS].map((count) => count.toLocaleString('en'))
  return meets(tier, 'PRO')
    ? `A leaderboard has at most ${rows} rows to show.`
    : `Only the first ${rows} rows are shown without Pro: sign in with a Pro account for up to ${most}.`
}
