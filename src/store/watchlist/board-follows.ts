import type { BoardFollow } from '../../whales/watchlist/follow.ts'
import type { QuietHours } from '../../whales/watchlist/quiet-hours.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { newestHead } from '../snapshot/stored-snapshots.ts'
import {
  type FollowerChannel,
  followerChannels,
  type Page,
  quietHoursOf,
  quietHoursText,
} from './follower-channels.ts'
import { BOARD_FOLLOWS, FOLLOWED_BOARDS } from './watchlist-tables.ts'

const OF_ACCOUNT = statement((from, { accountId }: { accountId: number }) =>
  from(BOARD_FOLLOWS).select('*').where('account_id', accountId).orderBy('followed_at').orderBy('board'),
)
const DELETE = statement((from, { accountId, board }: { accountId: number; board: string }) =>
  from(BOARD_FOLLOWS).where('account_id', accountId).where('board', board).delete(),
)
const TAKE_NEWEST = statement((from, { board }: { board: string }) =>
  from(FOLLOWED_BOARDS).where('board', board).whereNull('places').update({ snapshot_id: null }),
)

/** The leaderboards that an account follows, in the order in which it began to. By primary key. */
export async function readBoardFollows(sql: Sql, accountId: number): Promise<BoardFollow[]> {
  const rows = await OF_ACCOUNT.all(sql, { accountId })
  return rows.map(({ board, top, quietHours: quiet, followedAt }) => {
    return { board, top, quietHours: quietHoursOf(quiet), followedAt }
  })
}

/** Writes a follow that is new, whose owner is told of snapshots after the newest, or new rules of one that is there. */
export async function writeBoardFollow(
  tx: Sql,
  accountId: number,
  { board, top, quietHours, followedAt }: BoardFollow,
): Promise<void> {
  const since = (await newestHead(tx))?.id ?? 0
  const columns = {
    ...{ account_id: [accountId], board: [board], top: [top], followed_at: [followedAt], since: [since] },
    quiet_hours: [quietHoursText(quietHours)],
  }
  // Of one that is there the smaller one stays: snapshots count up.
  await tx.upsert(BOARD_FOLLOWS, columns, 1, { since: 'min' })
  const fresh = { board: [board], snapshot_id: [null], places: [null], changes: [null], next_account: [null] }
  await tx.insertNew(FOLLOWED_BOARDS, fresh, 1)
  await TAKE_NEWEST.run(tx, { board })
}

/** Ends a follow; false where there was none. */
export async function deleteBoardFollow(sql: Sql, accountId: number, board: string): Promise<boolean> {
  return (await DELETE.run(sql, { accountId, board })) > 0
}

/** A channel of somebody who follows a board. */
export interface BoardFollower extends FollowerChannel {
  top: number
  quietHours: QuietHours | null
}

interface Asked extends Page {
  board: string
  snapshot: number
}

const FOLLOWERS = statement((from, asked: Asked) =>
  followerChannels(from, BOARD_FOLLOWS, asked)
    .select('f.top', 'f.quiet_hours as quiet')
    .where('f.board', asked.board)
    .where('f.since', '<', asked.snapshot),
)

/**
 * Active channels of those who followed a board before a snapshot; see {@link followerChannels}. By the index on (board,
 * account).
 */
export async function boardFollowers(tx: Sql, asked: Asked): Promise<BoardFollower[]> {
  const rows = await FOLLOWERS.all(tx, asked)
  return rows.map(({ quiet, ...follower }) => ({ ...follower, quietHours: quietHoursOf(quiet) }))
}
