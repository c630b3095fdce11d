import type { ConditionId, MicroPrice, Seconds } from '../../ledger/quantities.ts'
import { type LevelState, REARM } from '../../whales/watchlist/cross-levels.ts'
import type { MarketFollow, MarketLevels } from '../../whales/watchlist/follow.ts'
import type { QuietHours } from '../../whales/watchlist/quiet-hours.ts'
import type { Sql } from '../engine/database.ts'
import { MARKET_FOLLOWS } from './watchlist-tables.ts'

interface FollowRow {
  condition: ConditionId
  outcome: number
  above: MicroPrice | null
  below: MicroPrice | null
  quiet_hours: string | null
  followed_at: Seconds
}

const FOLLOWS =
  'SELECT c.condition, f.outcome, f.above, f.below, f.quiet_hours, f.followed_at FROM market_follows f ' +
  'JOIN conditions c ON c.id = f.condition_id WHERE f.account_id = ?'

/** The markets that an account follows, in the order in which it began to. By primary key. */
export async function readMarketFollows(sql: Sql, accountId: number): Promise<MarketFollow[]> {
  const rows = await sql.all<FollowRow>(`${FOLLOWS} ORDER BY f.followed_at, f.condition_id`, [accountId])
  return rows.map(({ quiet_hours: quiet, followed_at: followedAt, ...row }) => {
    return { ...row, quietHours: quietHoursOf(quiet), followedAt }
  })
}

function quietHoursOf(text: string | null): QuietHours | null {
  return text === null ? null : JSON.parse(text)
}

/** Writes a follow in the place of any that there was of the market; its levels are armed at the next look. */
export async function writeMarketFollow(
  tx: Sql,
  accountId: number,
  { market, ...follow }: Omit<MarketFollow, 'condition'> & { market: number },
): Promise<void> {
  const { outcome, above, below, quietHours, followedAt } = follow
  const columns = {
    ...{ account_id: [accountId], condition_id: [market], outcome: [outcome] },
    ...{ above: [above], below: [below], followed_at: [followedAt] },
    quiet_hours: [quietHours === null ? null : JSON.stringify(quietHours)],
    ...{ above_armed: [null], below_armed: [null], place_time: [null], place_key: [null] },
  }
  await tx.upsert(MARKET_FOLLOWS, columns, 1)
}

/** Ends a follow; false where there was none. */
export async function deleteMarketFollow(sql: Sql, accountId: number, market: number): Promise<boolean> {
  const where = 'WHERE account_id = ? AND condition_id = ?'
  return (await sql.run(`DELETE FROM market_follows ${where}`, [accountId, market])) > 0
}

/** A follow whose levels prices may have reached. */
export interface LevelFollow extends MarketLevels {
  accountId: number
  market: number
  outcome: number
  quietHours: QuietHours | null
  followedAt: Seconds
  tier: 'FREE' | 'PRO'
  /** Null: to be armed by the price that there was before. */
  state: LevelState | null
}

interface LevelRow extends Omit<FollowRow, 'condition' | 'outcome'> {
  account_id: number
  tier: 'FREE' | 'PRO'
  above_armed: number
  below_armed: number
  place_time: number
  place_key: number | null
}

const LEVELS =
  'SELECT f.account_id, a.tier, f.above, f.below, f.quiet_hours, f.followed_at, f.above_armed, f.below_armed, ' +
  'f.place_time, f.place_key FROM market_follows f JOIN accounts a ON a.id = f.account_id ' +
  'WHERE f.condition_id = ? AND f.outcome = ? AND (f.place_key IS NULL OR (f.above_armed = 1 AND f.above <= ?) OR ' +
  '(f.above_armed = 0 AND f.above >= ?) OR (f.below_armed = 1 AND f.below >= ?) OR (f.below_armed = 0 AND f.below <= ?)) ' +
  "AND (a.tier = 'PRO' OR (SELECT COUNT(*) FROM market_follows g WHERE g.account_id = f.account_id " +
  'AND (g.followed_at, g.condition_id) < (f.followed_at, f.condition_id)) < ?) ORDER BY f.account_id'

/**
 * Follows of an outcome with a level that prices between these two can cross or arm again. Of a free account's follows the
 * first ones count, as many as it may have. By the index on (condition, outcome).
 */
export async function followsWithin(
  sql: Sql,
  { market, outcome }: { market: number; outcome: number },
  prices: { lowest: MicroPrice; highest: MicroPrice },
  free: number,
): Promise<LevelFollow[]> {
  const { lowest, highest } = prices
  const values = [market, outcome, highest, lowest + REARM, lowest, highest - REARM, free]
  return (await sql.all<LevelRow>(LEVELS, values)).map(
    ({ account_id: accountId, followed_at: followedAt, above, below, tier, ...row }) => ({
      ...{
        accountId,
        market,
        outcome,
        above,
        below,
        tier,
        followedAt,
        quietHours: quietHoursOf(row.quiet_hours),
      },
      state:
        row.place_key === null
          ? null
          : {
              ...{ aboveArmed: row.above_armed === 1, belowArmed: row.below_armed === 1 },
              ...{ time: row.place_time, key: row.place_key },
            },
    }),
  )
}

/** Writes a follow's new state; false where another look, or its owner, has changed it meanwhile. */
export async function writeLevelState(
  tx: Sql,
  { accountId, market, outcome, above, below, state: before }: LevelFollow,
  state: LevelState,
): Promise<boolean> {
  const asBefore = before === null ? 'place_key IS NULL' : 'place_key = ? AND place_time = ?'
  const changed = await tx.run(
    'UPDATE market_follows SET above_armed = ?, below_armed = ?, place_time = ?, place_key = ? ' +
      `WHERE account_id = ? AND condition_id = ? AND outcome = ? AND COALESCE(above, -1) = ? AND COALESCE(below, -1) = ? AND ${asBefore}`,
    [
      ...[
        Number(state.aboveArmed),
        Number(state.belowArmed),
        state.time,
        state.key,
        accountId,
        market,
        outcome,
      ],
      ...[above ?? -1, below ?? -1],
      ...(before === null ? [] : [before.key, before.time]),
    ],
  )
  return changed > 0
}

/** Active channels of some accounts. */
export function activeChannels(
  sql: Sql,
  accounts: readonly number[],
): Promise<{ accountId: number; channelId: string }[]> {
  return sql.all(
    `SELECT account_id AS "accountId", id AS "channelId" FROM alert_channels WHERE state = 'ACTIVE' AND ${sql.isIn('account_id', 'int')}`,
    [sql.list(accounts)],
  )
}
