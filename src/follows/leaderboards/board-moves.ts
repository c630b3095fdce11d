import { setImmediate } from 'node:timers/promises'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import type { Sql } from '../../store/engine/database.ts'
import { hiddenTraders } from '../../store/opted-out.ts'
import { boardOf } from '../../store/snapshot/board-of.ts'
import { firstDayOf } from '../../store/snapshot/read-boards.ts'
import { readScores, readStandings } from '../../store/snapshot/snapshot-columns.ts'
import type { BoardOrder, Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { traderNames } from '../names.ts'
import { keyOf } from '../notices.ts'
import type { Known } from '../watch-cursor.ts'
import {
  type BoardChanges,
  changesBetween,
  type KnownPlace,
  nextPlaces,
  WATCHED_RANKS,
} from './board-places.ts'

/** The places of a followed board by a newer snapshot, and who moved since followers were notified. */
export interface BoardMove {
  known: Known<KnownPlace[]>
  /** Null if the board has no followers or is in no snapshot. */
  places: KnownPlace[] | null
  /** Null if no trader moved. */
  changes: BoardChanges | null
}

/**
 * Returns the places of boards by a snapshot.
 * @param known the places that followers know
 * @param followed the topics with followers
 */
export async function boardMoves(
  sql: Sql,
  snapshot: Snapshot,
  known: readonly Known<KnownPlace[]>[],
  followed: ReadonlySet<string>,
): Promise<BoardMove[]> {
  const hidden = await hiddenTraders(sql)
  const boardNamed = ({ topic }: Known<unknown>) => leaderboardById(keyOf(topic))
  const isFollowed = (one: Known<unknown>) => followed.has(one.topic) && boardNamed(one) !== undefined
  const moves: BoardMove[] = known
    .filter((one) => !isFollowed(one))
    .map((one) => ({ known: one, places: null, changes: null }))
  // Boards of one period are read from the same standings, which are large.
  for (const boards of Map.groupBy(known.filter(isFollowed), (one) => boardNamed(one)?.period).values()) {
    const read = createBoardRead(sql, snapshot, hidden)
    for (const before of boards) {
      // SQLite answers without a pause: a server in this process must get its turn.
      await setImmediate()
      const order = await read(keyOf(before.topic))
      if (order === null) continue
      const shown = before.state?.filter(({ trader }) => !hidden.has(trader)) ?? null
      const places = nextPlaces(shown ?? [], order.traders.subarray(0, WATCHED_RANKS))
      const moved = shown === null ? [] : await shownMoves(sql, changesBetween(shown, places), order.traders)
      const changes = moved.length === 0 ? null : { time: snapshot.cutoff.time, moves: moved }
      moves.push({ known: before, places, changes })
    }
  }
  return moves
}

/** Reads boards of one period, without hidden traders. */
function createBoardRead(sql: Sql, snapshot: Snapshot, hidden: ReadonlySet<number>) {
  let standings: ReturnType<typeof readStandings> | null = null
  return async (board: string): Promise<BoardOrder | null> => {
    const definition = leaderboardById(board)
    if (definition === undefined) return null
    const { tab } = definition
    const of = { firstDay: firstDayOf(definition, snapshot), category: 0 }
    standings ??= readStandings(sql, snapshot, of, false)
    const now = await standings
    const scores = tab.isScored ? await readScores(sql, snapshot, board, false) : null
    return now && boardOf(tab, { standings: now, scores }, null, null, hidden)
  }
}

/**
 * Adds names to changes, and ranks for traders below the watched places, as far down as the board is public.
 */
export async function shownMoves(
  sql: Sql,
  changes: ReturnType<typeof changesBetween>,
  order: { indexOf(trader: number): number },
): Promise<BoardChanges['moves']> {
  if (changes.length === 0) return []
  const ids = changes.map(({ trader }) => trader)
  const traders = await traderNames(sql, ids)
  return changes.flatMap(({ trader, rank, ...change }) => {
    const who = traders.get(trader)
    const place = order.indexOf(trader) + 1 || null
    return who ? [{ address: who.address, name: who.name, rank: rank ?? place, ...change }] : []
  })
}
