import { setImmediate } from 'node:timers/promises'
import { defined } from '../checks.ts'
import { type BoardMove, byRank, type TopNotice } from '../delivery/notices.ts'
import type { Seconds } from '../ledger/quantities.ts'
import { DEFAULT_ROWS, leaderboardById } from '../metrics/leaderboards.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { hiddenTraders } from '../store/opted-out.ts'
import { boardOf } from '../store/snapshot/board-of.ts'
import { firstDayOf } from '../store/snapshot/read-boards.ts'
import { readScores, readStandings } from '../store/snapshot/snapshot-columns.ts'
import type { BoardOrder, Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { newestHead } from '../store/snapshot/stored-snapshots.ts'
import type { Begin, Follower } from './follow.ts'
import { traderNames } from './names.ts'
import { addNotices, keyOf, noticeId } from './notices.ts'
import type { RuleField } from './rule-fields.ts'
import { beginKnown, type Known, moveKnown } from './watch-cursor.ts'

/** The most places of a board that can be followed: those that every tier may read. */
export const MOST_TOP = DEFAULT_ROWS

/**
 * Returns the ranks below `top` at which a trader still counts as in it, so that a trader at its edge does
 * not cause notices again and again.
 */
export function marginOf(top: number): number {
  return Math.max(1, Math.floor(top / 10))
}

/** The ranks of a board that decide the members of any top. */
export const WATCHED_RANKS = MOST_TOP + marginOf(MOST_TOP)

/** The smallest top that keeps a trader at a rank, by rank − 1. */
const STAYS_IN = Array.from({ length: WATCHED_RANKS }, (_, i) => {
  let top = 1
  while (top + marginOf(top) <= i) top++
  return top
})

export interface KnownPlace {
  trader: number
  /** From 1. */
  rank: number
  /**
   * The smallest top with the trader in it, at most {@link MOST_TOP}. Every larger top has the trader too.
   */
  top: number
}

/** A trader who entered or left some tops, with the places before and after. */
export interface PlaceChange {
  /** Null if below {@link WATCHED_RANKS} or off the board. */
  rank: number | null
  /** Null if unknown, below {@link WATCHED_RANKS} or off the board. */
  previousRank: number | null
  /** The smallest top with the trader in it, now and before. Null if none. */
  top: number | null
  previousTop: number | null
}

/** A snapshot's changes of a board, for followers of a top of any length. */
export interface BoardChanges {
  time: Seconds
  moves: readonly (BoardMove & PlaceChange)[]
}

/**
 * Returns the places of a board's next order. A trader enters a top at a rank within it, and leaves it at a
 * rank more than the margin below it.
 * @param order ids of the first {@link WATCHED_RANKS} traders, best first
 */
export function nextPlaces(before: readonly KnownPlace[], order: ArrayLike<number>): KnownPlace[] {
  const known = new Map(before.map(({ trader, top }) => [trader, top]))
  return STAYS_IN.slice(0, order.length)
    .map((staysIn, i): KnownPlace => {
      const trader = defined(order[i])
      const rank = i + 1
      return { trader, rank, top: Math.min(rank, Math.max(known.get(trader) ?? Infinity, staysIn)) }
    })
    .filter(({ top }) => top <= MOST_TOP)
}

/** Returns the traders who entered or left any top between two lists of places. */
export function changesBetween(
  before: readonly KnownPlace[],
  after: readonly KnownPlace[],
): (PlaceChange & { trader: number })[] {
  const now = new Map(after.map((place) => [place.trader, place]))
  const then = new Map(before.map((place) => [place.trader, place]))
  return [...new Set([...now.keys(), ...then.keys()])].flatMap((trader) => {
    const [place, previous] = [now.get(trader), then.get(trader)]
    if (place?.top === previous?.top) return []
    return {
      trader,
      rank: place?.rank ?? null,
      previousRank: previous?.rank ?? null,
      top: place?.top ?? null,
      previousTop: previous?.top ?? null,
    }
  })
}

/** Returns the traders who entered and who left one top, best first. */
export function changesOfTop<Change extends PlaceChange>(
  changes: readonly Change[],
  top: number,
): { entered: Change[]; left: Change[] } {
  const isIn = (smallest: number | null) => smallest !== null && smallest <= top
  const ordered = changes.toSorted(byRank)
  return {
    entered: ordered.filter((one) => isIn(one.top) && !isIn(one.previousTop)),
    left: ordered.filter((one) => !isIn(one.top) && isIn(one.previousTop)),
  }
}

/** The places of a followed board by a newer snapshot, and who moved since followers were notified. */
export interface MovedBoard {
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
): Promise<MovedBoard[]> {
  const hidden = await hiddenTraders(sql)
  const boardNamed = ({ topic }: Known<unknown>) => leaderboardById(keyOf(topic))
  const isFollowed = (one: Known<unknown>) => followed.has(one.topic) && boardNamed(one) !== undefined
  const moves: MovedBoard[] = known
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

/* Parts of every follow of the first places of a list. */

/** The rule of a follow of a list. */
export function topField<Usual extends number>(usual: Usual, label: string) {
  return {
    type: 'count',
    limits: { minimum: 1, maximum: MOST_TOP },
    default: usual,
    label,
    text: 'Number of top places, {limits}: traders entering or leaving them send a notification.',
  } as const satisfies RuleField
}

export interface TopRules {
  top: number
}

/** The newest snapshot when a follow began, 0 without one: its owner is notified of later ones. */
export interface TopState {
  snapshot: number
}

/** A snapshot's changes of a list, for a top of any length. */
export interface TopNews {
  snapshot: number
  changes: BoardChanges
}

/** Begins a follow of a list. */
export async function beginTop(
  tx: Sql,
  { topic, state }: Pick<Begin<TopRules, TopState>, 'topic' | 'state'>,
): Promise<TopState> {
  await beginKnown(tx, topic, true)
  // Snapshot numbers only grow, so an existing follow keeps its earlier one.
  return state ?? { snapshot: (await newestHead(tx))?.id ?? 0 }
}

/** The part of a snapshot's changes that a follower is notified of; null for none. @param list the list's id */
export function topNotice(
  { rules: { top }, state }: Pick<Follower<TopRules, TopState>, 'rules' | 'state'>,
  { snapshot, changes: { time, moves } }: TopNews,
  list: string,
): Omit<TopNotice, 'title'> | null {
  if ((state?.snapshot ?? 0) >= snapshot) return null
  const { entered, left } = changesOfTop(moves, top)
  if (entered.length + left.length === 0) return null
  const id = noticeId(list, top, snapshot, time)
  return { id, time, top, entered: entered.map(moveOf), left: left.map(moveOf) }
}

function moveOf({ address, name, rank, previousRank }: TopNotice['entered'][number]) {
  return { address, name, rank, previousRank }
}

/** The places that followers of a list know by a newer snapshot, and the news of it. */
export interface TopMove {
  known: Known<unknown>
  /** Null: nobody follows the list. */
  state: unknown
  /** Null: nobody moved. */
  news: TopNews | null
}

/** Writes the places that followers know by a snapshot, with its news, unless another process has. */
export async function writeTopMove(
  db: Database,
  snapshot: number,
  { known, state, news }: TopMove,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await moveKnown(tx, known, snapshot, state)) || news === null) return
    const { topic } = known
    const { time } = news.changes
    const id = noticeId(topic, snapshot, time)
    // The notice depends on no event, so a reverted block retracts nothing: the next snapshot corrects it.
    await addNotices(tx, [{ id, topic, time, key: Number.MIN_SAFE_INTEGER, low: null, high: null, news }])
  })
}
