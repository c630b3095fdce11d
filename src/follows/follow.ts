import type { z } from 'zod'
import type { AccountTier } from '../accounts/account-store.ts'
import type { ChannelKind } from '../delivery/channel.ts'
import type { Address, Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import type { PlaceBound } from '../store/ledger/place.ts'
import type { RecordedTrade } from '../store/trades/whole-trades.ts'
import type { ValueLimits } from '../value-limits.ts'
import type { RuleFields } from './rule-fields.ts'

export interface Follow<Rules extends object = object> {
  kind: string
  /** The name within the kind: an address, a condition, a leaderboard's id. */
  key: string
  rules: Rules
  followedAt: Seconds
  /** True: nothing is sent, and the rules remain. */
  paused: boolean
  /** The channel to which its notices go: the first that works. Null if none does. */
  channel: ChannelKind | null
  /** The time of its newest notice that was sent in the last week; null without one. */
  lastNoticeAt: Seconds | null
}

/** A follow with a channel that is to be notified. */
export interface Follower<Rules extends object = object, State = unknown> {
  accountId: number
  tier: AccountTier
  rules: Rules
  since: Seconds
  /** State that the kind keeps for the follow, null if none. */
  state: State | null
}

export interface Notice<News = unknown> {
  /** Derived from the event, so that every process that finds it computes the same id. */
  id: string
  topic: string
  /** Notices are sent oldest first. */
  time: Seconds
  /** The key of the event that it rests on. */
  key: number
  /**
   * A follower is notified if its threshold is above `low` and up to `high`; null if the kind has no
   * thresholds.
   */
  low: number | null
  high: number | null
  news: News
}

export interface FollowMessage {
  id: string
  time: Seconds
}

/** A look at what changed in the ledger since the last one. */
export interface LedgerLook {
  db: Database
  options: Required<TellOptions>
  /** Earlier events are too old to notify of. */
  earliest: Seconds
  /** Reads in a view of its own. @throws LookEnded if blocks were reverted since the look began */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Writes the results. @throws LookEnded if blocks were reverted since, or another look was faster */
  write<T>(work: (tx: Sql) => Promise<T>): Promise<T>
}

export interface SnapshotLook {
  db: Database
  snapshot: number
  time: Seconds
  /** Topics whose followers know an older snapshot. */
  topics: readonly string[]
  options: Required<TellOptions>
  /** Null: followed screens wait for a process that can answer them. */
  readTop: ReadTop | null
  /** Null: followed filters of trades wait as well. */
  readTrades: ReadTrades | null
  /** Writes the results; false, and nothing is written, if blocks were taken back since the count was read. */
  write(undone: number, work: (tx: Sql) => Promise<unknown>): Promise<boolean>
}

/** The first traders of a screen's question by the newest snapshot. */
export interface QuestionTop {
  snapshot: number
  /** The question as a link to the REST API. */
  path: string
  /** Ids, best first, without traders who have opted out. */
  traders: readonly number[]
}

/** Answers the question of a screen. @param most traders at most */
export type ReadTop = (question: string, most: number) => Promise<QuestionTop>

/** A filter of whole trades that accounts follow. */
export interface WatchedTrades {
  /** As the list of trades reads it. */
  where: object
  /** An account that follows it: its private screens may be named. */
  accountId: number
}

export interface FoundTrades {
  snapshot: number
  /** The last place that was read: the snapshot's. */
  upTo: PlaceBound
  /** Oldest first. */
  trades: readonly RecordedTrade[]
}

/** Lists whole trades after a place, up to the newest snapshot. */
export type ReadTrades = (asked: WatchedTrades, after: PlaceBound) => Promise<FoundTrades>

export interface TellOptions {
  /** The current time, from which the age of events is counted. */
  now: Seconds
  /** The delay for free accounts; Pro accounts are notified immediately. */
  delayMinutes: number
  /** Milliseconds since 1970, for sending messages. @default Date.now() */
  nowMs?: number
}

/** An account that names a topic. */
export interface Finder {
  /** Null: no account. */
  accountId: number | null
  /** The ledger's version that the account may know; null: the present one. */
  at: number | null
}

/** A follow that begins, or gets new rules. */
export interface Begin<Rules, State> {
  accountId: number
  topic: string
  key: string
  rules: Rules
  now: Seconds
  /** Null for a new follow. */
  state: State | null
}

/**
 * A kind of follow. One file of `kinds/` defines it; GraphQL, REST, the pages and the command are derived
 * from it.
 */
export interface FollowKind<Rules extends object, State = unknown, News = unknown> {
  /** The first word of its topics. */
  name: string
  /** The same as types are named. */
  title: string
  plural: string
  /** The most follows of an account, by tier; after a downgrade only the oldest are notified. */
  limits: Readonly<Record<AccountTier, number>>
  /** Seconds for which its notices are kept. @default two days */
  keptSeconds?: Seconds
  /** The name, form and words of the topic; `placeholder` is shown in forms. */
  subject: {
    name: string
    limits: ValueLimits
    text: string
    placeholder: string
    label: string
    /** The choices that a form lists. @default a text is entered */
    options?: readonly { id: string; title: string }[]
  }
  /** The field that shows the followed object. */
  shown: { name: string; type: 'Address' | 'Hash' | 'String'; text: string }
  /** Takes a filter of whole trades, `where`, in place of its other rules. @default false */
  takesTrades?: true
  /** One sentence on what a follow notifies about, and another if it needs one. */
  text: string
  fields: RuleFields
  input: z.ZodType<Rules>
  /**
   * Finds what a text names.
   * @throws PequodError NOT_FOUND where there is no such thing, or none that the account may know
   */
  find(sql: Sql, text: string, by: Finder): Promise<string>
  /** Checks the rules against the topic. @throws PequodError BAD_USER_INPUT if they do not fit */
  check?(sql: Sql, key: string, rules: Rules): Promise<void>
  /** The rules of a follow that is begun by one click, as its owner would write them. */
  usual(tier: AccountTier): Readonly<Record<string, unknown>>
  /** The rules in words, such as `trades of $1,000 or more`. */
  words(rules: Rules): string
  /** Prepares a follow in the transaction that writes it, before it does. @returns the follow's state */
  begin?(tx: Sql, follow: Begin<Rules, State>): Promise<State | null>
  /** Returns the message to a follower; null if its rules or its tier exclude the notice. */
  wants(follower: Follower<Rules, State>, notice: Notice<News>): FollowMessage | null
  /** The trader whom a notice is about: nobody is notified of a trader who opted out. @default none */
  about?(news: News): Address | null
  /** Whether a message rests on a snapshot: free accounts get it once that snapshot is public. @default false */
  isOfSnapshot?(message: FollowMessage): boolean
  /** The group of a topic; notices of one group are combined into one message. */
  group(key: string): string
  /** The market of a message, whose others within ten minutes become one message. @default none */
  market?(message: FollowMessage): string | null
  /**
   * News of a topic since a time, oldest first: a follower who sees the ledger with a delay gets what has not reached it
   * yet. @default none
   */
  recent?(sql: Sql, key: string, since: Seconds): Promise<Notice<News>[]>
  /** Finds news in the ledger and writes notices. @returns the number of messages that it queued itself */
  watchLedger?(look: LedgerLook): Promise<number>
  /** Finds news in a snapshot and writes notices of it. */
  watchSnapshot?(look: SnapshotLook): Promise<void>
  /**
   * Removes events from a key on from a follow's state.
   * @returns the state left, and the newest event it depends on
   */
  undoState?(state: State, since: Seconds, key: number): { state: State; key: number | null }
  /** Takes back what else rests on events from a key on. */
  undo?(tx: Sql, key: number): Promise<void>
  /** Deletes unneeded rows older than a time. */
  forget?(sql: Sql, before: Seconds): Promise<void>
}

/** A kind whose rules, state and news are its own. */
export type AnyKind = FollowKind<object, unknown, unknown>
