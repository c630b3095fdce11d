import type { AccountTier } from '../accounts/account-store.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { createVisits, type Visits } from '../accounts/visits.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import { ensureOutbox } from '../delivery/channels.ts'
import { newestSent } from '../delivery/outbox.ts'
import { PequodError } from '../errors.ts'
import { DAY_SECONDS, type Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import { beginCursor } from '../store/ledger/ledger-changes.ts'
import { undoneCount } from '../store/ledger/ledger-state.ts'
import type { AnyKind, Finder, Follow } from './follow.ts'
import { FOLLOWS } from './follow-tables.ts'
import { workingChannels } from './followers.ts'
import { kindNamed } from './kinds.ts'
import { keyOf } from './notices.ts'
import { tellOne } from './outbox-entry.ts'
import { requireRules } from './rule-fields.ts'
import { type FollowedSince, followedSince } from './since.ts'

export interface Follows {
  /** Returns an account's follows, the oldest first. */
  list(accountId: number): Promise<Follow[]>
  /**
   * Follows a topic by these rules and replaces a follow of it.
   * @throws PequodError FORBIDDEN if the account's tier allows no more follows of the kind or not the rule;
   * BAD_USER_INPUT if the rules do not fit
   */
  follow(
    account: { id: number; tier: AccountTier },
    kind: AnyKind,
    follow: { key: string; rules: object },
  ): Promise<Follow>
  /**
   * Returns what an account follows, with what is stored of its news after a time and up to the cutoff of what the account may
   * know.
   */
  since(
    account: { id: number; tier: AccountTier },
    range: { after: Seconds; upTo: Seconds },
  ): Promise<FollowedSince>
  /** Finds what a text names, and whether rules fit it. @throws PequodError as the kind's `find` and `check` do */
  find(kind: AnyKind, text: string, by: Finder, rules?: object): Promise<string>
  /**
   * Ends an account's follow of what a text names, also of what the account may not know any more. Queued messages are still sent.
   * @param accountId null: it has no follows
   * @throws PequodError as the kind's `find` does, for what it does not follow
   */
  unfollow(
    accountId: number | null,
    kind: AnyKind,
    text: string,
    at: number | null,
  ): Promise<{ key: string; wasFollowed: boolean }>
  /** Pauses or resumes follows of an account, all of them for null, and returns the number that changed. */
  pause(accountId: number, topics: readonly string[] | null, paused: boolean): Promise<number>
  /** When accounts view pages, by the same clock. */
  readonly visits: Visits
}

const OF_ACCOUNT = statement((from, { accountId }: { accountId: number }) =>
  from(FOLLOWS)
    .select('kind', 'topic', 'rules', 'since', 'state', 'paused')
    .where('account_id', accountId)
    .orderBy('since')
    .orderBy('topic'),
)
const DELETE = statement((from, { accountId, topic }: { accountId: number; topic: string }) =>
  from(FOLLOWS).where('account_id', accountId).where('topic', topic).delete(),
)

interface Paused {
  accountId: number
  topic: string
  paused: number | null
}

const PAUSE = statement((from, { accountId, topic, paused }: Paused) =>
  from(FOLLOWS)
    .where('account_id', accountId)
    .where('topic', topic)
    .where(from.raw('COALESCE(paused, 0) <> COALESCE(?, 0)', [paused]))
    .update({ paused }),
)

export interface FollowsOptions {
  /** @default the wall clock */
  now?: Clock
  /** The delay of free accounts: a new follow of theirs gets the news that has not become public yet. @default 0 */
  delayMinutes?: number
}

/** Older events do not notify. */
export const NEWS_SECONDS = DAY_SECONDS

/** Returns the follows in the store. */
export function createFollows(
  db: Database,
  { now = WALL_CLOCK, delayMinutes = 0 }: FollowsOptions = {},
): Follows {
  const newsFor = (tier: AccountTier, kind: AnyKind, key: string) =>
    tier === 'PRO' || delayMinutes === 0 || kind.recent === undefined
      ? null
      : db.view(async (sql) => ({
          undone: await undoneCount(sql),
          notices: (await kind.recent?.(sql, key, now() - Math.min(60 * delayMinutes, NEWS_SECONDS))) ?? [],
        }))
  return {
    list: (accountId) => listFollows(db, accountId),
    visits: createVisits(db, now),
    async follow(account, kind, { key, rules }) {
      const news = await newsFor(account.tier, kind, key)
      await db.transaction(async (tx) => {
        requireRules(kind.fields, rules, account.tier)
        await lockAccount(tx, account.id)
        const topic = topicOf(kind, key)
        const others = (await OF_ACCOUNT.all(tx, { accountId: account.id })).filter(
          (one) => one.kind === kind.name,
        )
        const known = others.find((one) => one.topic === topic)
        if (known === undefined) requireRoom(kind, others.length, account.tier)
        const time = now()
        const state = known?.state == null ? null : JSON.parse(known.state)
        const begun = await kind.begin?.(tx, { accountId: account.id, topic, key, rules, now: time, state })
        await beginCursor(tx, 'follows')
        await ensureOutbox(tx, account.id)
        const since = known?.since ?? time
        const columns = {
          account_id: [account.id],
          topic: [topic],
          kind: [kind.name],
          rules: [JSON.stringify(rules)],
          since: [since],
          state: [begun == null ? null : JSON.stringify(begun)],
          state_key: [null],
        }
        await tx.upsert(FOLLOWS, columns, 1)
        if (known === undefined && news !== null && news.undone === (await undoneCount(tx))) {
          const { id: accountId, tier } = account
          const follower = { accountId, tier, rules, since: -Infinity, state: begun ?? null }
          await tellOne(tx, kind, { topic, follower, notices: news.notices }, { now: time, delayMinutes })
        }
      })
      const follow = (await listFollows(db, account.id)).find(
        (one) => one.kind === kind.name && one.key === key,
      )
      if (follow === undefined) throw new PequodError('NOT_FOUND', 'This follow was ended meanwhile.')
      return follow
    },
    since: async ({ id: accountId, tier }, range) =>
      followedSince(db, await OF_ACCOUNT.all(db, { accountId }), { tier, ...range }),
    async pause(accountId, topics, paused) {
      const own = (await OF_ACCOUNT.all(db, { accountId })).map(({ topic }) => topic)
      let changed = 0
      for (const topic of topics === null ? own : own.filter((one) => topics.includes(one)))
        changed += await PAUSE.run(db, { accountId, topic, paused: paused ? 1 : null })
      return changed
    },
    async find(kind, text, by, rules) {
      const key = await kind.find(db, text, by)
      if (rules !== undefined) await kind.check?.(db, key, rules)
      return key
    },
    async unfollow(accountId, kind, text, at) {
      const own = accountId === null ? [] : await OF_ACCOUNT.all(db, { accountId })
      const named = [text, text.toLowerCase()].map((key) => topicOf(kind, key))
      const topic =
        own.find((one) => named.includes(one.topic))?.topic ??
        topicOf(kind, await kind.find(db, text, { accountId, at: null }))
      const wasFollowed = accountId !== null && (await DELETE.run(db, { accountId, topic })) > 0
      return { key: wasFollowed ? keyOf(topic) : await kind.find(db, text, { accountId, at }), wasFollowed }
    },
  }
}

/** Returns the topic, which links news to followers. */
export function topicOf({ name }: Pick<AnyKind, 'name'>, key: string): string {
  return `${name}:${key}`
}

/** An account's follows with the channel and the newest notice of each, the oldest first. */
async function listFollows(sql: Sql, accountId: number): Promise<Follow[]> {
  const rows = await OF_ACCOUNT.all(sql, { accountId })
  if (rows.length === 0) return []
  const [channel] = await workingChannels(sql, [accountId])
  const groups = rows.map(({ kind, topic }) => kindNamed(kind).group(keyOf(topic)))
  const newest = await newestSent(sql, accountId, groups)
  return rows.map(({ kind, topic, rules, since, paused }, i) => ({
    kind,
    key: keyOf(topic),
    rules: JSON.parse(rules),
    followedAt: since,
    paused: paused !== null,
    channel: channel?.kind ?? null,
    lastNoticeAt: newest[i] ?? null,
  }))
}

function requireRoom({ plural, limits }: AnyKind, count: number, tier: AccountTier): void {
  const most = limits[tier]
  if (count < most) return
  const remedy = tier === 'PRO' ? '' : `, or get Pro for ${limits.PRO}`
  throw new PequodError(
    'FORBIDDEN',
    `You follow ${most} ${plural}, your tier's maximum: unfollow one first${remedy}.`,
  )
}
