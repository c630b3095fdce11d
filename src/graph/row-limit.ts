import { DEFAULT_ROWS, MAX_ROWS } from '../metrics/leaderboards.ts'
import type { TierRule } from './tier-rule.ts'
import { withheldArgument } from './withheld-arguments.ts'

/** Who may ask for more rows than everybody gets. */
export const MORE_ROWS: TierRule<number> = {
  requires: 'PRO',
  otherwise: 'NULL',
  where: { says: `it is above ${DEFAULT_ROWS}`, holds: (limit) => limit > DEFAULT_ROWS },
}

/** The rows of a board that a caller gets. */
export interface RowLimit {
  /** Rows that are served, if the board has as many. */
  readonly rows: number
  /** Rows that were asked for and are not for the caller's tier; null where it gets what it asked for. */
  readonly refused: number | null
}

/** The limit where nobody asked for one. */
export const DEFAULT_LIMIT: RowLimit = { rows: DEFAULT_ROWS, refused: null }

/** The limit that a resolver's arguments ask for, {@link MORE_ROWS} having been applied to them. */
export function rowLimit(args: { limit?: number | null | undefined }): RowLimit {
  const refused = withheldArgument(args, 'limit')
  return { rows: args.limit ?? DEFAULT_ROWS, refused: typeof refused === 'number' ? refused : null }
}

/**
 * Why rows of a board with `entryCount` rows were withheld, in one sentence. Null where none were: a board that is
 * shorter than what everybody may see withholds nothing.
 */
export function truncatedReason({ rows, refused }: RowLimit, entryCount: number): string | null {
  if (refused === null || Math.min(refused, entryCount) <= rows) return null
  return `Without Pro a leaderboard shows at most ${rows} rows; sign in with a Pro account for up to ${MAX_ROWS.toLocaleString('en')}.`
}
