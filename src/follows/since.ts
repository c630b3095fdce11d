import type { AccountTier } from '../accounts/account-store.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { known, statement } from '../store/engine/statement.ts'
import { NOTICES } from './follow-tables.ts'
import { kindNamed } from './kinds.ts'
import { type BoardChanges, changesOfTop, marginOf, type TopRules, type TopState } from './leaderboards.ts'
import { keyOf } from './notices.ts'

export interface StoredFollow {
  kind: string
  topic: string
  rules: string
  state: string | null
}

/** A trader who entered or left a followed top between two times. */
export type Change = ReturnType<typeof netMoves>[number]

export interface FollowedTop {
  /** The leaderboard's or the screen's id. */
  list: string
  /** The places that are followed, and the rank up to which a trader still counts as in them. */
  top: number
  stays: number
  entered: readonly Change[]
  left: readonly Change[]
}

/** The follows of an account, and their stored news between two times. */
export interface FollowedSince {
  /** The follows that count: all of Pro accounts, the oldest of a kind of free ones; with their keys and rules by kind. */
  counted: ReadonlyMap<string, readonly { key: string; rules: object }[]>
  boards: readonly FollowedTop[]
  screens: readonly FollowedTop[]
  /** The time of the newest change of a followed top, or of a move of a followed market that was sent. Null without one. */
  lastAt: Seconds | null
}

const LAST_PRICE = statement((from, { topics, upTo }: { topics: readonly string[]; upTo: Seconds }) =>
  from(NOTICES)
    .max('time as time')
    .whereAnyOf('topic', 'text', topics)
    .where('time', '<=', upTo)
    .whereNull('payload'),
)

/**
 * Returns what an account follows, with the changes of its boards and screens after a time and up to another: the cutoff of what the account
 * may know.
 * @param follows the account's, the oldest first
 */
export async function followedSince(
  sql: Sql,
  follows: readonly StoredFollow[],
  { tier, after, upTo }: { tier: AccountTier; after: Seconds; upTo: Seconds },
): Promise<FollowedSince> {
  const counted = [...Map.groupBy(follows, ({ kind }) => kind)].map(([kind, own]) => {
    const { limits } = kindNamed(kind)
    return [kind, tier === 'PRO' ? own : own.slice(0, limits[tier])] as const
  })
  const byKind = new Map(counted)
  const tops = [...(byKind.get('leaderboard') ?? []), ...(byKind.get('screen') ?? [])]
  const news = await boardNews(
    sql,
    tops.map(({ topic }) => topic),
    upTo,
  )
  const byTopic = Map.groupBy(news, ({ topic }) => topic)
  const own = tops.map((follow) => ofFollow(follow, byTopic.get(follow.topic) ?? []))
  const changed = (kind: string) => own.flatMap((one) => (one.kind === kind ? one.of(after) : []))
  const markets = [...(byKind.get('market') ?? []), ...(byKind.get('event') ?? [])]
  const topics = markets.map(({ topic }) => topic)
  const price = topics.length === 0 ? undefined : await LAST_PRICE.get(sql, { topics, upTo })
  const times = [...own.map(({ lastAt }) => lastAt), price?.time ?? null].filter((time) => time !== null)
  return {
    counted: new Map(
      counted.map(([kind, list]) => [
        kind,
        list.map(({ topic, rules }) => ({ key: keyOf(topic), rules: JSON.parse(rules) })),
      ]),
    ),
    boards: changed('leaderboard'),
    screens: changed('screen'),
    lastAt: times.length === 0 ? null : Math.max(...times),
  }
}

/** A followed list's changes since the follow began. */
function ofFollow({ kind, topic, rules, state }: StoredFollow, news: readonly BoardNews[]) {
  const { top }: TopRules = JSON.parse(rules)
  const begun: TopState | null = JSON.parse(state ?? 'null')
  const own = news.filter(({ snapshot }) => (begun?.snapshot ?? 0) < snapshot)
  const changes = (some: readonly BoardNews[]) => changesOfTop(netMoves(some), top)
  const last = own.find((one) => {
    const { entered, left } = changes([one])
    return entered.length + left.length > 0
  })
  return {
    kind,
    lastAt: last?.changes.time ?? null,
    of(after: Seconds): FollowedTop[] {
      const { entered, left } = changes(own.filter(({ changes: { time } }) => time > after))
      if (entered.length + left.length === 0) return []
      return [{ list: keyOf(topic), top, stays: top + marginOf(top), entered, left }]
    },
  }
}

type Move = BoardChanges['moves'][number]

/** The changes of a followed board in a range of time, as followers were notified of them. */
interface BoardNews {
  topic: string
  snapshot: number
  changes: BoardChanges
}

/** The newest changes that are read, of all boards that an account follows. */
const MOST_NEWS = 2_000

const NEWS = statement((from, { topics, upTo }: { topics: readonly string[]; upTo: Seconds }) =>
  from(NOTICES)
    .select('topic', 'time', known('payload'))
    .whereAnyOf('topic', 'text', topics)
    .where('time', '<=', upTo)
    .whereNotNull('payload')
    .orderBy('time', 'desc')
    .orderBy('id')
    .limit(MOST_NEWS),
)

/** The changes of some boards up to a time, the newest first. By the index on (topic, time). */
async function boardNews(sql: Sql, topics: readonly string[], upTo: Seconds): Promise<BoardNews[]> {
  const rows = topics.length === 0 ? [] : await NEWS.all(sql, { topics, upTo })
  return rows.map(({ topic, payload }) => ({ ...JSON.parse(payload), topic }))
}

/**
 * Combines changes of one board into the change from the first to the last: a trader who came and went is in neither.
 * @param news the newest first
 */
function netMoves(news: readonly BoardNews[]): Move[] {
  const moves = new Map<string, Move>()
  for (const move of news.toReversed().flatMap(({ changes }) => changes.moves)) {
    const first = moves.get(move.address) ?? move
    const { previousRank, previousTop } = first
    moves.set(move.address, { ...move, previousRank, previousTop })
  }
  return [...moves.values()]
}
