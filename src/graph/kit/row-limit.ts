import { meets, type Tier } from '../../access/tier.ts'
import { DEFAULT_ROWS, MAX_ROWS } from '../../metrics/leaderboards.ts'
import type { ArgumentTier } from './tier-rule.ts'

/** The tier needed for more rows than the public ones. */
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
 * Returns the rows that a resolver's arguments request after {@link MORE_ROWS} was applied: those after the
 * first `from`, down to the lowest row that the tier may see over any number of pages.
 */
export function rowRange(
  { first }: { first?: number | null | undefined },
  from: number,
  tier: Tier,
): RowRange {
  return { from, to: Math.min(from + (first ?? DEFAULT_ROWS), shownRows(tier)) }
}

/** Returns the number of rows of a board that a tier may see. */
export function shownRows(tier: Tier): number {
  return meets(tier, 'PRO') ? MAX_ROWS : DEFAULT_ROWS
}

/**
 * Returns one sentence on why rows below a part of a board with `total` rows are withheld. Null if none are:
 * a board shorter than the public part withholds nothing.
 */
export function truncatedReason({ to }: RowRange, total: number, tier: Tier): string | null {
  const shown = shownRows(tier)
  if (to < shown || total <= shown) return null
  const [rows, most] = [shown, MAX_ROWS].map((count) => count.toLocaleString('en'))
  return meets(tier, 'PRO')
    ? `A leaderboard has at most ${rows} rows to show.`
    : `Only the first ${rows} rows are shown without Pro: sign in with a Pro account for up to ${most}.`
}
