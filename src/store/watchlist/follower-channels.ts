import type { QuietHours } from '../../whales/watchlist/quiet-hours.ts'
import { ACCOUNTS } from '../accounts/account-tables.ts'
import { ALERT_CHANNELS } from '../alerts/alert-delivery-tables.ts'
import { as, type Built, type From, type Prefixed, type Raw } from '../engine/statement.ts'
import type { ColumnsOf } from '../engine/table-types.ts'
import type { BOARD_FOLLOWS, MARKET_FOLLOWS, WALLET_FOLLOWS } from './watchlist-tables.ts'

/** A table of follows; what is followed is its key's second column. */
type Follows = typeof WALLET_FOLLOWS | typeof MARKET_FOLLOWS | typeof BOARD_FOLLOWS

/** An active channel of a follower. */
export interface FollowerChannel {
  accountId: number
  tier: 'FREE' | 'PRO'
  channelId: string
}

/** Channels that are told in one transaction: more than one account has. */
export const CHANNEL_PAGE = 1_000

/** Which page of the followers' channels it is. */
export interface Page {
  /** The first account that was not told yet. */
  nextAccount: number
  /** Follows of a free account that count. */
  free: number
}

/**
 * Active channels of followers whose follow counts, by account, {@link CHANNEL_PAGE} at most: `f` is the follow. What is
 * followed, and more columns of the follow, are for the caller to add.
 */
export function followerChannels<Table extends Follows>(
  from: From,
  follows: Table,
  { nextAccount, free }: Page,
) {
  const channels = from(as(follows as typeof WALLET_FOLLOWS, 'f'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'f.account_id')
    .join(as(ALERT_CHANNELS, 'c'), 'c.account_id', 'f.account_id')
    .select('f.account_id as accountId', 'a.tier', 'c.id as channelId')
    .where('c.state', 'ACTIVE')
    .where('f.account_id', '>=', nextAccount)
    .where(isCounted(from, follows, free))
    .orderBy('f.account_id')
    .orderBy('c.id')
    .limit(CHANNEL_PAGE)
  return channels as unknown as Built<
    FollowerChannel,
    Prefixed<ColumnsOf<Table>, 'f'> & Prefixed<ColumnsOf<typeof ACCOUNTS>, 'a'>
  >
}

/** True of a Pro account's follow `f`, and of a free one's first, as many as it may have; `a` is the account. */
export function isCounted(from: From, { name, key: [, what] }: Follows, free: number): Raw {
  return from.raw(
    `(a.tier = 'PRO' OR (SELECT COUNT(*) FROM ${name} g WHERE g.account_id = f.account_id ` +
      `AND (g.followed_at, g.${what}) < (f.followed_at, f.${what})) < ?)`,
    [free],
  )
}

/**
 * Where telling goes on behind a page; null: all were told. The last account of a full page may have channels on the next one:
 * they are put in again, which changes nothing.
 */
export function nextAccountOf(page: readonly FollowerChannel[]): number | null {
  return page.length < CHANNEL_PAGE ? null : (page.at(-1)?.accountId ?? null)
}

/** Quiet hours as a row has them. */
export function quietHoursOf(text: string | null): QuietHours | null {
  return text === null ? null : JSON.parse(text)
}

/** Quiet hours for a row. */
export function quietHoursText(hours: QuietHours | null): string | null {
  return hours === null ? null : JSON.stringify(hours)
}
