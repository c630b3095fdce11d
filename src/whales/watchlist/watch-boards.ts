import { setImmediate } from 'node:timers/promises'
import { showsPeople } from '../../access/shown-people.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { optedOutTraders } from '../../store/accounts/opted-out.ts'
import { addToOutbox, type OutboxEntry } from '../../store/alerts/alert-outbox.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { boardOf } from '../../store/snapshot/board-of.ts'
import { firstDayOf, readCurrent } from '../../store/snapshot/read-boards.ts'
import { readScores, readStandings } from '../../store/snapshot/read-columns.ts'
import type { BoardOrder, Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { newestHead } from '../../store/snapshot/stored-snapshots.ts'
import { type BoardFollower, boardFollowers } from '../../store/watchlist/board-follows.ts'
import {
  type BoardBehind,
  type BoardMoved,
  type BoardTold,
  boardsBehind,
  isBoardDue,
  moveBoard,
  nextTold,
  noteTold,
} from '../../store/watchlist/followed-boards.ts'
import { nextAccountOf } from '../../store/watchlist/follower-channels.ts'
import { namesOfEffects } from '../../store/watchlist/wallet-notices.ts'
import type { BoardChanges, BoardMove, BoardNotice } from './board-notice.ts'
import { changesBetween, changesOfTop, nextPlaces, WATCHED_RANKS } from './board-places.ts'
import { FOLLOW_LIMITS } from './follow.ts'
import { noticeId } from './notice-id.ts'
import { readyAt, type TellOptions, tellPages } from './tell-followers.ts'

/**
 * Looks at the followed boards once a snapshot is published, and puts who entered and who left their tops into the outbox of
 * who follows them. A board is read once a snapshot, however many follow it, and not at all without a new one. Each
 * transaction writes a bounded part. Where it was stopped, the next look goes on, whoever takes it; any number of processes may
 * look at once, and what they find has the same ids.
 * @returns how many channels will be told
 */
export async function watchBoards(db: Database, options: TellOptions): Promise<number> {
  const head = await newestHead(db)
  if (head === undefined || !(await isBoardDue(db, head.id))) return 0
  const all = { nowMs: Date.now(), ...options }
  // What a look before this one left comes first: a board moves on only once its followers are told.
  const tellAll = () => tellPages(db, (tx) => tellSome(tx, all))
  const told = await tellAll()
  const moves = await db.view(async (sql) => {
    const snapshot = await readCurrent(sql)
    return snapshot === null ? [] : movesTo(sql, snapshot)
  })
  for (const { before, moved } of moves) await db.transaction((tx) => moveBoard(tx, before, moved))
  return told + (await tellAll())
}

interface Move {
  before: BoardBehind
  moved: BoardMoved
}

async function movesTo(sql: Sql, snapshot: Snapshot): Promise<Move[]> {
  const behind = await boardsBehind(sql, snapshot.id)
  const hidden = new Set(await optedOutTraders(sql))
  const followed = behind.filter(({ board, isFollowed }) => isFollowed && leaderboardById(board))
  const moves: Move[] = behind
    .filter((before) => !followed.includes(before))
    .map((before) => ({ before, moved: { snapshot: snapshot.id, places: null, changes: null } }))
  // Boards of one period are read from the same standings, which are large.
  for (const boards of Map.groupBy(followed, ({ board }) => leaderboardById(board)?.period).values()) {
    const read = createBoardRead(sql, snapshot, hidden)
    for (const before of boards) {
      // SQLite answers without a pause: a server in this process must get its turn.
      await setImmediate()
      const order = await read(before.board)
      if (order === null) continue
      const known = before.places?.filter(({ trader }) => !hidden.has(trader)) ?? null
      const places = nextPlaces(known ?? [], order.traders.subarray(0, WATCHED_RANKS))
      const shown = known === null ? [] : await shownMoves(sql, changesBetween(known, places), order)
      const changes = shown.length === 0 ? null : { time: snapshot.generatedAt, moves: shown }
      moves.push({ before, moved: { snapshot: snapshot.id, places, changes } })
    }
  }
  return moves
}

/** Reads boards of one period, without those who are left out. */
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
    return now && boardOf(tab, { standings: now, scores }, null, {}, hidden)
  }
}

/** Changes with names, and with the ranks of those who are further behind, as far down as anybody is shown. */
async function shownMoves(
  sql: Sql,
  changes: ReturnType<typeof changesBetween>,
  { traders: order }: BoardOrder,
): Promise<BoardChanges['moves']> {
  if (changes.length === 0) return []
  const ids = changes.map(({ trader }) => trader)
  const { traders } = await namesOfEffects(sql, [], ids)
  return changes.flatMap(({ trader, rank, ...change }) => {
    const who = traders.get(trader)
    const place = order.indexOf(trader) + 1 || null
    return who ? [{ address: who.address, name: who.name, rank: rank ?? place, ...change }] : []
  })
}

/** Null where nobody is to be told of anything. */
async function tellSome(tx: Sql, options: Required<TellOptions>): Promise<number | null> {
  const pending = await nextTold(tx)
  if (pending === undefined) return null
  const followers = await boardFollowers(tx, { ...pending, free: FOLLOW_LIMITS.FREE.leaderboards })
  await noteTold(tx, pending, nextAccountOf(followers))
  const noticeOf = createNotices(pending)
  const entries = followers.flatMap((follower): OutboxEntry[] => {
    const notice = noticeOf(follower)
    if (notice === null) return []
    const ready = readyAt(follower.tier, follower.quietHours, notice.time, options)
    return [{ channelId: follower.channelId, group: `board ${pending.board}`, alert: notice, ...ready }]
  })
  return addToOutbox(tx, entries)
}

/** What a follower is told; null: nothing, or nothing that its tier may read. Those who follow the same top are told the same. */
function createNotices({ board, snapshot, changes }: BoardTold) {
  const definition = leaderboardById(board)
  const made = new Map<number, BoardNotice | null>()
  return ({ top, tier }: BoardFollower): BoardNotice | null => {
    if (definition === undefined || !showsPeople(definition.tab, tier)) return null
    const known = made.get(top)
    if (known !== undefined) return known
    const { entered, left } = changesOfTop(changes.moves, top)
    const id = noticeId(board, top, snapshot, changes.time)
    const notice: BoardNotice | null =
      entered.length + left.length === 0
        ? null
        : {
            ...{ id, time: changes.time, leaderboard: board, title: definition.title, top },
            ...{ entered: entered.map(moveOf), left: left.map(moveOf) },
          }
    made.set(top, notice)
    return notice
  }
}

function moveOf({ address, name, rank, previousRank }: BoardMove): BoardMove {
  return { address, name, rank, previousRank }
}
