import { meets, type Tier } from '../access/tier.ts'
import { DEFAULT_ROWS, MAX_ROWS } from '../metrics/leaderboards.ts'

/** How many rows of a board are served, and why not all that were asked for. */
export interface RowLimit {
  /** Rows that are served, if the board has as many. */
  readonly rows: number
  /** One sentence, or null where nothing was withheld. */
  readonly truncatedReason: string | null
}

/**
 * The rows that a caller of a tier gets of a board with `entryCount` rows, having asked for `limit` (from 1 to 1,000).
 * Nothing counts as withheld where the board is shorter than what everybody may see.
 */
export function rowLimit(limit: number, tier: Tier, entryCount: number): RowLimit {
  const allowed = meets(tier, 'PRO') ? MAX_ROWS : DEFAULT_ROWS
  const withheld = Math.min(limit, entryCount) > allowed
  return {
    rows: Math.min(limit, allowed),
    truncatedReason: withheld
      ? `Without Pro a leaderboard shows at most ${DEFAULT_ROWS} rows; sign in with a Pro account for up to ${MAX_ROWS.toLocaleString('en')}.`
      : null,
  }
}
