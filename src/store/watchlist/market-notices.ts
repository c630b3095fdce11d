import type { Seconds } from '../../ledger/quantities.ts'
import type { MarketNotice } from '../../whales/watchlist/market-notice.ts'
import type { QuietHours } from '../../whales/watchlist/quiet-hours.ts'
import type { Sql } from '../engine/database.ts'
import { type From, known, statement } from '../engine/statement.ts'
import { chainKey } from '../ledger/place.ts'
import { createNoticeDrop } from './drop-notices.ts'
import { type FollowerChannel, followerChannels, type Page, quietHoursOf } from './follower-channels.ts'
import { BEFORE_ALL } from './market-follows.ts'
import { awaitLooks } from './market-news.ts'
import { MARKET_FOLLOWS, MARKET_NOTICES } from './watchlist-tables.ts'

/** Notes by which fills followers were told. */
export async function noteMarketNotices(
  tx: Sql,
  notices: readonly { id: string; time: Seconds; key: number }[],
): Promise<void> {
  const columns = {
    id: notices.map(({ id }) => id),
    time: notices.map(({ time }) => time),
    key: notices.map(({ key }) => key),
  }
  await tx.insertNew(MARKET_NOTICES, columns, notices.length)
}

/** What all followers of a market are told in the same words, and the key of the event that it rests on. */
export interface MarketFact {
  market: number
  key: number
  notice: MarketNotice
  /** Of a holder, whom it is told to: who follows the outcome and asks for a part above `low` and up to `high`. */
  holder?: HolderRange
}

/** Parts of an outcome's shares, in thousandths. */
export interface HolderRange {
  outcome: number
  low: number
  high: number
}

/** Writes facts that are new, for the followers to be told of them; one that is there stays as it is. */
export async function addMarketFacts(tx: Sql, facts: readonly MarketFact[]): Promise<void> {
  const columns = {
    id: facts.map(({ notice }) => notice.id),
    time: facts.map(({ notice }) => notice.time),
    key: facts.map(({ key }) => key),
    condition_id: facts.map(({ market }) => market),
    kind: facts.map(({ notice }) => notice.kind),
    next_account: facts.map(() => 0),
    payload: facts.map(({ notice }) => JSON.stringify(notice)),
    outcome: facts.map(({ holder }) => holder?.outcome ?? null),
    low: facts.map(({ holder }) => holder?.low ?? null),
    high: facts.map(({ holder }) => holder?.high ?? null),
  }
  await tx.insertNew(MARKET_NOTICES, columns, facts.length)
}

/** A fact whose followers are being told of it. */
export interface PendingFact {
  id: string
  market: number
  notice: MarketNotice
  holder: HolderRange | null
  nextAccount: number
}

const NEXT_PENDING = statement((from) => {
  const oldest = from(MARKET_NOTICES)
    .select(
      'id',
      known('condition_id as market'),
      known('next_account'),
      known('payload'),
      'outcome',
      'low',
      'high',
    )
    .whereNotNull('next_account')
    .orderBy('time')
    .orderBy('id')
    .limit(1)
  return from.dialect === 'postgres' ? oldest.forUpdate().skipLocked() : oldest
})
const ANY_PENDING = statement((from) =>
  from(MARKET_NOTICES).select('id').whereNotNull('next_account').limit(1),
)
const MARK = statement((from, { id, next }: { id: string; next: number | null }) =>
  from(MARKET_NOTICES).where('id', id).update({ next_account: next }),
)

/** Whether there is a fact that followers are still to be told of. */
export async function hasPendingFact(sql: Sql): Promise<boolean> {
  return (await ANY_PENDING.get(sql)) !== undefined
}

/** The oldest fact that followers are still to be told of; undefined where there is none, or others are at all of them. */
export async function nextPendingFact(tx: Sql): Promise<PendingFact | undefined> {
  const row = await NEXT_PENDING.get(tx)
  if (row === undefined) return undefined
  const { payload, outcome, low, high, ...pending } = row
  const holder = outcome === null || low === null || high === null ? null : { outcome, low, high }
  return { ...pending, notice: JSON.parse(payload), holder }
}

/** Notes that followers were told of a fact up to an account; null: all were. */
export async function notePendingFact(tx: Sql, { id }: PendingFact, next: number | null): Promise<void> {
  await MARK.run(tx, { id, next })
}

/** A channel of somebody who follows a market. */
export interface MarketFollower extends FollowerChannel {
  quietHours: QuietHours | null
}

interface Asked extends Page {
  market: number
  time: Seconds
}

const channelsOf = (from: From, asked: Asked) =>
  followerChannels(from, MARKET_FOLLOWS, asked)
    .select('f.quiet_hours as quiet')
    .where('f.condition_id', asked.market)
    .where('f.followed_at', '<=', asked.time)
const CHANNELS = statement(channelsOf)
/** Who has no Pro may not read a stance. */
const STANCE_CHANNELS = statement((from, asked: Asked) =>
  channelsOf(from, asked).where('f.stance', 1).where('a.tier', 'PRO'),
)
const HOLDER_CHANNELS = statement((from, asked: Asked & HolderRange) =>
  channelsOf(from, asked)
    .where('f.outcome', asked.outcome)
    .where('f.holder_share', '>', asked.low)
    .where('f.holder_share', '<=', asked.high),
)

/**
 * Active channels of those who follow a market, ask for a fact, and began to before it; see {@link followerChannels}. By the index
 * on (condition, outcome).
 */
export async function marketFollowers(
  tx: Sql,
  { market, notice, holder, nextAccount }: PendingFact,
  free: number,
): Promise<MarketFollower[]> {
  const asked = { market, nextAccount, time: notice.time, free }
  const all = notice.kind === 'TURNED' ? STANCE_CHANNELS : CHANNELS
  const rows = await (holder ? HOLDER_CHANNELS.all(tx, { ...asked, ...holder }) : all.all(tx, asked))
  return rows.map(({ quiet, ...row }) => ({ ...row, quietHours: quietHoursOf(quiet) }))
}

const dropNotices = createNoticeDrop(MARKET_NOTICES, 'key')
const DISARM = statement((from, { key }: { key: number }) =>
  from(MARKET_FOLLOWS).where('place_key', '>=', key).update({ place_key: null, place_time: null }),
)
const FORGET_JUMPS = statement((from, { key }: { key: number }) =>
  from(MARKET_FOLLOWS)
    .where('jump_key', '>=', key)
    .update({
      jump_time: from.raw('CASE WHEN jump_before_key >= ? THEN followed_at ELSE jump_before_time END', [key]),
      jump_key: from.raw(`CASE WHEN jump_before_key >= ? THEN ${BEFORE_ALL} ELSE jump_before_key END`, [key]),
    }),
)
const FORGET = statement((from, { before }: { before: Seconds }) =>
  from(MARKET_NOTICES).where('time', '<', before).whereNull('next_account').delete(),
)

/**
 * Takes back what rests on events of a block or after it and is not sent yet, in the transaction that takes the events back.
 * Levels that they changed are armed again by the price that was before, and a jump is one from the price that was told before.
 */
export async function retractMarketNotices(tx: Sql, block: number): Promise<void> {
  const key = chainKey(block, 0)
  await awaitLooks(tx)
  await dropNotices(tx, key)
  await DISARM.run(tx, { key })
  await FORGET_JUMPS.run(tx, { key })
}

/** Forgets the events of notices before a time that everybody was told of. */
export async function forgetMarketNotices(sql: Sql, before: Seconds): Promise<void> {
  await FORGET.run(sql, { before })
}
