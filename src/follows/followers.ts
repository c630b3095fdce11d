import type { AccountTier } from '../accounts/account-store.ts'
import { ACCOUNTS } from '../accounts/account-tables.ts'
import type { ChannelKind } from '../delivery/channel.ts'
import { isFirstActive } from '../delivery/channels.ts'
import { ALERT_CHANNELS } from '../delivery/delivery-tables.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, type From, type Raw, statement } from '../store/engine/statement.ts'
import type { Follower } from './follow.ts'
import { FOLLOWS } from './follow-tables.ts'

/** Channels that are notified in one transaction: more than one account has. */
export const CHANNEL_PAGE = 1_000

/** A follower's first channel that works. */
export interface FollowerChannel<Rules extends object = object, State = unknown>
  extends Follower<Rules, State> {
  channelId: string
}

/**
 * A condition that keeps the follows `f` that are not paused: all of Pro accounts, and the oldest of a free account's up to its limit
 * for the kind, for which paused ones count; `a` is the account.
 */
function isCounted(from: From, free: number): Raw {
  const earlier = from(as(FOLLOWS, 'g'))
    .count('* as count')
    .whereColumn('g.account_id', 'f.account_id')
    .whereColumn('g.kind', 'f.kind')
    .where(from.raw('(g.since, g.topic) < (f.since, f.topic)'))
  return from.raw("f.paused IS NULL AND (a.tier = 'PRO' OR ? < ?)", [earlier, free])
}

interface Asked {
  topic: string
  /** The first account that was not notified yet. */
  nextAccount: number
  /** Follows of a free account that count. */
  free: number
}

const CHANNELS = statement((from, { topic, nextAccount, free }: Asked) =>
  from(as(FOLLOWS, 'f'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'f.account_id')
    .join(as(ALERT_CHANNELS, 'c'), 'c.account_id', 'f.account_id')
    .select('f.account_id', 'a.tier', 'f.rules', 'f.since', 'f.state', 'c.id as channelId')
    .where('f.topic', topic)
    .where(isFirstActive(from))
    .where('f.account_id', '>=', nextAccount)
    .where(isCounted(from, free))
    .orderBy('f.account_id')
    .orderBy('c.id')
    .limit(CHANNEL_PAGE),
)

/** The first working channel of each follower of a topic whose follow counts, by account, {@link CHANNEL_PAGE} at most. */
export async function followerChannels(sql: Sql, asked: Asked): Promise<FollowerChannel[]> {
  const parse = createParse()
  return (await CHANNELS.all(sql, asked)).map((row) => ({ ...row, ...parsed(row, parse) }))
}

/**
 * Returns the account at which notifying continues after a page; null if all were notified. The last account
 * of a full page may have channels on the next one, so it is read again, which changes nothing.
 */
export function nextAccountOf(page: readonly FollowerChannel[]): number | null {
  return page.length < CHANNEL_PAGE ? null : (page.at(-1)?.accountId ?? null)
}

const COUNTED = statement((from, { topics, free }: { topics: readonly string[]; free: number }) =>
  from(as(FOLLOWS, 'f'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'f.account_id')
    .select('f.topic', 'f.account_id', 'a.tier', 'f.rules', 'f.since', 'f.state')
    .whereAnyOf('f.topic', 'text', topics)
    .where(isCounted(from, free))
    .orderBy('f.account_id'),
)

/** A follow as it was read, for it to be written only while it is the same. */
export interface CountedFollow<Rules extends object = object, State = unknown>
  extends Follower<Rules, State> {
  topic: string
  stored: { rules: string; state: string | null }
}

/**
 * Returns the counted follows of some topics: of a free account, the oldest of the kind up to its limit. Uses
 * the index on (topic, account).
 */
export async function countedFollows<Rules extends object, State>(
  sql: Sql,
  topics: readonly string[],
  free: number,
): Promise<CountedFollow<Rules, State>[]> {
  const parse = createParse()
  const rows = await COUNTED.all(sql, { topics, free })
  return rows.map((row) => {
    const { rules, state } = row
    return { ...row, ...parsed(row, parse), stored: { rules, state } } as CountedFollow<Rules, State>
  })
}

const OTHERS = statement((from, { topic }: { topic: string }) =>
  from(FOLLOWS).distinct('rules').where('topic', topic),
)

/** Returns the distinct rules by which a topic is followed. */
export async function rulesOfTopic<Rules>(sql: Sql, topic: string): Promise<Rules[]> {
  return (await OTHERS.all(sql, { topic })).map(({ rules }) => JSON.parse(rules))
}

interface Change {
  accountId: number
  topic: string
  rules: string
  oldState: string
  state: string
  key: number | null
}

const WRITE_STATE = statement((from, { accountId, topic, rules, oldState, state, key }: Change) =>
  from(FOLLOWS)
    .where('account_id', accountId)
    .where('topic', topic)
    .where('rules', rules)
    .where(from.raw("COALESCE(state, '') = ?", [oldState]))
    .update({ state, state_key: key }),
)

/**
 * Writes a follow's state; false if another process, or the owner, changed it meanwhile.
 * @param key the newest event that the state depends on; null for none
 */
export async function writeState(
  tx: Sql,
  { accountId, topic, stored }: Pick<CountedFollow, 'accountId' | 'topic' | 'stored'>,
  state: object,
  key: number | null,
): Promise<boolean> {
  const change = { accountId, topic, rules: stored.rules, oldState: stored.state ?? '' }
  return (await WRITE_STATE.run(tx, { ...change, state: JSON.stringify(state), key })) > 0
}

const RESTING = statement((from, { key }: { key: number }) =>
  from(FOLLOWS)
    .select('account_id', 'topic', 'kind', 'rules', 'since', 'state')
    .where('state_key', '>=', key)
    .orderBy('account_id')
    .orderBy('topic'),
)

/** Returns the follows whose state depends on events from a key on. */
export async function followsRestingOn(tx: Sql, key: number) {
  const rows = await RESTING.all(tx, { key })
  return rows.map(({ rules, state, ...row }) => ({
    ...row,
    stored: { rules, state },
    state: JSON.parse(state ?? 'null'),
  }))
}

const CHANNELS_OF = statement((from, { accounts }: { accounts: readonly number[] }) =>
  from(as(ALERT_CHANNELS, 'c'))
    .select('c.account_id', 'c.id as channelId', 'c.kind')
    .where(isFirstActive(from))
    .whereAnyOf('c.account_id', 'int', accounts),
)

/** Returns the channel to which notices of each of some accounts go: the first that works. */
export function workingChannels(
  sql: Sql,
  accounts: readonly number[],
): Promise<{ accountId: number; channelId: string; kind: ChannelKind }[]> {
  return CHANNELS_OF.all(sql, { accounts })
}

interface StoredFollower {
  accountId: number
  tier: AccountTier
  rules: string
  since: Seconds
  state: string | null
}

type Parse = (text: string | null) => unknown

/** Most of thousands of followers have the same rules, so each text is parsed once. */
function createParse(): Parse {
  const known = new Map<string, unknown>()
  return (text) => {
    if (text === null) return null
    const value = known.get(text) ?? JSON.parse(text)
    known.set(text, value)
    return value
  }
}

function parsed({ rules, state }: StoredFollower, parse: Parse) {
  return {
    rules: parse(rules) as object,
    state: parse(state),
  }
}

/** Has follows begin at a time if they began later, for a clock that was set back to it. */
export const SET_BACK_FOLLOWS = statement((from, { to }: { to: Seconds }) =>
  from(FOLLOWS).where('since', '>', to).update({ since: to }),
)
