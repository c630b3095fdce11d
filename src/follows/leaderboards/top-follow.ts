import type { TopNotice } from '../../delivery/notices/board-notice.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { newestHead } from '../../store/snapshot/stored-snapshots.ts'
import type { Begin, Follower } from '../follow.ts'
import { noticeId } from '../notice-id.ts'
import { addNotices } from '../notices.ts'
import type { RuleField } from '../rule-fields.ts'
import { beginKnown, type Known, moveKnown } from '../watch-cursor.ts'
import { type BoardChanges, changesOfTop, MOST_TOP } from './board-places.ts'

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
