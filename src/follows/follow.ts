import type { z } from 'zod'
import type { AccountTier } from '../access/tier.ts'
import type { Address, Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import type { ValueLimits } from '../value-limits.ts'
import type { QuietHours } from './quiet-hours.ts'
import type { GivenRules, RuleFields } from './rule-fields.ts'

/** What an account follows, and by which rules. */
export interface Follow<Rules extends object = object> {
  kind: string
  /** What of the kind: an address, a condition, a leaderboard's id. */
  key: string
  rules: Rules
  /** Null: none. */
  quietHours: QuietHours | null
  followedAt: Seconds
}

/** A follow with a channel that is to be notified. */
export interface Follower<Rules extends object = object, State = unknown> {
  accountId: number
  tier: AccountTier
  rules: Rules
  quietHours: QuietHours | null
  since: Seconds
  /** What the kind remembers of the follow; null: nothing. */
  state: State | null
}

/** News of a topic. */
export interface Notice<News = unknown> {
  /** Of what happened, the same whoever finds it. */
  id: string
  topic: string
  /** By which the oldest is sent first. */
  time: Seconds
  /** The key of the event that it rests on. */
  key: number
  /** Followers who ask for more than `low` and up to `high` are notified; null: no such range. */
  low: number | null
  high: number | null
  news: News
}

/** The message of a notice to one follower. */
export interface FollowMessage {
  id: string
  time: Seconds
}

/** A look at what changed in the ledger since the last one. */
export interface LedgerLook {
  db: Database
  options: Required<TellOptions>
  /** Events before it are nobody's news. */
  earliest: Seconds
  /** Reads in a view of its own. @throws LookEnded where blocks were taken back since the look began */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Writes what was read. @throws LookEnded where blocks were taken back since, or another look was faster */
  write<T>(work: (tx: Sql) => Promise<T>): Promise<T>
}

/** A look at a snapshot that was published. */
export interface SnapshotLook {
  db: Database
  snapshot: number
  /** When it was published. */
  time: Seconds
  /** Topics whose followers know an older snapshot. */
  topics: readonly string[]
}

/** When followers are notified. */
export interface TellOptions {
  /** The time by which events become public and old. */
  now: Seconds
  /** How late everybody hears what Pro accounts hear at once. */
  delayMinutes: number
  /** Milliseconds since 1970, by which messages are sent and quiet hours pass. @default Date.now() */
  nowMs?: number
}

/** A follow that begins, or gets new rules. */
export interface Begin<Rules, State> {
  accountId: number
  topic: string
  key: string
  rules: Rules
  now: Seconds
  /** What was remembered of it; null where it is new. */
  state: State | null
}

/** A kind of what can be followed. One file of `kinds/` says all of it; every door is made from that. */
export interface FollowKind<Rules extends object, State = unknown, News = unknown> {
  /** The first word of its topics. */
  name: string
  /** The same as types are named. */
  title: string
  plural: string
  /** How many an account may have, by tier; of more, the oldest are notified about. */
  limits: Readonly<Record<AccountTier, number>>
  /** By what name one is given, in which form, and in which words; `placeholder` is shown in forms. */
  subject: {
    name: string
    limits: ValueLimits
    text: string
    placeholder: string
    label: string
    /** What can be followed, where a form can list it. @default a text is entered */
    options?: readonly { id: string; title: string }[]
  }
  /** The field that shows what is followed. */
  shown: { name: string; type: 'Address' | 'Hash' | 'String'; text: string }
  /** What following one notifies about, in a sentence; another if it needs one. */
  text: string
  fields: RuleFields
  input: z.ZodType<GivenRules<Rules>>
  /**
   * Finds what a text names.
   * @throws PequodError NOT_FOUND where there is no such thing
   */
  find(sql: Sql, text: string): Promise<string>
  /** Whether the rules fit what is followed. @throws PequodError BAD_USER_INPUT where they do not */
  check?(sql: Sql, key: string, rules: Rules): Promise<void>
  /** The rules in words, such as `all of $1,000 or more`. */
  words(rules: Rules): string
  /** Prepares a follow in the transaction that writes it, before it does. @returns what is remembered of it */
  begin?(tx: Sql, follow: Begin<Rules, State>): Promise<State | null>
  /** The message to a follower; null: the notice is none of what it asks for, or may read. */
  wants(follower: Follower<Rules, State>, notice: Notice<News>): FollowMessage | null
  /** From when on everybody may know it, the delay apart. @default the message's time */
  publicTime?(message: FollowMessage): Seconds
  /** Whom a notice is about: nobody is notified about a trader who opted out. @default nobody */
  about?(news: News): Address | null
  /** What can become one message: all of one group. */
  group(key: string): string
  /** Finds news in the ledger and writes notices of it. @returns how many messages it queued itself */
  watchLedger?(look: LedgerLook): Promise<number>
  /** Finds news in a snapshot and writes notices of it. */
  watchSnapshot?(look: SnapshotLook): Promise<void>
  /** Forgets what is remembered of a follow by events from a key on. @returns what is remembered still, and up to which event */
  undoState?(state: State, since: Seconds, key: number): { state: State; key: number | null }
  /** Takes back what else rests on events from a key on. */
  undo?(tx: Sql, key: number): Promise<void>
  /** Forgets what is of before a time and not needed. */
  forget?(sql: Sql, before: Seconds): Promise<void>
}

/** A kind whose rules, state and news are its own. */
export type AnyKind = FollowKind<object, unknown, unknown>
