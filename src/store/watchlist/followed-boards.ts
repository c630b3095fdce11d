import type { BoardChanges } from '../../whales/watchlist/board-notice.ts'
import type { KnownPlace } from '../../whales/watchlist/board-places.ts'
import type { Sql } from '../engine/database.ts'
import { known, statement } from '../engine/statement.ts'
import { BOARD_FOLLOWS, FOLLOWED_BOARDS } from './watchlist-tables.ts'

/** A board whose followers know the places of another snapshot than the newest. */
export interface BoardBehind {
  board: string
  snapshot: number | null
  /** Null: none are known, and those of the newest snapshot are to be taken without a word. */
  places: KnownPlace[] | null
  isFollowed: boolean
}

const DUE = statement((from, { newest }: { newest: number }) =>
  from(FOLLOWED_BOARDS)
    .select('board')
    .whereNotNull('next_account')
    .orWhereNull('snapshot_id')
    .orWhere('snapshot_id', '<>', newest)
    .limit(1),
)
const BEHIND = statement((from, { newest }: { newest: number }) =>
  from(FOLLOWED_BOARDS)
    .select(...(['board', 'snapshot_id', 'places'] as const))
    .whereNull('next_account')
    .where((group) => group.whereNull('snapshot_id').orWhere('snapshot_id', '<>', newest)),
)
const FOLLOWED = statement((from) => from(BOARD_FOLLOWS).distinct('board'))
const MOVE = statement(
  (
    from,
    given: {
      board: string
      known: number
      snapshot: number
      places: string | null
      changes: string | null
      next: number | null
    },
  ) =>
    from(FOLLOWED_BOARDS)
      .where('board', given.board)
      .whereNull('next_account')
      .where(from.raw('COALESCE(snapshot_id, 0) = ?', [given.known]))
      .update({
        ...{ snapshot_id: given.snapshot, places: given.places },
        ...{ changes: given.changes, next_account: given.next },
      }),
)
const NEXT_TOLD = statement((from) => {
  const one = from(FOLLOWED_BOARDS)
    .select('board', known('snapshot_id'), known('changes'), known('next_account'))
    .whereNotNull('next_account')
    .orderBy('board')
    .limit(1)
  return from.dialect === 'postgres' ? one.forUpdate().skipLocked() : one
})
const MARK_NEXT = statement((from, { board, next }: { board: string; next: number }) =>
  from(FOLLOWED_BOARDS).where('board', board).update({ next_account: next }),
)
const MARK_TOLD = statement((from, { board }: { board: string }) =>
  from(FOLLOWED_BOARDS).where('board', board).update({ next_account: null, changes: null }),
)

/** Whether a board is not at the newest snapshot, or its followers are still to be told: one step without either. */
export async function isBoardDue(sql: Sql, newest: number): Promise<boolean> {
  return (await DUE.get(sql, { newest })) !== undefined
}

/** Boards that are not at the newest snapshot and of which nobody is being told. */
export async function boardsBehind(sql: Sql, newest: number): Promise<BoardBehind[]> {
  const rows = await BEHIND.all(sql, { newest })
  if (rows.length === 0) return []
  const followed = new Set((await FOLLOWED.all(sql)).map(({ board }) => board))
  return rows.map(({ board, snapshotId: snapshot, places }) => {
    return {
      ...{ board, snapshot, places: places === null ? null : JSON.parse(places) },
      isFollowed: followed.has(board),
    }
  })
}

/** The places of a newer snapshot, and what followers are to be told of them. */
export interface BoardMoved {
  snapshot: number
  /** Null: nobody follows it. */
  places: readonly KnownPlace[] | null
  /** Null: nothing. */
  changes: BoardChanges | null
}

/** Writes the places of a newer snapshot; false where another process has, or is telling followers. */
export async function moveBoard(
  tx: Sql,
  { board, snapshot: known }: BoardBehind,
  { snapshot, places, changes }: BoardMoved,
): Promise<boolean> {
  const moved = await MOVE.run(tx, {
    ...{ board, snapshot, known: known ?? 0 },
    places: places === null ? null : JSON.stringify(places),
    changes: changes === null ? null : JSON.stringify(changes),
    next: changes === null ? null : 0,
  })
  return moved > 0
}

/** A board whose followers are being told. */
export interface BoardTold {
  board: string
  snapshot: number
  changes: BoardChanges
  nextAccount: number
}

/** A board whose followers are still to be told, held until the transaction ends; undefined where there is none, or others hold all of them. */
export async function nextTold(tx: Sql): Promise<BoardTold | undefined> {
  const row = await NEXT_TOLD.get(tx)
  if (row === undefined) return undefined
  const { board, snapshotId: snapshot, changes, nextAccount } = row
  return { board, snapshot, changes: JSON.parse(changes), nextAccount }
}

/** Notes that followers were told up to an account; null: all were. */
export async function noteTold(tx: Sql, { board }: BoardTold, next: number | null): Promise<void> {
  if (next === null) await MARK_TOLD.run(tx, { board })
  else await MARK_NEXT.run(tx, { board, next })
}
