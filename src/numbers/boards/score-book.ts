import { LEADERBOARDS, type Ranking } from '../../metrics/leaderboards.ts'
import type { TraderScores } from './trader-scores.ts'

/** The boards that are ordered by what few traders have. */
export const SCORED_BOARDS = LEADERBOARDS.filter(({ tab }) => tab.isScored)

/** Who has a score, and which traders are bots, at one moment. */
export interface ScoreBook {
  /** By board, the scores by trader id. */
  scores: ReadonlyMap<string, Map<number, number>>
  bots: Set<number>
}

/** A book without traders. */
export function emptyScoreBook(): ScoreBook {
  return { scores: new Map(SCORED_BOARDS.map(({ id }) => [id, new Map()])), bots: new Set() }
}

/** Puts a trader's scores in the place of those that were there; null for a trader who has none. */
export function putScores(book: ScoreBook, trader: number, scores: TraderScores | null): void {
  if (scores?.isBot()) book.bots.add(trader)
  else book.bots.delete(trader)
  for (const board of SCORED_BOARDS) putScore(book, board, trader, scores?.scoreOf(board) ?? null)
}

/** Puts one score in the place of what was there; null for none. */
export function putScore({ scores }: ScoreBook, { id }: Ranking, trader: number, score: number | null): void {
  if (score === null) scores.get(id)?.delete(trader)
  else scores.get(id)?.set(trader, score)
}
