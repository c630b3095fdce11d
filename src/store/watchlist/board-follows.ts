import type { Seconds } from '../../ledger/quantities.ts'
import type { BoardFollow } from '../../whales/watchlist/follow.ts'
import type { QuietHours } from '../../whales/watchlist/quiet-hours.ts'
import { ACCOUNTS } from '../accounts/account-tables.ts'
import { ALERT_CHANNELS } from '../alerts/alert-delivery-tables.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { newestHead } from '../snapshot/stored-snapshots.ts'
import { BOARD_FOLLOWS, FOLLOWED_BOARDS } from './watchlist-tables.ts'

interface FollowRow {
  board: string
  top: number
  quiet_hours: string | null
  followed_at: Seconds
}

const OF_ACCOUNT = statement((from, { accountId }: { accountId: number }) =>
  from(BOARD_FOLLOWS)
    .select<FollowRow & { since: number }>('*')
    .where('account_id', accountId)
    .orderBy('followed_at')
    .orderBy('board'),
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
  return rows.map(({ board, top, quiet_hours: quiet, followed_at: followedAt }) => {
    return { board, top, quietHours: quietHoursOf(quiet), followedAt }
  })
}

function quietHoursOf(text: string | null): QuietHours | null {
  return text === null ? null : JSON.parse(text)
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
    quiet_hours: [quietHours === null ? null : JSON.stringify(quietHours)],
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
export interface BoardFollower {
  accountId: number
  tier: 'FREE' | 'PRO'
  channelId: string
  top: number
  quietHours: QuietHours | null
}

/** Followers' channels that are told in one transaction: more than one account has. */
export const FOLLOWER_PAGE = 1_000

interface Asked {
  board: string
  snapshot: number
  nextAccount: number
  free: number
}

const FOLLOWERS = statement((from, asked: Asked) =>
  from(as(BOARD_FOLLOWS, 'f'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'f.account_id')
    .join(as(ALERT_CHANNELS, 'c'), 'c.account_id', 'f.account_id')
    .select<{ account_id: number; tier: 'FREE' | 'PRO'; channel_id: string } & FollowRow>(
      ...(['f.account_id', 'a.tier', 'c.id as channel_id', 'f.top', 'f.quiet_hours'] as const),
    )
    .where('c.state', 'ACTIVE')
    .where('f.board', asked.board)
    .where('f.account_id', '>=', asked.nextAccount)
    .where('f.since', '<', asked.snapshot)
    .where((group) =>
      group
        .where('a.tier', 'PRO')
        .orWhere(
          from.raw(
            '(SELECT COUNT(*) FROM board_follows g WHERE g.account_id = f.account_id ' +
              'AND (g.followed_at, g.board) < (f.followed_at, f.board)) < ?',
            [asked.free],
          ),
        ),
    )
    .orderBy('f.account_id')
    .orderBy('c.id')
    .limit(FOLLOWER_PAGE),
)

/**
 * Active channels of those who followed a board before a snapshot, by account, {@link FOLLOWER_PAGE} at most. Of an account's
 * follows the first ones count, as many as its tier may have. By the index on (board, account).
 */
export async function boardFollowers(tx: Sql, asked: Asked): Promise<BoardFollower[]> {
  const rows = await FOLLOWERS.all(tx, asked)
  return rows.map(({ account_id: accountId, channel_id: channelId, tier, top, quiet_hours: quiet }) => {
    return { accountId, channelId, tier, top, quietHours: quietHoursOf(quiet) }
  })
}
