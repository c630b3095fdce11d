import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { known, statement } from '../../store/engine/statement.ts'
import { NOTICES } from '../follow-tables.ts'
import type { BoardChanges } from './board-places.ts'

type Move = BoardChanges['moves'][number]

/** The changes of a followed board in a range of time, as followers were notified of them. */
export interface BoardNews {
  topic: string
  snapshot: number
  changes: BoardChanges
}

/** The newest changes that are read, of all boards that an account follows. */
const MOST_NEWS = 2_000

const NEWS = statement((from, { topics, upTo }: { topics: readonly string[]; upTo: Seconds }) =>
  from(NOTICES)
    .select('topic', 'time', known('payload'))
    .whereAnyOf('topic', 'text', topics)
    .where('time', '<=', upTo)
    .whereNotNull('payload')
    .orderBy('time', 'desc')
    .orderBy('id')
    .limit(MOST_NEWS),
)

/** The changes of some boards up to a time, the newest first. By the index on (topic, time). */
export async function boardNews(sql: Sql, topics: readonly string[], upTo: Seconds): Promise<BoardNews[]> {
  const rows = topics.length === 0 ? [] : await NEWS.all(sql, { topics, upTo })
  return rows.map(({ topic, payload }) => ({ ...JSON.parse(payload), topic }))
}

/**
 * Combines changes of one board into the change from the first to the last: a trader who came and went is in neither.
 * @param news the newest first
 */
export function netMoves(news: readonly BoardNews[]): Move[] {
  const moves = new Map<string, Move>()
  for (const move of news.toReversed().flatMap(({ changes }) => changes.moves)) {
    const first = moves.get(move.address) ?? move
    const { previousRank, previousTop } = first
    moves.set(move.address, { ...move, previousRank, previousTop })
  }
  return [...moves.values()]
}
