import type { MicroPrice, Seconds } from '../../ledger/quantities.ts'
import { type LevelState, REARM } from '../../whales/watchlist/cross-levels.ts'
import type { JumpBase } from '../../whales/watchlist/find-jumps.ts'
import type { MarketFollow, MarketLevels } from '../../whales/watchlist/follow.ts'
import type { QuietHours } from '../../whales/watchlist/quiet-hours.ts'
import { ACCOUNTS } from '../accounts/account-tables.ts'
import { ALERT_CHANNELS } from '../alerts/alert-delivery-tables.ts'
import type { Sql } from '../engine/database.ts'
import { as, type From, known, statement } from '../engine/statement.ts'
import { CONDITIONS } from '../tables.ts'
import { isCounted, quietHoursOf, quietHoursText } from './follower-channels.ts'
import { MARKET_FOLLOWS } from './watchlist-tables.ts'

type Tier = 'FREE' | 'PRO'

const OF_ACCOUNT = statement((from, { accountId }: { accountId: number }) =>
  from(as(MARKET_FOLLOWS, 'f'))
    .join(as(CONDITIONS, 'c'), 'c.id', 'f.condition_id')
    .select(
      'c.condition',
      'f.outcome',
      'f.above',
      'f.below',
      'f.jump',
      'f.stance',
      'f.holder_share',
      'f.quiet_hours as quiet',
      'f.followed_at',
    )
    .where('f.account_id', accountId)
    .orderBy('f.followed_at')
    .orderBy('f.condition_id'),
)

/** The markets that an account follows, in the order in which it began to. By primary key. */
export async function readMarketFollows(sql: Sql, accountId: number): Promise<MarketFollow[]> {
  const rows = await OF_ACCOUNT.all(sql, { accountId })
  return rows.map(({ quiet, stance, ...row }) => {
    return { ...row, stance: stance === 1, quietHours: quietHoursOf(quiet) }
  })
}

/**
 * Writes a follow in the place of any that there was of the market: its levels are armed at the next look, and prices before
 * now make no jump.
 */
export async function writeMarketFollow(
  tx: Sql,
  accountId: number,
  { market, now, ...follow }: Omit<MarketFollow, 'condition'> & { market: number; now: Seconds },
): Promise<void> {
  const { outcome, above, below, jump, holderShare, stance, quietHours, followedAt } = follow
  const columns = {
    ...{ account_id: [accountId], condition_id: [market], outcome: [outcome] },
    ...{ above: [above], below: [below], followed_at: [followedAt] },
    quiet_hours: [quietHoursText(quietHours)],
    ...{ above_armed: [null], below_armed: [null], place_time: [null], place_key: [null] },
    ...{ jump: [jump], jump_time: [now], jump_key: [BEFORE_ALL] },
    ...{ jump_before_time: [now], jump_before_key: [BEFORE_ALL], holder_share: [holderShare] },
    stance: [Number(stance)],
  }
  await tx.upsert(MARKET_FOLLOWS, columns, 1)
}

/** A key ahead of all others of its second. */
export const BEFORE_ALL = Number.MIN_SAFE_INTEGER

const DELETE = statement((from, { accountId, market }: { accountId: number; market: number }) =>
  from(MARKET_FOLLOWS).where('account_id', accountId).where('condition_id', market).delete(),
)

/** Ends a follow; false where there was none. */
export async function deleteMarketFollow(sql: Sql, accountId: number, market: number): Promise<boolean> {
  return (await DELETE.run(sql, { accountId, market })) > 0
}

/** Whom a fill may concern, and how they are told. */
export interface OutcomeFollow {
  accountId: number
  market: number
  outcome: number
  quietHours: QuietHours | null
  followedAt: Seconds
  tier: Tier
}

/** A follow whose levels prices may have reached. */
export interface LevelFollow extends OutcomeFollow, MarketLevels {
  /** Null: to be armed by the price that there was before. */
  state: LevelState | null
}

/** A follow whose owner is told of jumps. */
export interface JumpFollow extends OutcomeFollow {
  jump: MicroPrice
  /** The jump that was told last, or where the follow began. */
  base: JumpBase
}

interface FollowRow {
  accountId: number
  tier: Tier
  quiet: string | null
  followedAt: Seconds
}

/** An outcome of a market. */
interface Outcome {
  market: number
  outcome: number
}

/** Follows of an outcome that count: of a free account's the first ones, as many as it may have. */
function followsOf(from: From, { market, outcome, free }: Outcome & { free: number }) {
  return from(as(MARKET_FOLLOWS, 'f'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'f.account_id')
    .select(
      'f.account_id',
      'a.tier',
      'f.quiet_hours as quiet',
      'f.followed_at',
      'f.above',
      'f.below',
      'f.above_armed',
      'f.below_armed',
      known('f.place_time'),
      'f.place_key',
      known('f.jump'),
      known('f.jump_time'),
      known('f.jump_key'),
    )
    .where('f.condition_id', market)
    .where('f.outcome', outcome)
    .where(isCounted(from, MARKET_FOLLOWS, free))
    .orderBy('f.account_id')
}

/** Levels that prices between these two can cross or arm again. */
interface PriceRange {
  lowest: MicroPrice
  highest: MicroPrice
  rearmAbove: MicroPrice
  rearmBelow: MicroPrice
}

const WITHIN = statement((from, given: Outcome & PriceRange & { free: number }) =>
  followsOf(from, given)
    .where((any) => any.whereNotNull('f.above').orWhere((b) => b.whereNotNull('f.below')))
    .where((any) =>
      any
        .whereNull('f.place_key')
        .orWhere((level) => level.where('f.above_armed', 1).where('f.above', '<=', given.highest))
        .orWhere((level) => level.where('f.above_armed', 0).where('f.above', '>=', given.rearmAbove))
        .orWhere((level) => level.where('f.below_armed', 1).where('f.below', '>=', given.lowest))
        .orWhere((level) => level.where('f.below_armed', 0).where('f.below', '<=', given.rearmBelow)),
    ),
)

/** Follows of an outcome with a level that prices between these two can cross or arm again. By the index on (condition, outcome). */
export async function followsWithin(
  sql: Sql,
  { market, outcome }: Outcome,
  { lowest, highest }: { lowest: MicroPrice; highest: MicroPrice },
  free: number,
): Promise<LevelFollow[]> {
  const range = { lowest, highest, rearmAbove: lowest + REARM, rearmBelow: highest - REARM }
  const rows = await WITHIN.all(sql, { market, outcome, ...range, free })
  return rows.map(({ above, below, aboveArmed, belowArmed, placeTime, placeKey, ...row }) => ({
    ...followOf(row, { market, outcome }),
    ...{ above, below },
    state:
      placeKey === null
        ? null
        : { aboveArmed: aboveArmed === 1, belowArmed: belowArmed === 1, time: placeTime, key: placeKey },
  }))
}

function followOf({ quiet, accountId, tier, followedAt }: FollowRow, outcome: Outcome): OutcomeFollow {
  return { accountId, tier, followedAt, ...outcome, quietHours: quietHoursOf(quiet) }
}

const JUMPS = statement((from, given: Outcome & { range: MicroPrice; free: number }) =>
  followsOf(from, given).where('f.jump', '<=', given.range),
)

/** Follows of an outcome that are told of a jump by so much or by less. By the index on (condition, outcome). */
export async function followsOfJumps(
  sql: Sql,
  { market, outcome }: Outcome,
  range: MicroPrice,
  free: number,
): Promise<JumpFollow[]> {
  const rows = await JUMPS.all(sql, { market, outcome, range, free })
  return rows.map(({ jump, jumpTime, jumpKey, ...row }) => {
    return { ...followOf(row, { market, outcome }), jump, base: { time: jumpTime, key: jumpKey } }
  })
}

/** The row of a follow while it says what was read. */
function sameFollow(from: From, given: { accountId: number; market: number; outcome: number }) {
  return from(MARKET_FOLLOWS)
    .where('account_id', given.accountId)
    .where('condition_id', given.market)
    .where('outcome', given.outcome)
}

interface LevelChange extends Outcome {
  accountId: number
  above: number
  below: number
  oldTime: number
  oldKey: number
  aboveArmed: number
  belowArmed: number
  time: number
  key: number
}

const WRITE_LEVELS = statement((from, given: LevelChange) =>
  sameFollow(from, given)
    .where(from.raw('COALESCE(above, -1) = ?', [given.above]))
    .where(from.raw('COALESCE(below, -1) = ?', [given.below]))
    .where(from.raw('COALESCE(place_time, -1) = ?', [given.oldTime]))
    .where(from.raw('COALESCE(place_key, 0) = ?', [given.oldKey]))
    .update({
      above_armed: given.aboveArmed,
      below_armed: given.belowArmed,
      place_time: given.time,
      place_key: given.key,
    }),
)

/** Writes a follow's new state; false where another look, or its owner, has changed it meanwhile. */
export async function writeLevelState(tx: Sql, follow: LevelFollow, state: LevelState): Promise<boolean> {
  const { accountId, market, outcome, above, below, state: before } = follow
  const changed = await WRITE_LEVELS.run(tx, {
    ...{ accountId, market, outcome, above: above ?? -1, below: below ?? -1 },
    ...{ oldTime: before?.time ?? -1, oldKey: before?.key ?? 0 },
    ...{ aboveArmed: Number(state.aboveArmed), belowArmed: Number(state.belowArmed) },
    ...{ time: state.time, key: state.key },
  })
  return changed > 0
}

interface JumpChange extends Outcome {
  accountId: number
  jump: number
  oldTime: number
  oldKey: number
  beforeTime: number
  beforeKey: number
  time: number
  key: number
}

const WRITE_JUMP = statement((from, given: JumpChange) =>
  sameFollow(from, given)
    .where('jump', given.jump)
    .where('jump_time', given.oldTime)
    .where('jump_key', given.oldKey)
    .update({
      ...{ jump_time: given.time, jump_key: given.key },
      ...{ jump_before_time: given.beforeTime, jump_before_key: given.beforeKey },
    }),
)

/**
 * Writes the jump that a follow's owner is told of last; false where another look, or its owner, has changed it meanwhile.
 * @param before the jump before it
 */
export async function writeJumpBase(
  tx: Sql,
  { accountId, market, outcome, jump, base }: JumpFollow,
  before: JumpBase,
  last: JumpBase,
): Promise<boolean> {
  const changed = await WRITE_JUMP.run(tx, {
    ...{ accountId, market, outcome, jump, oldTime: base.time, oldKey: base.key },
    ...{ beforeTime: before.time, beforeKey: before.key, time: last.time, key: last.key },
  })
  return changed > 0
}

const CHANNELS = statement((from, { accounts }: { accounts: readonly number[] }) =>
  from(ALERT_CHANNELS)
    .select('account_id as accountId', 'id as channelId')
    .where('state', 'ACTIVE')
    .whereAnyOf('account_id', 'int', accounts),
)

/** Active channels of some accounts. */
export function activeChannels(
  sql: Sql,
  accounts: readonly number[],
): Promise<{ accountId: number; channelId: string }[]> {
  return CHANNELS.all(sql, { accounts })
}
